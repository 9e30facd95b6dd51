import { memo, useMemo } from 'react';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icons';
import { CopyRequest } from './copy-request';
import { type Side, summarizedTurns } from './side';
import { checkRequest } from './validity';
import { capital, tokensText } from './words';

export interface ColumnHeadProps {
  readonly side: Side;
  readonly stale: boolean;
  readonly budgetLine: number;
}

/** Who sends this, how much it is, the way to take it along, and whether a provider would accept it. */
export const ColumnHead = memo(({ side, stale, budgetLine }: ColumnHeadProps) => {
  const validity = useMemo(
    () =>
      checkRequest({
        items: side.items,
        structure: side.run.setup.prepared.structure,
        selection: side.selection,
        tokens: side.tokens,
        budgetLine,
        summarizedTo: summarizedTurns(side).at(-1) ?? 0,
      }),
    [side, budgetLine],
  );
  const valid = validity.problems.length === 0;
  const facts = [...validity.problems, ...validity.facts].join(', ');
  const note =
    validity.notes.length === 0 ? '' : `${facts === '' ? '' : '. '}Note: ${validity.notes.join(', ')}`;
  const tools = side.run.setup.prepared.options.toolDefinitionTokens;
  return (
    <div className={classNames('context-head', `context-head--${side.id}`, stale && 'context-head--stale')}>
      <div className="context-head__line">
        <h2 className="context-head__title">
          <span className="context-head__letter">{side.letter}</span> {side.heading}
        </h2>
        <span className="context-head__tokens" data-testid={`context-tokens-${side.id}`}>
          {tokensText(side.tokens, side.exact)}
        </span>
        <span className="context-head__stale" aria-hidden={!stale}>
          updating
        </span>
        <CopyRequest side={side} />
      </div>
      <p className="context-validity">
        <span className={classNames('context-badge', !valid && 'context-badge--check')}>
          <Icon name={valid ? 'check' : 'warning'} size={11} />
          {valid ? 'Valid' : 'Check'}
        </span>
        <span>
          {valid ? facts : capital(facts)}
          {note}
          {tools > 0 && `, ${tokensText(tools, true)} of tool definitions counted first`}
        </span>
      </p>
    </div>
  );
});
