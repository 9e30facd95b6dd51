import type { Message } from '../../core/conversation';
import type { Imported } from '../../core/importers/importer';
import { type Input, listSources } from '../../core/importers/sources/list-sources';
import { readConversation } from '../../core/importers/sources/read-conversation';
import { ok } from '../../core/result';
import type { Handlers } from '../worker-rpc';
import type { ImportContract, ImportEvent, ImportedHead, SourceInput } from './import-contract';
import { inflate, sliceReader } from './inflate';

/** Entries and messages cross in batches that the page takes without missing a frame. */
const BATCH_ENTRIES = 200;
const BATCH_MESSAGES = 500;
const BATCH_CHARACTERS = 500_000;

/** The worker's methods; they also run on the page's thread where no worker can be started. */
export function createImportService(): Handlers<ImportContract, ImportEvent> {
  let only: { readonly entryId: string; readonly imported: Imported } | undefined;
  return {
    async list({ inputs }, emit) {
      only = undefined;
      let firstId = '';
      const listed = await listSources(inputs.map(inputOf), inflate, {
        progress: (progress) => emit({ type: 'progress', progress }),
        found: (conversations) => {
          firstId ||= conversations[0]?.id ?? '';
          for (let i = 0; i < conversations.length; i += BATCH_ENTRIES)
            emit({ type: 'found', conversations: conversations.slice(i, i + BATCH_ENTRIES) });
        },
      });
      if (!listed.ok) return listed;
      if (listed.value.only) only = { entryId: firstId, imported: listed.value.only };
      return ok(listed.value.sources);
    },

    async read({ input, entry, leafId }, emit) {
      const known = only?.entryId === entry.id && leafId === undefined ? only.imported : undefined;
      only = undefined;
      const read = known
        ? ok(known)
        : await readConversation(inputOf(input), inflate, entry, leafId, (bytesRead, bytesTotal) =>
            emit({
              type: 'progress',
              progress: { stage: 'opening', source: entry.source, bytesRead, bytesTotal, conversations: 1 },
            }),
          );
      if (!read.ok) return read;
      for (const messages of batches(read.value.conversation.messages)) emit({ type: 'messages', messages });
      return ok(headOf(read.value));
    },
  };
}

/** A text becomes bytes, so that it is read as a file is; one that bytes cannot hold exactly stays a text. */
function inputOf(input: SourceInput): Input {
  if ('blob' in input) return { name: input.name, fileName: input.name, file: sliceReader(input.blob) };
  const isExact = input.text !== '' && input.text.isWellFormed();
  return isExact ? { name: input.name, file: sliceReader(new Blob([input.text])) } : input;
}

function headOf({ conversation: { id, title }, project, ...imported }: Imported): ImportedHead {
  return {
    ...imported,
    conversation: { id, title },
    ...(project ? { project: { ...project, document: { ...project.document, conversation: null } } } : {}),
  };
}

function* batches(messages: readonly Message[]): Generator<Message[]> {
  let batch: Message[] = [];
  let characters = 0;
  for (const message of messages) {
    batch.push(message);
    for (const part of message.parts) characters += 'text' in part ? (part.text?.length ?? 0) : 200;
    if (batch.length < BATCH_MESSAGES && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
