import { importText } from '../core/importers/import-conversation';
import type { Imported } from '../core/importers/importer';
import type { Result } from '../core/result';
import type { StoredSource } from '../platform/imports-storage';

/** Reads a kept source once more, along another branch where `leafId` names one. Errors: those of `importText`. */
export const readAgain = async ({ name, text }: StoredSource, leafId?: string): Promise<Result<Imported>> =>
  importText(text, { name, ...(leafId === undefined ? {} : { choice: { leafId } }) });
