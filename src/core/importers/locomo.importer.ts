import type { Part, Timestamp, TypedQuestion } from '../conversation';
import type { Result } from '../result';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { monthNumber } from './english-months';
import { ImportReport } from './import-report';
import type { Imported, Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { reportEmpty } from './sessions';

/** One conversation of the file; the first layout of the data set has no `conversation` around the sessions. */
interface Dialogue {
  readonly record: JsonRecord;
  readonly talk: JsonRecord;
  readonly path: string;
}

interface Session {
  readonly key: string;
  readonly turns: readonly unknown[];
  readonly time: Timestamp | null;
}

export const importer: Importer = {
  id: 'locomo',
  title: 'LoCoMo (JSON)',
  describe: 'Long conversations of two people in sessions, with questions and the turns that answer them.',

  detect: (source) => 0.95 * vote(topItems(source), (item) => sessionsOf(talkOf(item)).length > 0),

  splits: () => true,

  parse(source) {
    const dialogues = dialoguesOf(source);
    const filled = dialogues.filter(hasTurn);
    const first = filled[0];
    if (!first) return fail(noConversation(0));
    const empty = dialogues.filter((d) => !hasTurn(d)).map(({ path }) => path.replace(/\.$/, ''));
    return read(first, source, { empty, others: filled.length - 1 });
  },

  *parseAll(source) {
    for (const dialogue of dialoguesOf(source)) {
      const imported = read(dialogue, source, { empty: [], others: 0 });
      if (imported.ok) yield imported.value;
    }
  },
};

const talkOf = (record: JsonRecord): JsonRecord =>
  isRecord(record.conversation) ? record.conversation : record;

function dialoguesOf(source: ImportSource): Dialogue[] {
  return topItems(source).flatMap((record, i) => {
    if (!isRecord(record)) return [];
    const at = Array.isArray(source.json) ? `[${i + (source.firstItem ?? 0)}]` : '';
    const inner = isRecord(record.conversation);
    const path = [at, inner ? 'conversation' : ''].filter((p) => p !== '').join('.');
    return [{ record, talk: talkOf(record), path: path === '' ? '' : `${path}.` }];
  });
}

const SESSION = /^session_(\d+)$/;

/** By number: as text, session_10 would stand before session_2. A session with a date but no list has no turns. */
function sessionsOf(talk: JsonRecord): Session[] {
  if (!('speaker_a' in talk)) return [];
  const numbers = new Set<string>();
  for (const key of Object.keys(talk)) {
    const number = SESSION.exec(key.replace(/_date_time$/, ''))?.[1];
    if (number !== undefined) numbers.add(number);
  }
  return [...numbers]
    .sort((a, b) => Number(a) - Number(b))
    .map((number) => ({
      key: `session_${number}`,
      turns: listOf(talk[`session_${number}`]),
      time: sessionTime(talk[`session_${number}_date_time`]),
    }));
}

const hasTurn = ({ talk }: Dialogue): boolean => sessionsOf(talk).some(({ turns }) => turns.some(isRecord));

function read(
  { record, talk, path }: Dialogue,
  source: ImportSource,
  counts: { readonly empty: readonly string[]; readonly others: number },
): Result<Imported> {
  const report = new ImportReport();
  const sessions = sessionsOf(talk);
  const emptySessions = sessions.filter(({ turns }) => turns.length === 0);
  reportEmpty(
    report,
    counts.empty,
    emptySessions.map(({ key }) => `${path}${key}`),
  );
  const messages: DraftMessage[] = [];
  const ids: string[][] = [];
  for (const { key, turns, time } of sessions) {
    const session: string[] = [];
    turns.forEach((turn, i) => {
      const at = `${path}${key}[${i}]`;
      if (!isRecord(turn)) {
        report.add('mixed-shapes', { where: at });
        return;
      }
      // The benchmark's own notation where a turn has no id.
      const id = idOf(turn.dia_id) ?? `D${key.slice('session_'.length)}:${i + 1}`;
      session.push(id);
      const name = stringOf(turn.speaker);
      messages.push({ id, role: 'user', name, parts: partsOf(turn), time, where: at });
    });
    if (session.length > 0) ids.push(session);
  }
  return buildConversation({
    format: 'locomo',
    messages,
    report,
    title: idOf(record.sample_id),
    fileName: source.name,
    otherConversations: counts.others,
    labels: { sessions: ids, questions: questionsOf(record, report) },
  });
}

/** The caption stands for the picture: the benchmark's baselines feed it to the model. */
function partsOf(turn: JsonRecord): Part[] {
  const parts: Part[] = [];
  const text = stringOf(turn.text);
  if (text) parts.push({ type: 'text', text });
  const caption = stringOf(turn.blip_caption);
  const urls = (typeof turn.img_url === 'string' ? [turn.img_url] : listOf(turn.img_url)).flatMap(
    (url) => stringOf(url) ?? [],
  );
  const pictures = urls.length > 0 ? urls : caption ? [undefined] : [];
  pictures.forEach((name, i) => {
    parts.push({
      type: 'attachment',
      kind: 'image',
      ...(name ? { name } : {}),
      ...(caption && i === 0 ? { text: caption } : {}),
    });
  });
  return parts;
}

/** Evidence lists hold ids, and now and then several in one string ("D8:6; D9:17"). */
function questionsOf(record: JsonRecord, report: ImportReport): TypedQuestion[] {
  return listOf(record.qa).flatMap((item, i) => {
    const text = isRecord(item) ? stringOf(item.question) : undefined;
    if (!isRecord(item) || text === undefined) {
      report.add('mixed-shapes', { where: `qa[${i}]` });
      return [];
    }
    const category = idOf(item.category);
    return [
      {
        id: `q${i + 1}`,
        text,
        evidenceMessageIds: (typeof item.evidence === 'string' ? [item.evidence] : listOf(item.evidence))
          .flatMap((ids) => String(ids).split(/[;,]/))
          .map((id) => id.trim())
          .filter((id) => id !== ''),
        ...(category === undefined ? {} : { category }),
      },
    ];
  });
}

/** "1:56 pm on 8 May, 2023"; the zone is not said. */
function sessionTime(value: unknown): Timestamp | null {
  const match = /^(0?\d|1[0-2]):(\d{2}) ?([ap])m on (\d{1,2}) ([a-z]+),? (\d{4})$/i.exec(
    typeof value === 'string' ? value.trim() : '',
  );
  if (!match) return parseTimestamp(value);
  const [, clock, minute, half, day, month = '', year] = match;
  const hour = (Number(clock) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  return parseTimestamp(`${year}-${monthNumber(month)}-${day} ${hour}:${minute}`);
}
