import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { classNames } from './class-names';
import { type NumberRule, readNumber } from './number-math';
import './number-field.css';

export interface NumberFieldProps extends NumberRule {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: number;
  /** Called with valid values only: while typing, with the arrow keys, and with the clamped value on blur. */
  readonly onChange: (value: number) => void;
  /** Distance of the arrow keys; 1 by default, ten times with shift. */
  readonly step?: number;
  readonly unit?: ReactNode;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A text field for numbers: unlike a native number field it never changes under a scrolling wheel and keeps what was
 * typed visible while it is wrong.
 */
export const NumberField = ({
  label,
  hideLabel = false,
  value,
  onChange,
  min,
  max,
  integer = false,
  step = 1,
  unit,
  disabled = false,
  className,
  ref,
}: NumberFieldProps) => {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  /** What was done to the last number that did not fit. */
  const [settled, setSettled] = useState('');
  const rule: NumberRule = {
    integer,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
  const reading = draft === null ? null : readNumber(draft, rule);
  const problem = reading !== null && !reading.ok ? reading.problem : null;

  const type = (text: string) => {
    setDraft(text);
    setSettled('');
    const next = readNumber(text, rule);
    if (next.ok && next.value !== value) onChange(next.value);
  };
  const settle = () => {
    if (reading !== null) setSettled(reading.ok ? '' : `${reading.settled} ${stays(reading.clamped)}`);
    if (reading !== null && !reading.ok && reading.clamped !== null && reading.clamped !== value)
      onChange(reading.clamped);
    setDraft(null);
  };
  const stays = (clamped: number | null) =>
    clamped === null ? `${value.toLocaleString('en-US')} stays.` : 'It was taken.';
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') settle();
    else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation();
      setDraft(null);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const distance = (event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1);
      const next = readNumber(String(Number((value + distance).toFixed(10))), rule);
      const target = next.ok ? next.value : next.clamped;
      setSettled('');
      setDraft(null);
      if (target !== null && target !== value) onChange(target);
    }
  };

  return (
    <span className={classNames('number-field', problem !== null && 'number-field--invalid', className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : 'number-field__label'}>
        {label}
      </label>
      <span className="number-field__box">
        <input
          ref={ref}
          id={id}
          className="number-field__control"
          type="text"
          inputMode={integer ? 'numeric' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          value={draft ?? String(value)}
          disabled={disabled}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null && settled === '' ? undefined : `${id}-problem`}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={settle}
          onKeyDown={onKeyDown}
        />
        {unit && <span className="number-field__unit">{unit}</span>}
      </span>
      {(problem !== null || settled !== '') && (
        <span id={`${id}-problem`} className="number-field__problem" role="alert">
          {problem ?? settled}
        </span>
      )}
    </span>
  );
};
