import { useEffect, useId, useRef } from 'react';
import { Icon } from '../../ui/icons';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** It has the focus when it appears. */
  readonly focused: boolean;
  readonly onChange: (value: string) => void;
  /** The arrow key that leads to what was found. */
  readonly onDown: () => void;
}

export const SearchField = ({ label, value, focused, onChange, onDown }: SearchFieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <span className="archive-search">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Icon name="search" size={14} className="archive-search__icon" />
      <input
        ref={input}
        id={id}
        type="search"
        className="archive-search__input"
        placeholder="Search"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            onDown();
          } else if (event.key === 'Escape' && value !== '') {
            // The first Escape empties the field, the second closes the panel.
            event.preventDefault();
            onChange('');
          }
        }}
      />
    </span>
  );
};
