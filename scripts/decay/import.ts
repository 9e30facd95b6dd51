import { importBytes } from '../../src/core/importers/import-conversation';
import { onlyFile } from './args';
import type { Command } from './command';
import { messageJson, sentence } from './message-json';
import { nameOf, readBytes } from './read-file';

export const importFile: Command = {
  name: 'import',
  synopsis: 'FILE',
  about: 'Prints the conversation in a file: format, messages, warnings.',
  options: {},

  async run(args, io) {
    const file = onlyFile(args);
    const imported = importBytes(await readBytes(file, io), nameOf(file));
    if (!imported.ok) {
      io.say(imported.error.message);
      await io.write(
        `${JSON.stringify({ format: null, messages: [], warnings: [], error: imported.error })}\n`,
      );
      return 1;
    }
    const { format, conversation, otherConversations, warnings } = imported.value;
    const participants = [...new Set(conversation.messages.flatMap((m) => m.name ?? []))];
    const answer = {
      format,
      title: conversation.title,
      ...(participants.length > 0 ? { participants } : {}),
      ...(otherConversations > 0 ? { otherConversations } : {}),
      messages: conversation.messages.map(messageJson),
      warnings: warnings.map(sentence),
    };
    await io.write(`${JSON.stringify(answer)}\n`);
    return 0;
  },
};
