import type { OpenedSource } from './import-conversation';
import type { Imported } from './importer';

/** A conversation that branches, with the text that its other branches are read from later. */
export function withOwnText(
  imported: Imported,
  { importer, source }: OpenedSource,
  conversation: number,
): Imported {
  if (!imported.branches || !importer.ownText) return imported;
  return { ...imported, ownText: importer.ownText(source, conversation) };
}
