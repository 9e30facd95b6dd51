import { importers } from '../../core/importers/registry';

/** The importer's own name for a format: "OpenAI chat messages (JSON)". Apart, because the first screen has no importers. */
export const formatTitle = (id: string): string => importers.find((i) => i.id === id)?.title ?? id;
