import { fail } from '../result';
import { buildConversation, noConversation } from './build-conversation';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { vote } from './json-shape';
import { isOpenAiMessage, readOpenAiMessages } from './openai-messages';

export const importer: Importer = {
  id: 'openai-chat-jsonl',
  title: 'OpenAI chat messages, one per line (JSONL)',
  describe: 'One {"role", "content"} object per line, with or without a timestamp.',

  // A little above the whole-file form, for the file of one line that is both.
  detect: ({ lines }) =>
    lines
      ? 0.55 *
        vote(
          lines.map((l) => l.value),
          isOpenAiMessage,
        )
      : 0,

  parse({ lines, name }) {
    if (!lines || lines.length === 0) return fail(noConversation(0));
    const report = new ImportReport();
    const messages = readOpenAiMessages(
      lines.map((l) => l.value),
      (i) => `line ${lines[i]?.number ?? i + 1}`,
      report,
    );
    return buildConversation({ format: 'openai-chat-jsonl', messages, report, fileName: name });
  },
};
