import { importBytes } from '../../src/core/importers/import-conversation';
import type { Imported } from '../../src/core/importers/importer';
import { importArchive, isArchive } from '../../src/core/importers/zip/archive';
import { ok, type Result } from '../../src/core/result';
import { inflate, sliceReader } from '../../src/engines/importing/inflate';
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
    const imported = await importAny(await readBytes(file, io), nameOf(file), io.say);
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

/** A file, or the first conversation of an archive. */
async function importAny(
  bytes: Uint8Array,
  options: ReturnType<typeof nameOf>,
  say: (text: string) => void,
): Promise<Result<Imported>> {
  if (!isArchive(bytes)) return importBytes(bytes, options);
  const archive = await importArchive(sliceReader(new Blob([Uint8Array.from(bytes)])), inflate, options);
  if (!archive.ok) return archive;
  for (const { name, message } of archive.value.skipped) say(`${name}: ${message}`);
  return ok(archive.value.first);
}
