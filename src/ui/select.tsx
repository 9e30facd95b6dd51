import { type Ref, useId } from 'react';
import { classNames } from './class-names';
import { Icon } from './icons';
import './select.css';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectOptionGroup<T extends string> {
  readonly label: string;
  readonly options: readonly SelectOption<T>[];
}

export interface SelectProps<T extends string> {
  readonly label: string;
  /** The label is read but not seen. */
  readonly hideLabel?: boolean;
  readonly options: readonly (SelectOption<T> | SelectOptionGroup<T>)[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly ref?: Ref<HTMLSelectElement>;
}

const renderOption = <T extends string>(option: SelectOption<T>) => (
  <option key={option.value} value={option.value} disabled={option.disabled}>
    {option.label}
  </option>
);

/** The browser's own list: it is the best one on a phone and with a screen reader. */
export const Select = <T extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
  disabled = false,
  className,
  ref,
}: SelectProps<T>) => {
  const id = useId();
  return (
    <span className={classNames('select', className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : 'select__label'}>
        {label}
      </label>
      <span className="select__box">
        <select
          ref={ref}
          id={id}
          className="select__control"
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value as T)}
        >
          {options.map((entry) =>
            'options' in entry ? (
              <optgroup key={entry.label} label={entry.label}>
                {entry.options.map(renderOption)}
              </optgroup>
            ) : (
              renderOption(entry)
            ),
          )}
        </select>
        <Icon name="chevron-down" size={12} className="select__chevron" />
      </span>
    </span>
  );
};
