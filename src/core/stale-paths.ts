import type { Message, Part } from './conversation';
import { finish, type Slices } from './slices';
import { type ToolPaths, toolPaths } from './tool-paths';

type ToolCall = Extract<Part, { type: 'tool-call' }>;
type ToolResult = Extract<Part, { type: 'tool-result' }>;
type Does = ToolPaths['uses'][number]['does'];

/** A message with tool results, all of them outdated by what later calls did to their paths. */
export interface StaleResult {
  /** Index of the message with the outdated results. */
  readonly message: number;
  /** Index of the message with the result that outdates the last of them. */
  readonly by: number;
  readonly path: string;
  /** What the outdated call did to the path, and what the later one does. */
  readonly did: Does;
  readonly does: Exclude<Does, 'look'>;
}

/** How much of a message's results still holds. */
interface ResultMessage {
  readonly message: number;
  fresh: number;
  /** False: it also says something that no path outdates. */
  readonly onlyPaths: boolean;
}

/** One path that one result is about. */
interface Finding {
  readonly of: ResultMessage;
  readonly path: string;
  readonly did: Does;
  stale: boolean;
}

/** What is known of one path. A finding stands in every list that something can outdate it by. */
interface PathRecord {
  /** What was read or written there: a reading of the whole file outdates it. */
  readonly contents: Finding[];
  /** Everything about the path and what lies below it: a change outdates all of the former, a removal both. */
  readonly all: Finding[];
  readonly below: Finding[];
  /** By tool and arguments: the same call again outdates its earlier result. */
  readonly byCall: Map<string, Finding[]>;
}

interface Answer {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/** Pairs the calls and results of a conversation in one pass, as findToolPairs does, but keeps the parts. */
function createAnswers(): (message: Message) => (Answer | null)[] {
  const open = new Map<string | null, ToolCall[]>();
  let nextNameless = 0;
  const take = (id: string | null): ToolCall | undefined => {
    const calls = open.get(id);
    if (id !== null) return calls?.pop();
    const call = calls?.[nextNameless];
    if (call !== undefined) nextNameless += 1;
    return call;
  };
  return (message) => {
    const answers: (Answer | null)[] = [];
    for (const part of message.parts) {
      if (part.type === 'tool-call') {
        const calls = open.get(part.callId);
        if (calls === undefined) open.set(part.callId, [part]);
        else calls.push(part);
      }
      if (part.type !== 'tool-result') continue;
      const call = take(part.callId);
      answers.push(call === undefined ? null : { call, result: part });
    }
    return answers;
  };
}

const FAILED =
  /^\W*(?:error|traceback|exception)\b|\b(?:no such file|not found|permission denied|does not exist|failed)\b/i;
const EXIT_CODE = /"exit_code": ?[1-9]/;
/** Formats without a mark of failure say it in the first line. */
const failed = ({ text, isError }: ToolResult): boolean =>
  isError ?? (FAILED.test(text.slice(0, 200).split('\n', 1)[0]!) || EXIT_CODE.test(text.slice(-200)));

const saysMore = ({ parts }: Message): boolean =>
  parts.some(
    (p) => (p.type === 'text' && p.text.trim() !== '') || p.type === 'attachment' || p.type === 'tool-call',
  );

/** "a/b" and "a" of "a/b/c": a removal of either removes the file. */
function foldersOf(path: string): string[] {
  const out: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    out.push(path.slice(0, at));
  return out;
}

/**
 * Tool results that a later call outdates (semantics.md, Supersession): writing or deleting a path outdates all earlier
 * results about it, a deletion also those about what lay below; reading a whole file outdates what was read or written
 * there before, and any call outdates the result of the very same call. A call that failed or was never answered outdates
 * nothing. A message with several results is stale once all of them are. In the order of `by`; linear time.
 */
export const findStaleResults = (messages: readonly Message[]): StaleResult[] =>
  finish(staleResults(messages));

/** As `findStaleResults`, one message with results at a time. */
export function* staleResults(messages: readonly Message[]): Slices<StaleResult[]> {
  const records = new Map<string, PathRecord>();
  const recordOf = (path: string): PathRecord => {
    let record = records.get(path);
    if (record === undefined) {
      record = { contents: [], all: [], below: [], byCall: new Map() };
      records.set(path, record);
    }
    return record;
  };
  const stale: StaleResult[] = [];
  const outdate = (findings: Finding[], by: number, does: StaleResult['does']) => {
    for (const finding of findings) {
      if (finding.stale) continue;
      finding.stale = true;
      const { of, path, did } = finding;
      of.fresh -= 1;
      if (of.fresh === 0 && of.onlyPaths && of.message < by)
        stale.push({ message: of.message, by, path, did, does });
    }
    // Each finding is looked at once per list: this keeps the whole linear.
    findings.length = 0;
  };

  const apply = ({ uses, whole, key }: ToolPaths, by: number) => {
    for (const { path, does } of uses) {
      const record = recordOf(path);
      if (does === 'write' || does === 'delete') outdate(record.all, by, does);
      if (does === 'delete') outdate(record.below, by, does);
      if (does === 'read' && whole) outdate(record.contents, by, does);
      if (does === 'read' || does === 'look') outdate(record.byCall.get(key) ?? [], by, 'read');
    }
  };
  const remember = ({ uses, key }: ToolPaths, of: ResultMessage) => {
    for (const { path, does } of uses) {
      const finding: Finding = { of, path, did: does, stale: false };
      const record = recordOf(path);
      record.all.push(finding);
      if (does === 'read' || does === 'write') record.contents.push(finding);
      const same = record.byCall.get(key);
      if (same === undefined) record.byCall.set(key, [finding]);
      else same.push(finding);
      for (const folder of foldersOf(path)) recordOf(folder).below.push(finding);
    }
  };

  const answersOf = createAnswers();
  for (const [m, message] of messages.entries()) {
    const answers = answersOf(message);
    if (answers.length === 0) continue;
    yield;
    const found = answers.map((a) => (a === null ? null : toolPaths(a.call.name, a.call.arguments)));
    const of: ResultMessage = {
      message: m,
      fresh: found.reduce((n, f) => n + (f?.uses.length ?? 0), 0),
      onlyPaths: !saysMore(message) && found.every((f) => f?.understood === true),
    };
    found.forEach((paths, i) => {
      if (paths === null) return;
      if (!failed(answers[i]!.result)) apply(paths, m);
      remember(paths, of);
    });
  }
  return stale;
}
