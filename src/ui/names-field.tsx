import { type KeyboardEvent, useId, useState } from 'react';
import { namesOf } from '../core/params';
import './names-field.css';

export interface NamesFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Names joined by commas; '' is none. */
  readonly value: string;
  /** The only names there are; without them any are. */
  readonly options?: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly onChange: (value: string) => void;
}

/** A set of names: one toggle for each where they are known, else a text field. */
export const NamesField = (props: NamesFieldProps) =>
  props.options ? <NameChips {...props} options={props.options} /> : <NamesText {...props} />;

const NameChips = ({
  label,
  hint,
  value,
  options,
  onChange,
}: NamesFieldProps & { readonly options: NonNullable<NamesFieldProps['options']> }) => {
  const id = useId();
  const chosen = new Set(namesOf(value));
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChange(
      options
        .map((o) => o.value)
        .filter((name) => next.has(name))
        .join(','),
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a row with its hint.
    <div className="names" role="group" aria-labelledby={id}>
      <span className="names__label">
        <span id={id}>{label}</span>
        {hint && <span className="names__hint">{hint}</span>}
      </span>
      <div className="names__chips">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className="names__chip"
            aria-pressed={chosen.has(option.value)}
            onClick={() => toggle(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  );
};

const NamesText = ({ label, hint, value, onChange }: NamesFieldProps) => {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft === null) return;
    const next = namesOf(draft).join(',');
    setDraft(null);
    if (next !== value) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation();
      setDraft(null);
    }
  };
  return (
    <div className="names">
      <label className="names__label" htmlFor={id}>
        {label}
        {hint && <span className="names__hint">{hint}</span>}
      </label>
      <input
        id={id}
        className="names__text"
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="names, separated by commas"
        value={draft ?? namesOf(value).join(', ')}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </div>
  );
};
