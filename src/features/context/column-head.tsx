import { memo, useMemo, useRef } from 'react';
import { countedTokens } from '../../core/strategy';
import { useApp } from '../../state/react';
import { switchOn } from '../../state/switch-on';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icons';
import { CopyRequest } from './copy-request';
import type { Side } from './side';
import { sideValidity } from './validity';
import { capital } from './words';

export interface ColumnHeadProps {
  readonly side: Side;
  readonly stale: boolean;
  readonly budgetLine: number;
}

/** Who sends this, how much it is, the way to take it along, and whether a provider would accept it. */
export const ColumnHead = memo(({ side, stale, budgetLine }: ColumnHeadProps) => {
  const app = useApp();
  const verdict = useRef<HTMLParagraphElement>(null);
  const validity = useMemo(() => sideValidity(side, budgetLine), [side, budgetLine]);
  const valid = validity.problems.length === 0;
  const problems = validity.problems.map((p) => p.message).join('; ');
  const facts = [problems, validity.facts.join(', ')].filter((text) => text !== '').join('; ');
  const note =
    validity.notes.length === 0 ? '' : `${facts === '' ? '' : '. '}Note: ${validity.notes.join(', ')}`;
  const { id: laneId, modifiers } = side.run.setup.lane;
  const mendable = validity.repairable && !modifiers.repair;
  const tools = side.run.setup.prepared.options.toolDefinitionTokens;
  return (
    <div className={classNames('context-head', `context-head--${side.id}`, stale && 'context-head--stale')}>
      <div className="context-head__line">
        <h2 className="context-head__title" title={side.heading}>
          <span className="context-head__letter">{side.letter}</span> {side.heading}
        </h2>
        <span className="context-head__tokens" data-testid={`context-tokens-${side.id}`}>
          {countedTokens(side.tokens, side.exact)}
        </span>
        <span className="context-head__stale" aria-hidden={!stale}>
          updating
        </span>
        <CopyRequest side={side} />
      </div>
      <p ref={verdict} className="context-validity" tabIndex={-1}>
        <span className={classNames('context-badge', !valid && 'context-badge--check')}>
          <Icon name={valid ? 'check' : 'warning'} size={11} />
          {valid ? 'Valid' : 'Check'}
        </span>
        <span>
          {valid ? facts : capital(facts)}
          {note}
          {tools > 0 && `, ${countedTokens(tools, true)} of tool definitions counted first`}
        </span>
        {mendable && (
          <Button
            size="small"
            className="context-validity__repair"
            title="Switches the repair modifier on for this lane: the missing side of each tool pair is pulled in."
            aria-label={`Repair the tool pairs of ${side.letter} ${side.title}`}
            onClick={() => {
              // The button goes with what it mends: what became of the request is read next.
              verdict.current?.focus();
              void switchOn(app, laneId, 'repair');
            }}
          >
            Repair
          </Button>
        )}
      </p>
    </div>
  );
});
