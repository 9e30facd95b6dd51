import { memo, useMemo } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../core/format';
import { type Lane, MAX_LANES } from '../../core/lane';
import type { ParamValue } from '../../core/params';
import { sliderRange } from '../../core/sweep';
import {
  type CallToAction,
  headSpecs,
  type LaneView,
  useLane,
  useLaneVerdict,
} from '../../state/compare-model';
import { duplicateLane, laneUnit, moveLane, removeLane, setParams } from '../../state/lanes';
import { useApp, useResults } from '../../state/react';
import { openArchive, openLaneSettings } from '../../state/shell';
import { sweepId } from '../../state/sweeps';
import { endGesture } from '../../state/workspace';
import { IconButton } from '../../ui/button';
import { Menu } from '../../ui/menu';
import { ParamControl } from '../../ui/param-control';
import { sweepUnder } from '../../ui/slider-sweep';
import { Verdict } from '../../ui/verdict';
import './lane-verdict.css';

interface LaneHeadProps {
  readonly view: LaneView;
  readonly index: number;
  readonly count: number;
  readonly evidenceTurns: readonly number[];
  readonly callToAction: CallToAction | null;
  /** The verdict is shown elsewhere. */
  readonly bare?: boolean;
}

/** A lane's letter, title and verdict, and its first parameter with the outcomes of all its values. */
export const LaneHead = memo(
  ({ view, index, count, evidenceTurns, callToAction, bare = false }: LaneHeadProps) => {
    const { id, letter, title } = view;
    return (
      <header className="lane-head">
        <div className="lane-head__line">
          <LaneTitle view={view} />
          <LaneMenu laneId={id} letter={letter} title={title} index={index} count={count} />
          {!bare && <LaneVerdictMark laneId={id} evidenceTurns={evidenceTurns} />}
        </div>
        <LaneFirstParam laneId={id} evidenceTurns={evidenceTurns} callToAction={callToAction} />
      </header>
    );
  },
);

export const LaneTitle = ({ view }: { readonly view: LaneView }) => {
  const { letter, title, compressor, modifiers } = view;
  const mark = compressor === null ? '' : ` + ${compressor}`;
  const more = modifiers && ` + ${modifiers}`;
  return (
    <h2 className="lane-head__title" title={title + more}>
      <span className="lane-head__letter">{letter}</span> {title.slice(0, title.length - mark.length)}
      {(mark || more) && <span className="lane-head__compressor">{mark + more}</span>}
    </h2>
  );
};

export const LaneVerdictMark = memo(
  (props: { readonly laneId: string; readonly evidenceTurns: readonly number[] }) => {
    const { laneId, evidenceTurns } = props;
    const shown = useLaneVerdict(laneId);
    if (!shown || evidenceTurns.length === 0) return null;
    const { before, word, after } = aroundWord(shown.text);
    const text = (
      <>
        {shown.turns !== '' && <span className="lane-verdict__turns">{shown.turns}</span>}
        <span className={before ? 'verdict-text verdict-text--last' : 'verdict-text'}>
          {before && <span>{before}</span>}
          <span className="verdict-text__word">{word}</span>
          {after && <span>{after}</span>}
        </span>
      </>
    );
    return (
      <span className="lane-head__verdict" title={shown.turns + shown.text}>
        {shown.verdict === 'waiting' ? text : <Verdict level={LEVELS[shown.verdict]}>{text}</Verdict>}
      </span>
    );
  },
);

const WHAT = /^(evidence |turns? [\d, and]+ |\d+ earlier turns )(.+)$/;
const WORD = /^(has some|\S+)(.*)$/;

/** The word that must be read, and what stands around it where there is room: "lost" of "lost turn 3". */
function aroundWord(text: string) {
  const [, before = '', last = ''] = WHAT.exec(text) ?? [];
  if (last) return { before, word: last, after: '' };
  const [, word = text, after = ''] = WORD.exec(text) ?? [];
  return { before: '', word, after };
}

const LEVELS = { has: 'all', part: 'part', lost: 'none' } as const;

interface LaneMenuProps extends Pick<LaneHeadProps, 'index' | 'count'> {
  readonly laneId: string;
  readonly letter: string;
  readonly title: string;
}

