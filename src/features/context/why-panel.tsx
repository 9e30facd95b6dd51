import { memo, useState } from 'react';
import type { Fate } from '../../core/fate-codes';
import { isPartly, type ResolvedProbe } from '../../core/probes';
import { usePinPriceText } from '../../state/pin-prices';
import { named } from '../../state/turn-reasons';
import { Button } from '../../ui/button';
import { FateCell } from '../../ui/fate-cell';
import { FATE_HELP } from '../../ui/fate-labels';
import { SegmentedControl } from '../../ui/segmented-control';
import { RankChart } from './rank-chart';
import { rankSentence, scoreFactors, withoutFate } from './reason-text';
import { reasonsOfTurn, type Side, sentencesOfTurn, sinceStep, turnOn } from './side';
import { capital, fateWord } from './words';

export interface WhyPanelProps {
  readonly left: Side;
  readonly right: Side | null;
  readonly turn: number | null;
  readonly probe: ResolvedProbe | null;
  readonly onTurn: (turn: number) => void;
  /** Shown when a turn was chosen by hand: back to what the question needs. */
  readonly onClear: (() => void) | null;
}

/** The numbers or words that decided a turn's fate, for each column. */
export const WhyPanel = memo(({ left, right, turn, probe, onTurn, onClear }: WhyPanelProps) => {
  const sides = right ? [left, right] : [left];
  const [chosenChart, setChosenChart] = useState<Side['id']>('right');
  const scored = turn === null ? [] : sides.filter((s) => turn < s.step && s.reasons.some((r) => r.score));
  const chart = scored.find((s) => s.id === chosenChart) ?? scored[0];
  return (
    <section className="context-why" aria-labelledby="context-why-title">
      <div className="context-why__head">
        <h2 id="context-why-title" className="context-why__title">
          {turn === null ? 'Why' : `Why turn ${turn}`}
        </h2>
        {onClear ? (
          <Button variant="ghost" size="small" className="context-why__clear" onClick={onClear}>
            Back to the question
          </Button>
        ) : (
          <span className="context-why__where">step {left.step}</span>
        )}
      </div>
      {turn === null ? (
        <p className="context-why__text">Choose a turn to read why it is sent or not.</p>
      ) : (
        <>
          {sides.map((side) => (
            <SideReason key={side.id} side={side} turn={turn} probe={probe} />
          ))}
          {scored.length > 1 && (
            <SegmentedControl
              label="Ranks of"
              size="small"
              className="context-why__switch"
              options={scored.map((s) => ({ value: s.id, label: s.mark }))}
              value={chart!.id}
              onChange={setChosenChart}
            />
          )}
          {chart && <RankChart side={chart} turn={turn} onTurn={onTurn} />}
        </>
      )}
    </section>
  );
});

interface SideReasonProps {
  readonly side: Side;
  readonly turn: number;
  readonly probe: ResolvedProbe | null;
}

const SideReason = ({ side, turn, probe }: SideReasonProps) => {
  const { fate, fraction } = turnOn(side, turn);
  const reasons = reasonsOfTurn(side, turn);
  const factors = reasons.length === 1 && reasons[0] ? scoreFactors(reasons[0].reason) : null;
  const since = fate === 'none' || fate === 'current' ? null : sinceStep(side, turn);
  const price = usePinPriceText(fate === 'pinned' ? side.run : undefined, turn, side.step);
  const texts = [...whyTexts(side, turn, fate, probe), ...(price === null ? [] : [price])];
  const one = !factors && texts.length === 1;
  return (
    <div className="context-why__side">
      <p className="context-why__fate">
        <span className="context-why__mark">{side.mark}</span>
        <FateCell fate={fate} fraction={fraction} width={10} height={11} />
        <span>
          <strong>
            {fateWord(fate)}
            {isPartly(side.run.fates, side.step, turn) && ' in part'}
            {since === null ? '' : ` since step ${since}`}
          </strong>
          {one && `: ${texts[0]}`}
        </span>
      </p>
      {factors && (
        <p className="context-why__formula">
          similarity <strong>{factors.relevance}</strong> × recency <strong>{factors.recency}</strong> ={' '}
          <strong>{factors.score}</strong>
        </p>
      )}
      {!one &&
        texts.map((text) => (
          <p key={text} className="context-why__text">
            {text}
          </p>
        ))}
    </div>
  );
};

function whyTexts(side: Side, turn: number, fate: Fate, probe: ResolvedProbe | null): string[] {
  if (fate === 'none') return [`step ${side.step} comes before it`];
  if (fate === 'current') return ['what is to be answered is always sent'];
  const reasons = reasonsOfTurn(side, turn, probe?.evidence);
  const texts = reasons.map((r) =>
    reasons.length === 1 && scoreFactors(r.reason)
      ? (rankSentence(side, turn, r.reason) ?? r.reason.text)
      : named(r, withoutFate(r.reason.text, fate)),
  );
  if (fate === 'folded') texts.push(`${capital(FATE_HELP.folded)}.`);
  if (fate === 'summarized')
    texts.push(
      `The summary keeps: ${sentencesOfTurn(side, turn)
        .map((s) => `“${s.text}”`)
        .join(' ')}`,
    );
  return [...new Set(texts)];
}
