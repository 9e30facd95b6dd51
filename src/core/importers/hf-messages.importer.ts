import { rowMessages } from './dataset-rows';
import type { Importer, ImportSource } from './importer';
import { isRecord, vote } from './json-shape';
import { allConversations, firstConversation, listReader, type MessageList } from './message-lists';
import { isOpenAiMessage, readOpenAiMessages } from './openai-messages';

export const importer: Importer = {
  id: 'hf-messages',
  title: 'Data set of chats (JSONL)',
  describe:
    'One {"messages": [...]} conversation per line, as on Hugging Face, or a prompt with a chosen and a rejected answer.',

  // A file of one line is an ordinary request.
  detect({ lines, json }) {
    if (!lines || json !== undefined) return 0;
    return (
      0.9 *
      vote(
        lines.map((l) => l.value),
        (row) => vote(rowMessages(row)?.items ?? [], isOpenAiMessage) >= 0.5,
      )
    );
  },

  splits: () => true,

  parse: (source) => firstConversation(rowsOf(source), reader(source)),
  parseAll: (source) => allConversations(rowsOf(source), reader(source)),
};

const reader = (source: ImportSource) =>
  listReader('hf-messages', source, ({ items, pathOf }, report) => readOpenAiMessages(items, pathOf, report));

/** A line each; one without messages is an empty list. */
const rowsOf = ({ lines = [] }: ImportSource): MessageList[] =>
  lines.map(({ number, value }) => {
    const row = isRecord(value) ? rowMessages(value) : null;
    const at = (path: string): string => `line ${number}, ${path}`;
    return {
      items: row?.items ?? [],
      pathOf: (i) => (row && i < row.items.length ? at(row.pathOf(i)) : `line ${number}`),
      owners: isRecord(value) ? [value] : [],
      hidden: row?.hidden.map(at),
    };
  });
