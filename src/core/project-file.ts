import type { ConversationDocument } from './conversation';
import type { Lane } from './lane';
import { restoreDocument } from './restore-document';
import { fail, ok, type Result } from './result';

/** Names the file's format, so that it is told from every other JSON. */
export const PROJECT_FORMAT = 'temporal-decay-playground';
export const PROJECT_VERSION = 2;

/** Everything a person has set up, as one file: it opens again as the same state. */
export interface Project {
  readonly document: ConversationDocument;
  /** The bundled example it came from, or null. */
  readonly exampleId: string | null;
  /** Lanes, settings and playback are restored by those who know them; undefined: the file has none. */
  readonly lanes: unknown;
  readonly settings: unknown;
  readonly playback: unknown;
}

export interface ProjectSource extends Project {
  readonly lanes: readonly Lane[];
  readonly settings: object;
  /** The step and the question in focus. */
  readonly playback: { readonly step: number; readonly probeId: string | null };
}

/** JSON text of version `PROJECT_VERSION`. Same project, same text. */
export const writeProject = ({ document, exampleId, lanes, settings, playback }: ProjectSource): string =>
  `${JSON.stringify(
    { format: PROJECT_FORMAT, version: PROJECT_VERSION, document, exampleId, lanes, settings, playback },
    null,
    2,
  )}\n`;

type Fields = Readonly<Record<string, unknown>>;

/** `MIGRATIONS[v]` makes a file of version v one of version v + 1. Old ones stay: files outlive versions. */
const MIGRATIONS: Readonly<Record<number, (file: Fields) => Fields>> = {
  // Version 1 was the document alone, without an envelope.
  1: ({ format: _format, version: _version, ...document }) => ({
    format: PROJECT_FORMAT,
    version: 2,
    document,
  }),
};

/** Whether a JSON value is a project file, of whatever version. Never throws. */
export function isProject(json: unknown): boolean {
  return versionOf(json) !== null;
}

/** null: no project file. */
function versionOf(json: unknown): number | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  const file = json as Fields;
  if (file.format === PROJECT_FORMAT) return Number.isInteger(file.version) ? (file.version as number) : 0;
  const conversation = file.conversation as Fields | null | undefined;
  const messages = typeof conversation === 'object' && conversation?.messages;
  const first: unknown = Array.isArray(messages) ? messages[0] : null;
  const hasParts = typeof first === 'object' && first !== null && Array.isArray((first as Fields).parts);
  return hasParts && ('pinnedMessageIds' in file || 'probes' in file || 'supersessions' in file) ? 1 : null;
}

/**
 * A project file of any version up to this one. Errors: `project-unreadable` with the path of the first misfit,
 * `project-too-new` for a version that this app does not know, `empty-file` without messages. Never throws.
 */
export function readProject(json: unknown): Result<Project> {
  const version = versionOf(json);
  if (version === null || version < 1) {
    return fail({
      code: 'project-unreadable',
      message:
        'This file names itself a project of the playground, but its version is missing or is no number.',
      where: 'version',
    });
  }
  if (version > PROJECT_VERSION) {
    return fail({
      code: 'project-too-new',
      message: `This project was saved by a newer version of the playground (file version ${version}, this one reads up to ${PROJECT_VERSION}).`,
      where: 'version',
    });
  }
  let file = json as Fields;
  for (let v = version; v < PROJECT_VERSION; v++) file = MIGRATIONS[v]!(file);
  const restored = restoreDocument(file.document);
  if (!restored.ok) {
    const { where } = restored.error;
    return fail({
      code: 'project-unreadable',
      message: 'The conversation in this project file could not be read.',
      where: where === undefined ? 'document' : `document.${where}`,
    });
  }
  if (restored.value.conversation.messages.length === 0) {
    return fail({ code: 'empty-file', message: 'The conversation in this project file has no messages.' });
  }
  return ok({
    document: restored.value,
    exampleId: typeof file.exampleId === 'string' ? file.exampleId : null,
    lanes: file.lanes,
    settings: file.settings,
    playback: file.playback,
  });
}
