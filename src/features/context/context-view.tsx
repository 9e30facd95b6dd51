import { useCallback, useMemo, useRef, useState } from 'react';
import { numberRanges } from '../../core/context-diff';
import type { ResolvedProbe } from '../../core/probes';
import { isInForce } from '../../core/supersession-links';
import { useApp, useWorkspace } from '../../state/react';
import { IconButton } from '../../ui/button';
import { SegmentedControl } from '../../ui/segmented-control';
import { ColumnHead } from './column-head';
import { CompareBar } from './compare-bar';
import { ContextRows } from './context-rows';
import { contextHeadline } from './headline';
import type { Side } from './side';
import { StepAxis } from './step-axis';
import { TurnsList } from './turns-list';
import { type ContextModel, useContextModel } from './use-context-model';
import { WhyPanel } from './why-panel';
import { plural } from './words';
import './context.css';

/** Exactly what the model would receive at the step, in order, beside another lane's request or the step before. */
export const ContextView = () => {
  const model = useContextModel();
  const lanes = useWorkspace((s) => s.lanes);
  if (!model?.left) {
    return (
      <section className="context context--empty" data-testid="context-view">
        <h1 className="context__headline">
          {lanes.length === 0
            ? 'Add a strategy to read what it would send.'
            : model
              ? `Step ${model.step} is being computed.`
              : 'There is no turn to read yet.'}
        </h1>
      </section>
    );
  }
  return <Loaded model={model} left={model.left} right={model.right} />;
};

interface LoadedProps {
  readonly model: ContextModel;
  readonly left: Side;
  readonly right: Side | null;
}

const Loaded = ({ model, left, right }: LoadedProps) => {
  const { playback, player } = useApp();
  const { lanes, budgetLine } = useWorkspace((s) => ({ lanes: s.lanes, budgetLine: s.settings.budgetLine }));
  const root = useRef<HTMLElement>(null);
  /** What is on screen where not everything fits: one of the columns, or on a phone the turns and reasons. */
  const [narrow, setNarrow] = useState<Side['id'] | 'turns'>('left');
  const { structure, step, turn, marked, probe, probes, chosen } = model;
  const steps = structure.turns.list.length;

  const selectTurn = useCallback(
    (next: number) => {
      playback.setState({ selectedTurn: next });
      // After React has made the row: it may have been folded, or not have been there.
      requestAnimationFrame(() => requestAnimationFrame(() => revealTurn(root.current, next)));
    },
    [playback],
  );
  const clear = useCallback(() => playback.setState({ selectedTurn: null }), [playback]);
  const goToProbe = useCallback(
    (next: ResolvedProbe) => {
      player.pause();
      player.goTo(next.step);
      playback.setState({ probeId: next.probe.id, selectedTurn: null });
    },
    [player, playback],
  );
  const goToStep = useCallback(
    (next: number) => {
      player.pause();
      player.goTo(next);
    },
    [player],
  );

  const superseded = useMemo(() => {
    const out = new Set<number>();
    for (const link of model.supersessions)
      if (link.scope === 'turn' && isInForce(link, step)) out.add(link.earlierTurn);
    return out;
  }, [model.supersessions, step]);
  const chosenByHand = turn !== null && !(probe?.evidenceTurns.includes(turn) ?? false);

  return (
    <section ref={root} className="context" data-testid="context-view" data-narrow={narrow}>
      <h1 className="context__headline">{contextHeadline(left, right, turn, probe)}</h1>
      <div className="context__bar">
        <div className="context-pager">
          <IconButton
            icon="chevron-left"
            label="Previous step"
            size="small"
            iconSize={14}
            disabled={step <= 1}
            onClick={() => player.stepBy(-1)}
          />
          <span className="context-pager__step">
            <strong>Step {step}</strong> of {steps}
          </span>
          <IconButton
            icon="chevron-right"
            label="Next step"
            size="small"
            iconSize={14}
            disabled={step >= steps}
            onClick={() => player.stepBy(1)}
          />
        </div>
        <CompareBar lanes={lanes} chosen={chosen} step={step} differencesOnly={model.differencesOnly} />
      </div>
      <SegmentedControl
        className={right ? 'context__switch' : 'context__switch context__switch--one'}
        label="What is shown"
        options={[
          ...(right ? [left, right] : [left]).map((side) => ({
            value: side.id,
            label: (
              <>
                {chosen.previous ? `Step ${side.step}` : side.letter}
                <span className="context__switch-title"> {side.title}</span>
              </>
            ),
          })),
          { value: 'turns' as const, label: 'Turns' },
        ]}
        value={narrow}
        onChange={setNarrow}
      />
      <div className="context__body">
        <div className="context__side">
          <TurnsList
            structure={structure}
            step={step}
            left={left}
            right={right}
            turn={turn}
            marked={marked}
            superseded={superseded}
            onTurn={selectTurn}
          />
          <WhyPanel
            left={left}
            right={right}
            turn={turn}
            probe={probe}
            onTurn={selectTurn}
            onClear={chosenByHand && probe ? clear : null}
          />
          <StepAxis steps={steps} step={step} probes={probes} onStep={goToStep} onProbe={goToProbe} />
        </div>
        <div className={right ? 'context__columns' : 'context__columns context__columns--one'}>
          <div className="context__heads">
            <ColumnHead side={left} stale={model.leftStale} budgetLine={budgetLine} />
            {right && <ColumnHead side={right} stale={model.rightStale} budgetLine={budgetLine} />}
            {chosen.right && !right && (
              <p className="context-head">{chosen.right.heading} is being computed.</p>
            )}
          </div>
          <ContextRows
            entries={model.entries}
            left={left}
            right={right}
            selectedTurn={turn}
            probe={probe}
            onTurn={selectTurn}
          />
          <p className="context__unsent">{unsentText(model.unsent, step, right !== null)}</p>
        </div>
      </div>
    </section>
  );
};

