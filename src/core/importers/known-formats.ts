import type { ImportSource } from './importer';
import { isRecord, type JsonRecord, listOf, topItems, VOTE_ITEMS, vote } from './json-shape';

/**
 * Formats that are recognised and not read yet, so that they are named instead of misread. One row each: id, the end of
 * "This looks like …", and the structure that no other format has, most specific first. A row is silent as soon as an
 * importer with its id exists; that importer takes over the test, and the row can go.
 */

/** The parts of a source that tell JSON formats apart, gathered once. */
interface Shape {
  /** The array's items, the lines' values, or the one object. */
  readonly top: readonly JsonRecord[];
  readonly root: JsonRecord | undefined;
  readonly isLines: boolean;
  /** Message-like items, at the top or under the usual keys. */
  readonly messages: readonly JsonRecord[];
  /** The items of the messages' `content` lists. */
  readonly contentParts: readonly JsonRecord[];
}

const records = (value: unknown): JsonRecord[] => listOf(value).slice(0, VOTE_ITEMS).filter(isRecord);
const hasList = (item: unknown, key: string): boolean => isRecord(item) && Array.isArray(item[key]);
const share = (items: readonly JsonRecord[], test: (item: JsonRecord) => boolean): boolean =>
  vote(items, test) >= 0.5;

const JSON_FORMATS: readonly (readonly [id: string, looksLike: string, test: (shape: Shape) => boolean])[] = [
  [
    'discord',
    'a Discord channel',
    ({ root }) => isRecord(root?.guild) && isRecord(root.channel) && hasList(root, 'messages'),
  ],
  [
    'slack',
    'a Slack channel',
    ({ top }) =>
      share(top, (i) => i.type === 'message' && typeof i.ts === 'string' && /^\d+\.\d+$/.test(i.ts)),
  ],
];

/** `test` gets up to 400 lines, because speakers come first. */
const TEXT_FORMATS: readonly (readonly [
  id: string,
  looksLike: string,
  test: (lines: readonly string[]) => boolean,
])[] = [
  ['vtt', 'WebVTT subtitles', (lines) => lines[0]?.startsWith('WEBVTT') === true],
  [
    'srt',
    'SRT subtitles',
    (lines) =>
      lines.some((l, i) => /^\d+$/.test(l.trim()) && /^\d\d:\d\d:\d\d,\d{3} --> /.test(lines[i + 1] ?? '')),
  ],
  [
    'chat-log',
    'a chat log with times',
    (lines) =>
      lines.filter((l) => /^\[?\d[\d/.\-: ,T]{3,24}(?:[\s\u202f]?[AaPp][Mm])?\]?(?: -)? [^:]{1,40}: /.test(l))
        .length >= 2,
  ],
];

function shapeOf(source: ImportSource): Shape {
  const top = records(topItems(source));
  const root = isRecord(source.json) ? source.json : undefined;
  const values = isRecord(root?.values) ? root.values : undefined;
  const channel = isRecord(root?.channel_values) ? root.channel_values : undefined;
  const under = [
    root?.messages,
    values?.messages,
    channel?.messages,
    root?.input,
    root?.output,
    root?.items,
    root?.data,
  ];
  const messages = [...(under.map(records).find((list) => list.length > 0) ?? top)];
  const contentParts = messages.flatMap((m) => records(m.content));
  return { top, root, isLines: source.lines !== undefined, messages, contentParts };
}

/** A single key match is unmistakable in JSON; text formats are told by their layout, a little less certain. */
const jsonConfidence = 0.9;
const textConfidence = 0.8;

/** The known format a source looks like, with its confidence; null when it looks like none. */
export function recogniseKnown(
  source: ImportSource,
  isRead: (id: string) => boolean,
): { readonly id: string; readonly looksLike: string; readonly confidence: number } | null {
  if (source.json !== undefined || source.lines) {
    const shape = shapeOf(source);
    const row = JSON_FORMATS.find(([id, , test]) => !isRead(id) && test(shape));
    return row ? { id: row[0], looksLike: row[1], confidence: jsonConfidence } : null;
  }
  const lines = source.text.slice(0, 200_000).split(/\r\n?|\n/, 400);
  const row = TEXT_FORMATS.find(([id, , test]) => !isRead(id) && test(lines));
  return row ? { id: row[0], looksLike: row[1], confidence: textConfidence } : null;
}
