import { argumentsText, type Json, type Message, type Part, type Role } from './conversation';
import { parseTimestamp } from './timestamps';

/**
 * Our own Markdown: a heading per message, its parts as blocks below it. Every block begins with a line that is told
 * from text (`isMark`); a line of text that looks like one stands behind a backslash, so what is written is read back.
 */
export const OWN_MARKDOWN = '<!-- A conversation of Temporal Decay Playground, which reads it back. -->';

const TITLES = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;
const ROLES: ReadonlyMap<string, Role> = new Map(
  Object.entries(TITLES).map(([role, title]) => [title, role as Role]),
);
const SEPARATOR = ' · ';
const ASSUMED = 'time assumed';

/** A call's name or id in a line: as it is where that is clear, else as a JSON string. */
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const CODE = `(\`[^\`\\n]+\`|${QUOTED})`;
const IN_BRACKETS = `(?: \\(((?!")[^\\n]+|${QUOTED})\\))?`;

const HEADING = new RegExp(`^## (System|User|Assistant|Tool)${IN_BRACKETS}((?: · [^)\\n]+)?)$`);
const CALL = new RegExp(`^Call of ${CODE}${IN_BRACKETS}:$`);
const RESULT = new RegExp(`^(Result|Error)${IN_BRACKETS}:$`);
const ATTACHMENT = new RegExp(`^Attachment: ${CODE}(?:, name ${CODE})?(?:, type ${CODE})?(?:, text:)?$`);
const REASONING = '> Reasoning: ';

type Heading = Pick<Message, 'role' | 'time' | 'name' | 'kind' | 'offsetMs'>;
type WrittenHeading = Pick<Heading, 'role'> & Partial<Omit<Heading, 'role'>>;

/** `## User (Rin) · 2026-03-02T09:00:00.000Z` */
export function writeHeading({ role, name, time, kind, offsetMs }: WrittenHeading): string {
  const facts = [
    ...(time ? [time.text, ...(time.assumed ? [ASSUMED] : [])] : []),
    ...(offsetMs === undefined ? [] : [`${offsetMs} ms from the start`]),
    ...(kind ? [kind] : []),
  ];
  return [`## ${TITLES[role]}${name ? ` (${inBrackets(name)})` : ''}`, ...facts].join(SEPARATOR);
}

/** null: no heading of ours. */
export function readHeading(line: string): Heading | null {
  const [, title = '', name, facts = ''] = (line.startsWith('## ') && HEADING.exec(line)) || [];
  const role = ROLES.get(title);
  if (!role) return null;
  let heading: Heading = { role, time: null, ...(name ? { name: fromBrackets(name) } : {}) };
  for (const fact of facts.split(SEPARATOR).slice(1)) {
    const offset = /^(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?) ms from the start$/.exec(fact)?.[1];
    const time = parseTimestamp(fact);
    if (fact === 'summary' || fact === 'event') heading = { ...heading, kind: fact };
    else if (offset !== undefined) heading = { ...heading, offsetMs: Number(offset) };
    else if (time) heading = { ...heading, time };
    else if (fact === ASSUMED && heading.time)
      heading = { ...heading, time: { ...heading.time, assumed: true } };
    else return null;
  }
  return heading;
}

export function writePart(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text.split('\n').map(escaped).join('\n');
    case 'reasoning':
      return `> Reasoning: ${part.text.replaceAll('\n', '\n> ')}`;
    case 'tool-call': {
      const isText = typeof part.arguments === 'string';
      const head = `Call of ${code(part.name)}${idInBrackets(part.callId)}:`;
      return `${head}\n\n${fenced(argumentsText(part.arguments), isText ? '' : 'json')}`;
    }
    case 'tool-result':
      return `${part.isError ? 'Error' : 'Result'}${idInBrackets(part.callId)}:\n\n${fenced(part.text)}`;
    case 'attachment': {
      const { kind, name, mediaType, text } = part;
      const head = [
        `Attachment: ${code(kind)}`,
        ...(name ? [`name ${code(name)}`] : []),
        ...(mediaType ? [`type ${code(mediaType)}`] : []),
      ].join(', ');
      return text ? `${head}, text:\n\n${fenced(text)}` : head;
    }
  }
}

/** The part that begins with a line, without what stands in the fence below it; null: the line is text. */
export type Opening =
  | { readonly needs: 'fence' | 'nothing'; readonly make: (inside: string, language: string) => Part }
  | { readonly needs: 'quote' };

export function readOpening(line: string): Opening | null {
  if (line.startsWith(REASONING)) return { needs: 'quote' };
  const call = line.startsWith('Call of ') ? CALL.exec(line) : null;
  if (call) {
    const name = fromCode(call[1] ?? '');
    const callId = idFromBrackets(call[2]);
    return {
      needs: 'fence',
      make: (inside, language) => ({
        type: 'tool-call',
        callId,
        name,
        arguments: language === 'json' ? parsedOr(inside) : inside,
      }),
    };
  }
  const result = /^(?:Result|Error)/.test(line) ? RESULT.exec(line) : null;
  if (result) {
    const callId = idFromBrackets(result[2]);
    const isError = result[1] === 'Error';
    return {
      needs: 'fence',
      make: (text) => ({ type: 'tool-result', callId, text, ...(isError ? { isError } : {}) }),
    };
  }
  const attachment = line.startsWith('Attachment: ') ? ATTACHMENT.exec(line) : null;
  return attachment ? attachmentOf(attachment, line.endsWith(', text:')) : null;
}

function attachmentOf(match: RegExpExecArray, hasText: boolean): Opening {
  const [kind = '', name, mediaType] = match.slice(1).map((t) => (t === undefined ? t : fromCode(t)));
  return {
    needs: hasText ? 'fence' : 'nothing',
    make: (text) => ({
      type: 'attachment',
      kind,
      ...(name ? { name } : {}),
      ...(mediaType ? { mediaType } : {}),
      ...(hasText ? { text } : {}),
    }),
  };
}

const isMark = (line: string): boolean => readHeading(line) !== null || readOpening(line) !== null;

const escaped = (line: string): string => (isMark(line.replace(/^\\+/, '')) ? `\\${line}` : line);

/** A line of text without the backslash that kept it from being a mark. */
export const unescaped = (line: string): string =>
  line.startsWith('\\') && isMark(line.replace(/^\\+/, '')) ? line.slice(1) : line;

/** A fence longer than any in the text. */
function fenced(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const code = (text: string): string => (/^[^`\n]+$/.test(text) ? `\`${text}\`` : JSON.stringify(text));
const fromCode = (text: string): string =>
  text.startsWith('`') ? text.slice(1, -1) : String(parsedOr(text));

const inBrackets = (text: string): string => (/^[^"\n][^\n]*$/.test(text) ? text : JSON.stringify(text));
const fromBrackets = (text: string): string => (text.startsWith('"') ? String(parsedOr(text)) : text);
const idInBrackets = (id: string | null): string => (id === null ? '' : ` (${inBrackets(id)})`);
const idFromBrackets = (id: string | undefined): string | null =>
  id === undefined ? null : fromBrackets(id);

function parsedOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