function unsentText(unsent: readonly number[], step: number, both: boolean): string {
  if (step < 2) return '';
  if (unsent.length === 0)
    return both ? 'Every past turn is in at least one of the two.' : 'Every past turn is sent.';
  const which = `${unsent.length === 1 ? 'Turn' : 'Turns'} ${numberRanges(unsent)}`;
  const end = both ? 'word for word in neither' : 'not sent word for word';
  return `${plural(unsent.length, 'past turn')} of ${step - 1} ${unsent.length === 1 ? 'is' : 'are'} ${end}: ${which.toLowerCase()}.`;
}

/** How long a reveal follows its row: a block renders some frames after it comes near, later on a busy machine. */
const MOST_FRAMES = 120;
const STEADY_FRAMES = 3;
let latestReveal = 0;

/**
 * Brings a turn's row on screen if it is not there. In a very long request its block comes first; rows above that
 * render meanwhile push it away, so it is followed until it stands still. A newer reveal ends an older one.
 */
function revealTurn(root: HTMLElement | null, turn: number): void {
  if (!root) return;
  latestReveal++;
  const mine = latestReveal;
  const blockOf = () =>
    [...root.querySelectorAll<HTMLElement>('[data-from]')].find(
      (block) => turn >= Number(block.dataset.from) && turn <= Number(block.dataset.to),
    );
  let frames = 0;
  let steady = 0;
  const follow = () => {
    if (mine !== latestReveal) return;
    const row = root.querySelector<HTMLElement>(`[data-turn="${turn}"]`);
    if (row) {
      row.scrollIntoView({ block: 'nearest' });
      steady++;
    } else blockOf()?.scrollIntoView({ block: 'start' });
    frames++;
    const wanted = row !== null || blockOf() !== undefined;
    if (wanted && steady < STEADY_FRAMES && frames < MOST_FRAMES) requestAnimationFrame(follow);
  };
  follow();
}
