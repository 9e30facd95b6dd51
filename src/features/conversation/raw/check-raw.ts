import { findNodeAtLocation, getLocation, type Node, parseTree } from 'jsonc-parser';
import { pathText, type RawConversation, type RawIssue, readRaw } from '../../../core/edit/raw-schema';
import { locateJsonError } from '../../../core/importers/json-error';

/** What is wrong and where, in the text that was typed. */
export interface RawProblem {
  /** UTF-16 offsets. */
  readonly from: number;
  readonly to: number;
  /** From 1, as editors count. */
  readonly line: number;
  readonly column: number;
  /** `messages[3].role`. */
  readonly path: string;
  readonly message: string;
}

export type CheckedRaw =
  | { readonly conversation: RawConversation }
  | { readonly problems: readonly RawProblem[] };

/** The text as a conversation, or everything that is wrong with it; a text that is no JSON has one problem. */
export function checkRaw(text: string): CheckedRaw {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problems: [syntaxProblem(text)] };
  }
  const read = readRaw(value);
  if ('messages' in read) return { conversation: read };
  const tree = parseTree(text);
  return { problems: read.map((issue) => placed(issue, text, tree)) };
}

function syntaxProblem(text: string): RawProblem {
  const error = locateJsonError(text);
  const { offset, line, column } = error ?? { offset: 0, line: 1, column: 1 };
  const reason = error?.reason ?? 'this is no JSON';
  return {
    from: offset,
    to: Math.min(text.length, offset + 1),
    line,
    column,
    // The key that stands before the place, or the element that is being read.
    path: pathText(getLocation(text, offset).path.filter((step) => step !== '')),
    message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
  };
}

function placed({ path, message }: RawIssue, text: string, tree: Node | undefined): RawProblem {
  const node = tree && findNodeAtLocation(tree, [...path]);
  // A field that has no place is marked by its name.
  const shown = node?.parent?.type === 'property' && message.includes('no field') ? node.parent : node;
  const from = shown?.offset ?? 0;
  const whole = from + (shown?.length ?? 1);
  const lineEnd = text.indexOf('\n', from);
  return {
    from,
    to: lineEnd < 0 ? whole : Math.min(whole, lineEnd),
    ...lineAndColumn(text, from),
    path: pathText(path),
    message,
  };
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
