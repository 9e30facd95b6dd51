import { type ReactNode, useId } from 'react';
import { classNames } from './class-names';
import './switch.css';

export interface SwitchProps {
  readonly label: ReactNode;
  /** A quiet word under the label ("none", "1 suggestion"). */
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly className?: string;
}

export const Switch = ({ label, hint, checked, onChange, disabled = false, className }: SwitchProps) => {
  const hintId = useId();
  return (
    <label className={classNames('switch', disabled && 'switch--disabled', className)}>
      <input
        className="switch__input"
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="switch__track" aria-hidden="true" />
      <span className="switch__words">
        <span className={hint ? 'switch__label switch__label--strong' : 'switch__label'}>{label}</span>
        {hint && (
          <span id={hintId} className="switch__hint" aria-hidden="true">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
};
