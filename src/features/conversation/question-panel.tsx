import type { PreparedConversation } from '../../core/prepared';
import { useResults } from '../../state/react';
import { IconButton } from '../../ui/button';
import { editableText, firstWords } from './editable-text';
import { useActions } from './editor-context';
import { FileQuestions } from './file-questions';
import type { Marks } from './marks';

export interface QuestionPanelProps {
  readonly prepared: PreparedConversation;
  readonly marks: Marks;
}

/** The question that evidence is marked for, and what it needs. */
export const QuestionPanel = ({ prepared, marks }: QuestionPanelProps) => {
  const actions = useActions();
  const { probes, skipped, droppedIds } = useResults((s) => s.probes);
  const { messages, turns } = prepared.structure;
  const { question } = marks;
  const at = probes.findIndex((p) => p.probe.questionMessageId === question?.id);
  const go = (by: number) => {
    const next = at < 0 ? (by > 0 ? 0 : probes.length - 1) : at + by;
    const probe = probes[next]?.probe;
    if (!probe) return;
    actions.chooseQuestion(probe.questionMessageId);
  };
  const evidence = messages.flatMap((m, i) => (marks.evidence.has(m.id) ? [{ m, i }] : []));
  const label = probes[at]?.probe.label;
  return (
    <section className="panel" aria-labelledby="panel-question">
      <h2 id="panel-question" className="panel__title">
        Question in focus
      </h2>
      <FileQuestions document={prepared.document} />
      {probes.length > 0 && (
        <div className="pager">
          <IconButton
            icon="chevron-left"
            size="small"
            label="Previous question"
            aria-disabled={at === 0}
            onClick={() => go(-1)}
          />
          <span>{at < 0 ? `${probes.length} questions` : `Question ${at + 1} of ${probes.length}`}</span>
          <IconButton
            icon="chevron-right"
            size="small"
            label="Next question"
            aria-disabled={at === probes.length - 1}
            onClick={() => go(1)}
          />
        </div>
      )}
      {question ? (
        <>
          <button type="button" className="panel__jump" onClick={() => actions.focus(question.id)}>
            <span className="panel__turn">{question.turn}</span>
            <span>{firstWords(editableText(messages[question.index]!), 72)}</span>
          </button>
          <p className="panel__label">{evidence.length > 0 ? `needs${label ? ` ${label}` : ''}` : 'needs'}</p>
          {evidence.map(({ m, i }) => (
            <button type="button" key={m.id} className="panel__jump" onClick={() => actions.focus(m.id)}>
              <span className="panel__turn">{turns.turnOfMessage[i]}</span>
              <span>
                {marks.quote && editableText(m).includes(marks.quote)
                  ? `“${marks.quote}”`
                  : firstWords(editableText(m), 72)}
              </span>
            </button>
          ))}
          <p className="hint">
            {evidence.length === 0 && 'Nothing yet. '}
            The tick beside an earlier message marks it as evidence.
          </p>
        </>
      ) : (
        <p className="hint">
          {messages.length < 2
            ? 'A question is a user message whose answer lies in earlier messages.'
            : 'None yet. Choose “Use as the question” in the menu of a user message, then mark the messages that hold its answer: every strategy is then measured by whether it still has them.'}
        </p>
      )}
      {skipped > 0 && (
        <p className="hint">
          {skipped} {skipped === 1 ? 'question is' : 'questions are'} not counted: no evidence before{' '}
          {skipped === 1 ? 'it' : 'them'}.
        </p>
      )}
      {droppedIds > 0 && <p className="hint">{droppedIds} evidence marks point to messages that are gone.</p>}
    </section>
  );
};
