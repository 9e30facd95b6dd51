import type { Timestamp } from '../conversation';
import type { Result } from '../result';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { ImportReport } from './import-report';
import type { ConversationLabels, Imported, Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { readOpenAiMessages } from './openai-messages';
import { reportEmpty } from './sessions';

const sessionsOf = (record: JsonRecord): readonly unknown[] => listOf(record.haystack_sessions);
const hasTurn = (record: JsonRecord): boolean => sessionsOf(record).some((s) => listOf(s).some(isRecord));

export const importer: Importer = {
  id: 'longmemeval',
  title: 'LongMemEval (JSON)',
  describe:
    'One question per conversation: sessions of a user and an assistant, with the turns that answer it.',

  detect: (source) => 0.95 * vote(topItems(source), (item) => Array.isArray(item.haystack_sessions)),

  splits: () => true,

  parse(source) {
    const records = topItems(source).flatMap((record, i) => (isRecord(record) ? [{ record, i }] : []));
    const filled = records.filter(({ record }) => hasTurn(record));
    const first = filled[0]?.record;
    if (!first) return fail(noConversation(0));
    const empty = records.flatMap(({ record, i }) =>
      hasTurn(record) ? [] : [`[${i + (source.firstItem ?? 0)}]`],
    );
    return read(first, source, { empty, others: filled.length - 1 });
  },

  *parseAll(source) {
    for (const record of topItems(source)) {
      const imported = isRecord(record) ? read(record, source, { empty: [], others: 0 }) : null;
      if (imported?.ok) yield imported.value;
    }
  },
};

function read(
  record: JsonRecord,
  source: ImportSource,
  counts: { readonly empty: readonly string[]; readonly others: number },
): Result<Imported> {
  const report = new ImportReport();
  const sessions = sessionsOf(record).map(listOf);
  const root = Array.isArray(source.json)
    ? `[${topItems(source).indexOf(record) + (source.firstItem ?? 0)}].`
    : '';
  const emptySessions = sessions.flatMap((turns, s) =>
    turns.length === 0 ? [`${root}haystack_sessions[${s}]`] : [],
  );
  reportEmpty(report, counts.empty, emptySessions);
  const messages: DraftMessage[] = [];
  const ids: string[][] = [];
  const evidence: string[] = [];
  sessions.forEach((turns, s) => {
    const session: string[] = [];
    const time = zonelessTime(listOf(record.haystack_dates)[s]);
    turns.forEach((turn, i) => {
      const path = `${root}haystack_sessions[${s}][${i}]`;
      const id = `S${s + 1}:${i + 1}`;
      for (const message of readOpenAiMessages([turn], () => path, report)) {
        messages.push({ ...message, id, time });
        session.push(id);
        if (isRecord(turn) && turn.has_answer === true) evidence.push(id);
      }
    });
    if (session.length > 0) ids.push(session);
  });
  return buildConversation({
    format: 'longmemeval',
    messages,
    report,
    title: idOf(record.question_id),
    fileName: source.name,
    otherConversations: counts.others,
    labels: { sessions: ids, questions: questionOf(record, evidence) },
  });
}

function questionOf(record: JsonRecord, evidence: readonly string[]): ConversationLabels['questions'] {
  const text = stringOf(record.question);
  if (text === undefined) return [];
  const category = stringOf(record.question_type);
  const time = zonelessTime(record.question_date);
  return [
    {
      id: idOf(record.question_id) ?? 'q1',
      text,
      evidenceMessageIds: evidence,
      ...(category === undefined ? {} : { category }),
      ...(time ? { time } : {}),
    },
  ];
}

/** "2026/03/02 (Mon) 09:02": the weekday says nothing that the date does not. */
const zonelessTime = (value: unknown): Timestamp | null =>
  parseTimestamp(typeof value === 'string' ? value.replace(/ *\([^)]*\) */, ' ') : value);
