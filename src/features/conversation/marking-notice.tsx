import { useEffect, useRef } from 'react';
import type { PreparedConversation } from '../../core/prepared';
import { useApp, useShell } from '../../state/react';
import { Notice, type NoticeAction } from '../../ui/notice';
import { useActions } from './editor-context';
import { markingText } from './marking-text';
import type { Marks } from './marks';

interface MarkingNoticeProps {
  readonly prepared: PreparedConversation;
  readonly marks: Marks;
}

/** Leads through marking evidence, when it was asked for: what to do next, and the way back to the comparison. */
export const MarkingNotice = (props: MarkingNoticeProps) => {
  const marking = useShell((s) => s.marking);
  return marking === props.prepared.document.conversation.id ? <Guide {...props} /> : null;
};

const Guide = ({ prepared, marks }: MarkingNoticeProps) => {
  const app = useApp();
  const actions = useActions();
  const box = useRef<HTMLDivElement>(null);
  const { question, evidence } = marks;
  const questionId = question?.id;
  // The hand came from a button of another view, or from the action that has just gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every question its own actions.
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [questionId]);

  const done = () => {
    app.shell.setState({ marking: null });
    app.player.pause();
    const asked = app.results.getState().probes.probes.find((p) => p.probe.questionMessageId === questionId);
    app.playback.setState({
      view: 'compare',
      selectedTurn: null,
      ...(asked ? { probeId: asked.probe.id } : {}),
    });
    if (asked) app.player.goTo(asked.step);
    // The comparison is drawn after this.
    requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }));
  };
  const candidate = question ? null : candidateQuestion(prepared, app.playback.getState().step);
  const offers: NoticeAction[] = candidate
    ? [
        {
          label: `Use turn ${candidate.turn} as the question`,
          onSelect: () => actions.chooseQuestion(candidate.id),
        },
      ]
    : [];
  return (
    <div ref={box} className="marking">
      <Notice icon="check" actions={[...offers, { label: 'Done', onSelect: done }]}>
        {markingText({ question: question?.turn ?? null, evidence: evidence.size })}
      </Notice>
    </div>
  );
};

/** The user message of the step's turn, else of the last turn that has one; the first turn has nothing before it. */
function candidateQuestion({ structure }: PreparedConversation, step: number) {
  const { list } = structure.turns;
  const asked = (turn: number) => {
    const range = list[turn - 1];
    if (!range || turn < 2) return null;
    const message = structure.messages.slice(range.start, range.end).findLast((m) => m.role === 'user');
    return message ? { turn, id: message.id } : null;
  };
  const turns = [step, ...list.map((turn) => turn.number).reverse()];
  for (const turn of turns) {
    const found = asked(turn);
    if (found) return found;
  }
  return null;
}
