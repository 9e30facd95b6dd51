import { type FormEvent, useId, useState } from 'react';
import type { Timestamp } from '../../core/conversation';
import { absoluteText, isImplausible, parseTimestamp } from '../../core/timestamps';
import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { useActions } from './editor-context';
import { clockText, dayText, fieldText } from './time-text';

export interface TimeButtonProps {
  readonly id: string;
  readonly time: Timestamp | null;
  readonly showDay: boolean;
  readonly year: number;
  readonly tabIndex: number;
}

/** The time in the margin; pressed, it becomes a field. */
export const TimeButton = ({ id, time, showDay, year, tabIndex }: TimeButtonProps) => {
  const said = time
    ? `${absoluteText(time)}${time.assumed ? ', assumed' : ''}${isImplausible(time) ? ', before 1980 or after 2100' : ''}`
    : 'none';
  return (
    <Popover
      label="Time of this message"
      className="time-popover"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          tabIndex={tabIndex}
          className={time ? 'time-button' : 'time-button time-button--none'}
          title={time?.precision === 'instant' ? `${said} (UTC)` : said}
          aria-label={`Time: ${said}`}
        >
          {time ? (
            <>
              {(showDay || time.precision === 'date') && <span>{dayText(time, year)} </span>}
              <span>{clockText(time)}</span>
              {time.assumed && <span className="time-button__assumed"> assumed</span>}
            </>
          ) : (
            'set time'
          )}
        </button>
      )}
    >
      {(close) => <TimeForm id={id} time={time} onDone={close} />}
    </Popover>
  );
};

const TimeForm = ({
  id,
  time,
  onDone,
}: {
  readonly id: string;
  readonly time: Timestamp | null;
  readonly onDone: () => void;
}) => {
  const { setTime } = useActions();
  const fieldId = useId();
  const [text, setText] = useState(fieldText(time));
  const [wrong, setWrong] = useState(false);
  const typed = parseTimestamp(text);
  const unlikely = typed !== null && isImplausible(typed);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const next = text.trim() === '' ? null : typed;
    if (text.trim() !== '' && !next) return setWrong(true);
    if (text !== fieldText(time)) setTime(id, next);
    onDone();
  };
  return (
    <form className="time-form" onSubmit={onSubmit}>
      <label htmlFor={fieldId}>Time</label>
      <input
        id={fieldId}
        className="text-input"
        value={text}
        autoComplete="off"
        spellCheck={false}
        placeholder="2026-03-11 09:02"
        aria-invalid={wrong}
        aria-describedby={`${fieldId}-hint`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <p id={`${fieldId}-hint`} className="hint" role={wrong || unlikely ? 'alert' : undefined}>
        {wrong
          ? 'This is not a time that can be read. Write 2026-03-11 09:02, 2026-03-11T09:02:00Z or 2026-03-11.'
          : unlikely
            ? 'This is before 1980 or after 2100: is the year right? It can be set all the same.'
            : '2026-03-11 09:02, with Z or +01:00 for a zone; empty for none.'}
      </p>
      <Button type="submit" variant="primary" size="small">
        Set
      </Button>
    </form>
  );
};
