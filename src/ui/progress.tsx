import { type ReactNode, useId } from 'react';
import './progress.css';

export interface ProgressProps {
  /** What is going on, in words and numbers ("132 of 400 turns embedded"). */
  readonly label: ReactNode;
  /** 0..1, or null while the amount is unknown. */
  readonly value: number | null;
}

export const Progress = ({ label, value }: ProgressProps) => {
  const id = useId();
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className="progress">
      <span id={id} className="progress__label">
        {label}
      </span>
      <div
        className="progress__track"
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
      >
        <span
          className={percent === null ? 'progress__bar progress__bar--unknown' : 'progress__bar'}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
};
