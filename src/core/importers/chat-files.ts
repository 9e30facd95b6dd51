import { placeAt } from '../places';
import type { Result } from '../result';
import { fail } from '../result';
import { noConversation } from './build-conversation';
import { ImportReport } from './import-report';
import type { Imported, Importer, ImportSource } from './importer';
import { isRecord, type JsonRecord, listOf, topItems } from './json-shape';

/** One conversation of a file that may hold many. */
export interface Chat {
  readonly record: JsonRecord;
  /** Its JSON path as a prefix of what is inside: '', `[3].` or `line 4, `. */
  readonly path: string;
}

interface ChatFormat {
  hasMessage(chat: Chat): boolean;
  read(
    chat: Chat,
    leafId: string | undefined,
    report: ImportReport,
    otherConversations: number,
  ): Result<Imported>;
}

/** Some tools put the list under `conversations`. */
const isWrapper = (json: unknown): json is JsonRecord =>
  isRecord(json) && Object.keys(json).length <= 10 && listOf(json.conversations).some(isRecord);

export const chatItems = (source: ImportSource): readonly unknown[] =>
  isWrapper(source.json) ? listOf(source.json.conversations) : topItems(source);

function chatsOf(source: ImportSource, report: ImportReport): Chat[] {
  const wrapped = isWrapper(source.json);
  return chatItems(source).flatMap((record, n) => {
    const i = n + (source.firstItem ?? 0);
    const line = source.json === undefined ? source.lines?.[n]?.number : undefined;
    const at = line === undefined ? `${wrapped ? 'conversations' : ''}[${i}]` : `line ${line}`;
    if (!isRecord(record)) {
      report.add('mixed-shapes', { where: at });
      return [];
    }
    const isOne = line === undefined && !wrapped && !Array.isArray(source.json);
    return [{ record, path: isOne ? '' : line === undefined ? `${at}.` : `${at}, ` }];
  });
}

/** `parse` and `parseAll` of a format whose files hold many conversations: the first with a message is opened. */
export function readingChats({
  hasMessage,
  read,
}: ChatFormat): Pick<Importer, 'parse'> & Required<Pick<Importer, 'parseAll' | 'splits' | 'ownText'>> {
  return {
    splits: () => true,

    parse(source, choice = {}) {
      const report = new ImportReport();
      const chats = chatsOf(source, report);
      const filled: Chat[] = [];
      const empty: Chat[] = [];
      for (const chat of chats) (hasMessage(chat) ? filled : empty).push(chat);
      const chat = filled[choice.conversation ?? 0] ?? filled[0];
      if (!chat) return fail(noConversation(0));
      report.add('empty-conversation', {
        count: empty.length,
        places: empty.map((c) => placeAt(c.path.replace(/(?:\.|, )$/, ''))),
        say: (n) =>
          `${n} ${n === 1 ? 'conversation has' : 'conversations have'} no messages and ${n === 1 ? 'is' : 'are'} not listed.`,
      });
      return read(chat, choice.leafId, report, filled.length - 1);
    },

    *parseAll(source) {
      for (const chat of chatsOf(source, new ImportReport())) {
        const imported = hasMessage(chat) ? read(chat, undefined, new ImportReport(), 0) : null;
        if (imported?.ok) yield imported.value;
      }
    },

    ownText(source, conversation) {
      const chats = chatsOf(source, new ImportReport());
      return JSON.stringify(chats.filter(hasMessage)[conversation]?.record ?? null);
    },
  };
}
