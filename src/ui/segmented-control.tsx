import { type ReactNode, useId } from 'react';
import { classNames } from './class-names';
import './segmented-control.css';

export interface SegmentedOption<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  readonly disabled?: boolean;
}

export interface SegmentedControlProps<T extends string> {
  /** The group's accessible name. */
  readonly label: string;
  readonly options: readonly SegmentedOption<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly size?: 'medium' | 'small';
  readonly className?: string;
}

/** One of a few. Native radio buttons underneath, so arrow keys and forms behave as everywhere. */
export const SegmentedControl = <T extends string>({
  label,
  options,
  value,
  onChange,
  size = 'medium',
  className,
}: SegmentedControlProps<T>) => {
  const name = useId();
  return (
    <fieldset className={classNames('segmented', size === 'small' && 'segmented--small', className)}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segmented__option">
          <input
            className="segmented__input"
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className="segmented__text">{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
};
