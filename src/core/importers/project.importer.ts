import { messageText, type TypedQuestion } from '../conversation';
import { isProject, type Project, readProject } from '../project-file';
import { ok } from '../result';
import type { Importer } from './importer';

/** The product's own file: what is in it is taken as it is, so it opens as the same state. */
export const importer: Importer = {
  id: 'project',
  title: 'Project of this playground (JSON)',
  describe: 'What "Save the project" writes: conversation, marks, strategies and settings.',

  detect: (source) => (isProject(source.json) ? 1 : 0),

  parse(source) {
    const project = readProject(source.json);
    if (!project.ok) return project;
    return ok({
      format: 'project',
      conversation: project.value.document.conversation,
      otherConversations: 0,
      warnings: [],
      project: project.value,
      labels: { sessions: [], questions: questionsOf(project.value) },
    });
  },
};

/** The user's probes as questions with the words of their question message. */
function questionsOf({ document: { conversation, probes } }: Project): TypedQuestion[] {
  const byId = new Map(conversation.messages.map((m) => [m.id, m]));
  return probes.map(({ id, questionMessageId, evidenceMessageIds }) => {
    const asked = byId.get(questionMessageId);
    // Without its question there is nothing to ask: it is counted as skipped.
    return asked
      ? { id, text: messageText(asked), evidenceMessageIds }
      : { id, text: '', evidenceMessageIds: [] };
  });
}
