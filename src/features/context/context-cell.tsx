import { type CSSProperties, memo } from 'react';
import type { Summary } from '../../core/summary/summary';
import { SUMMARY_LEAD } from '../../core/summary/summary';
import { classNames } from '../../ui/class-names';
import type { CellModel } from './cell-model';
import { MessageBody } from './message-body';
import { SummaryLineage } from './summary-lineage';
import { tokensNumber } from './words';

export interface CellProps {
  readonly model: CellModel;
  /** Tokens up to and including this cell; null where nothing is sent. */
  readonly running: number | null;
  readonly exact: boolean;
  readonly side: 'left' | 'right';
  readonly letter: string;
  readonly turnOfMessage: Int32Array;
  readonly onTurn: (turn: number) => void;
}

export const ContextCell = memo(
  ({ model, running, exact, side, letter, turnOfMessage, onTurn }: CellProps) => (
    <article
      aria-label={`${letter}: ${model.title}`}
      className={classNames(
        'context-cell',
        `context-cell--${model.tone}`,
        `context-cell--${side}`,
        model.emphasised && 'context-cell--emphasised',
      )}
      data-fate={model.tone === 'items' ? model.bar : undefined}
    >
      <span className="context-running">{running === null ? '' : tokensNumber(running, exact)}</span>
      <span
        className={classNames('context-bar', model.tone === 'ghost' && 'context-bar--ghost')}
        style={
          {
            '--bar': `var(--${model.bar === 'preamble' ? 'ink3' : `fate-${model.bar}`})`,
            '--strength': model.strength,
          } as CSSProperties
        }
        aria-hidden="true"
      />
      <div className="context-content">
        <p className="context-title">
          <span>
            <span className="context-title__name">{model.title}</span>
            {model.words}
          </span>
          {model.aside !== '' && <span className="context-title__aside">{model.aside}</span>}
        </p>
        {model.summary && (
          <>
            <SummaryBody summary={model.summary.summary} turnOfMessage={turnOfMessage} onTurn={onTurn} />
            <SummaryLineage of={model.summary} onTurn={onTurn} />
          </>
        )}
        {model.bodies.map((body) => (
          <MessageBody key={body.key} body={body} />
        ))}
        {model.missing !== '' && <p className="context-unsent">{model.missing}</p>}
      </div>
    </article>
  ),
);

interface SummaryBodyProps {
  readonly summary: Summary;
  readonly turnOfMessage: Int32Array;
  readonly onTurn: (turn: number) => void;
}

/** Every sentence with the turns it cites; the text itself is exactly what is sent. */
const SummaryBody = ({ summary, turnOfMessage, onTurn }: SummaryBodyProps) => (
  <p className="context-message context-message--inserted">
    {SUMMARY_LEAD}
    {summary.sentences.map((sentence) => {
      const turns = [...new Set(sentence.messages.map((m) => turnOfMessage[m]!))].sort((a, b) => a - b);
      return (
        <span key={`${sentence.messages[0]}-${sentence.text}`}>
          {' '}
          {turns.map((turn) => (
            <SourceChip key={turn} turn={turn} onTurn={onTurn} />
          ))}
          {sentence.text}
        </span>
      );
    })}
  </p>
);

interface SourceChipProps {
  readonly turn: number;
  readonly onTurn: (turn: number) => void;
}

/** The preamble is of no turn (number 0): it is named, and there is nowhere to go. */
const SourceChip = ({ turn, onTurn }: SourceChipProps) =>
  turn === 0 ? (
    <span className="context-chip">preamble</span>
  ) : (
    <button
      type="button"
      className="context-chip"
      aria-label={`from turn ${turn}`}
      onClick={() => onTurn(turn)}
    >
      {turn}
    </button>
  );
