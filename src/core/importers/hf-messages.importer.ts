import { fail } from '../result';
import { buildConversation, noConversation } from './build-conversation';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';
import { isOpenAiMessage, readOpenAiMessages } from './openai-messages';

const messagesOf = (row: JsonRecord): readonly unknown[] => listOf(row.messages);

export const importer: Importer = {
  id: 'hf-messages',
  title: 'Data set of chats (JSONL)',
  describe: 'One {"messages": [...]} conversation per line, as on Hugging Face; the first one is opened.',

  // A file of one line is an ordinary request.
  detect({ lines, json }) {
    if (!lines || json !== undefined) return 0;
    return (
      0.9 *
      vote(
        lines.map((l) => l.value),
        (row) => vote(messagesOf(row), isOpenAiMessage) >= 0.5,
      )
    );
  },

  splits: () => true,

  parse({ lines = [], name }) {
    const rows = lines.flatMap((line) =>
      isRecord(line.value) ? [{ number: line.number, row: line.value }] : [],
    );
    const isFilled = ({ row }: { row: JsonRecord }): boolean => messagesOf(row).some(isRecord);
    const filled = rows.filter(isFilled);
    const first = filled[0];
    if (!first) return fail(noConversation(0));
    const report = new ImportReport();
    const empty = rows.filter((row) => !isFilled(row));
    report.add('empty-conversation', {
      count: empty.length,
      places: empty.map(({ number }) => ({ line: number })),
    });
    const path = (i: number): string => `line ${first.number}, messages[${i}]`;
    return buildConversation({
      format: 'hf-messages',
      messages: readOpenAiMessages(messagesOf(first.row), path, report),
      report,
      title: stringOf(first.row.title),
      fileName: name,
      otherConversations: filled.length - 1,
    });
  },
};
