import { memo } from 'react';
import { messageText } from '../../core/conversation';
import { setPinned } from '../../core/edit/pin-edits';
import type { ResolvedProbe } from '../../core/probes';
import { headline, turnList } from '../../core/story';
import type { Structure } from '../../core/structure';
import { turnLabel } from '../../core/turn-label';
import { type CallToAction, useFocusProbe, useStory, useTurnCount } from '../../state/compare-model';
import { applyEdit } from '../../state/documents';
import { useApp, usePlayback, useResults, useWorkspace } from '../../state/react';
import { Button, IconButton } from '../../ui/button';

/** The sentence that says what happened, computed from the lanes. */
export const Headline = memo(({ brief }: { readonly brief: boolean }) => {
  const step = usePlayback((p) => p.restingStep);
  const probe = useFocusProbe();
  const { lanes, waiting } = useStory();
  const exact = useResults((s) => s.prepared?.tokens.exact ?? true);
  const turns = useTurnCount();
  const messages = useWorkspace((w) => w.document.conversation.messages.length);
  if (turns === 0) {
    return (
      <h1 className="headline">
        {messages === 0
          ? 'Paste, drop or type a conversation.'
          : 'System messages alone make no turn: add what the user says.'}
      </h1>
    );
  }
  const text = headline(step, probe, lanes, { brief, waiting, exact });
  return (
    // One line has to hold it: what does not fit can still be read.
    <h1 className="headline" title={text}>
      {text}
    </h1>
  );
});

/** Pages through the questions; each one moves the step to where it is asked, and quotes what it needs. */
export const QuestionPager = memo(
  ({ callToAction, brief }: { readonly callToAction: CallToAction | null; readonly brief: boolean }) => {
    const app = useApp();
    const probe = useFocusProbe();
    const { probes, structure, skipped } = useResults((s) => ({
      probes: s.probes.probes,
      structure: s.prepared?.structure,
      skipped: s.probes.skipped,
    }));
    if (!structure) return null;
    if (!probe) return <NoQuestions structure={structure} />;
    const index = probes.indexOf(probe);
    const go = (to: number) => {
      const next = probes[to]!;
      app.player.pause();
      app.playback.setState({ probeId: next.probe.id, selectedTurn: null });
      app.player.goTo(next.step);
    };
    return (
      <div className="question">
        <div className="question__pager">
          <IconButton
            icon="chevron-left"
            label="Previous question"
            size="small"
            disabled={index === 0}
            onClick={() => go(index - 1)}
          />
          <button type="button" className="question__count" onClick={() => go(index)}>
            Question {index + 1} of {probes.length}
          </button>
          <IconButton
            icon="chevron-right"
            label="Next question"
            size="small"
            disabled={index === probes.length - 1}
            onClick={() => go(index + 1)}
          />
        </div>
        <p className="question__text">
          {!brief && `Turn ${probe.step} asks: ${sentence(clip(turnLabel(structure, probe.step), 90))} `}
          {quoteText(probe, structure, brief)}
          {skipped > 0 && (
            <span className="question__skipped"> {skipped} questions without evidence are left out.</span>
          )}
        </p>
        {callToAction?.kind === 'pin' && (
          <Button
            size="small"
            variant="secondary"
            className="question__pin"
            icon="pin"
            onClick={() => {
              const { start, end } = structure.turns.list[callToAction.turn - 1]!;
              const ids = structure.messages.slice(start, end).map((m) => m.id);
              applyEdit(app.workspace, `pin turn ${callToAction.turn}`, setPinned(ids, true));
            }}
          >
            Pin turn {callToAction.turn} and it is back
          </Button>
        )}
      </div>
    );
  },
);

function quoteText(probe: ResolvedProbe, structure: Structure, brief: boolean) {
  const { quote } = probe.probe;
  const lead = `${turnList(probe.evidenceTurns)}${brief ? '' : ' had said'}: `;
  const text = quote ?? clip(messageText(structure.messages[probe.evidence[0]!]!), 80);
  return (
    <>
      {lead.charAt(0).toUpperCase() + lead.slice(1)}
      <strong className="question__quote">“{text}”</strong>
    </>
  );
}

const NoQuestions = ({ structure }: { readonly structure: Structure }) => {
  const app = useApp();
  if (structure.turns.list.length === 0) {
    return (
      <div className="question">
        <p className="question__text">Nothing leaves this browser. An example is one click away.</p>
        <Button
          size="small"
          variant="secondary"
          icon="upload"
          onClick={() => app.shell.setState({ dialog: 'open' })}
        >
          Use your own conversation
        </Button>
      </div>
    );
  }
  return (
    <div className="question">
      <p className="question__text">
        No question is marked yet. Mark what a later turn needs, and every strategy is measured on whether it
        still has it.
      </p>
      <Button
        size="small"
        variant="secondary"
        onClick={() => {
          app.shell.setState({ marking: app.workspace.getState().document.conversation.id });
          app.playback.setState({ view: 'conversation' });
        }}
      >
        Mark evidence
      </Button>
    </div>
  );
};

const sentence = (text: string): string => (/[.…?!]$/.test(text) ? text : `${text}.`);

const clip = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line.replace(/[.:]$/, '');
  return `${line.slice(0, length).replace(/\s+\S*$/, '')}…`;
};