export const LaneMenu = memo(({ laneId, letter, title, index, count }: LaneMenuProps) => {
  const { workspace, shell } = useApp();
  return (
    <Menu
      label={`${letter} ${title}: actions`}
      trigger={(props) => (
        <IconButton
          {...props}
          icon="more"
          label={`Actions for ${letter} ${title}`}
          size="small"
          className="lane-head__menu"
        />
      )}
      items={[
        {
          id: 'settings',
          label: 'All parameters…',
          onSelect: () => openLaneSettings(shell, laneId),
        },
        { id: 'archive', label: 'Archive…', onSelect: () => openArchive(shell, laneId) },
        { separator: 'a' },
        {
          id: 'duplicate',
          label: 'Duplicate',
          icon: 'duplicate',
          disabled: count >= MAX_LANES,
          onSelect: () => void duplicateLane(workspace, laneId),
        },
        {
          id: 'left',
          label: 'Move left',
          icon: 'chevron-left',
          disabled: index === 0,
          onSelect: () => moveLane(workspace, laneId, index - 1),
        },
        {
          id: 'right',
          label: 'Move right',
          icon: 'chevron-right',
          disabled: index === count - 1,
          onSelect: () => moveLane(workspace, laneId, index + 1),
        },
        { separator: 'b' },
        {
          id: 'remove',
          label: 'Remove',
          icon: 'trash',
          onSelect: () => {
            removeLane(workspace, laneId);
            // The button that had the focus went with its lane.
            requestAnimationFrame(() => {
              const menus = document.querySelectorAll<HTMLElement>('.lane-head__menu');
              const next = menus[Math.min(index, menus.length - 1)];
              (next ?? document.querySelector<HTMLElement>('.compare__add'))?.focus();
            });
          },
        },
      ]}
    />
  );
});

/** "Drag to 27 and turn 3 is back". */
const callToActionText = (value: number, turns: readonly number[]) => (
  <>
    Drag to {formatCount(value)}
    {/* A narrow lane has no room for it; it stays in the button's name. */}
    <span className="slider__call-more">
      {' '}
      and {turns.length === 1 ? `turn ${turns[0]} is` : 'all of it is'} back
    </span>
  </>
);

interface LaneFirstParamProps extends Pick<LaneHeadProps, 'evidenceTurns' | 'callToAction'> {
  readonly laneId: string;
}

const LaneFirstParam = (props: LaneFirstParamProps) => {
  const lane = useLane(props.laneId);
  return lane ? <FirstParam lane={lane} {...props} /> : null;
};

const FirstParam = ({ lane, evidenceTurns, callToAction }: LaneFirstParamProps & { readonly lane: Lane }) => {
  const { workspace, sweepStore } = useApp();
  const { tokens, structure } = useResults((s) => ({
    tokens: s.prepared?.tokens,
    structure: s.prepared?.structure,
  }));
  const head = headSpecs(lane);
  const sweep = useStore(sweepStore, (s) => (head ? s.sweeps[sweepId(lane.id, head.spec.name)] : undefined));
  const probes = useResults((s) => s.probes.probes);
  const total = useMemo(() => tokens?.message.reduce((a, b) => a + b, 0) ?? 0, [tokens]);

  if (!head) {
    return (
      <p className="lane-head__none">
        {lane.compress ? 'No parameters of its own.' : 'No parameters: every turn is sent, every time.'}
      </p>
    );
  }
  const { spec, upper } = head;
  const units = structure?.units(laneUnit(lane)).count ?? 0;
  const set = (values: Readonly<Record<string, ParamValue>>) =>
    setParams(workspace, lane.id, values, `${lane.id}/${spec.name}`);
  const shown = sweep && probes.length > 0 && sweep.points.length > 1 ? sweep.points : null;
  return (
    <div className="lane-head__param" data-lane={lane.strategyId}>
      <ParamControl
        brief
        spec={spec}
        upper={upper}
        params={lane.params}
        range={sliderRange(spec, units, total, upper)}
        unit={laneUnit(lane)}
        onInput={set}
        onCommit={(values) => {
          set(values);
          endGesture();
        }}
        sweep={shown ? sweepUnder(shown, Number(lane.params[spec.name])) : undefined}
        target={
          callToAction?.kind === 'drag' && callToAction.laneId === lane.id
            ? { value: callToAction.value, callToAction: callToActionText(callToAction.value, evidenceTurns) }
            : null
        }
      />
    </div>
  );
};
