import { type FormEvent, useId, useState } from 'react';
import type { PreparedConversation } from '../../core/prepared';
import { implausibleText, isImplausible, parseTimestamp } from '../../core/timestamps';
import { Button } from '../../ui/button';
import { NumberField } from '../../ui/number-field';
import { Popover } from '../../ui/popover';
import { assumeTimes, removeAssumedTimes, timeState } from './assumed-times';
import { useActions } from './editor-context';
import { spanText } from './time-text';

/** Whether the messages have times, and evenly spaced ones for a conversation without. */
export const TimesPanel = ({ prepared }: { readonly prepared: PreparedConversation }) => {
  const actions = useActions();
  const { messages } = prepared.structure;
  if (messages.length === 0) return null;
  const missing = messages.filter((m) => !m.time).length;
  const state = timeState(prepared.document);
  const times = messages.flatMap((m) => m.time ?? []);
  const span = spanText(times);
  const assumed = times.filter((t) => t.assumed).length;
  const implausible = times.filter(isImplausible).length;
  return (
    <section className="panel" aria-labelledby="panel-times">
      <h2 id="panel-times" className="panel__title">
        Times
      </h2>
      <p className="hint">
        {state === 'none' && 'No message has a time, so strategies that use time have nothing to go by.'}
        {state === 'some' &&
          `${missing} of ${messages.length} messages ${missing === 1 ? 'has' : 'have'} no time; the others: ${span}.`}
        {state === 'all' && `Every message has a time: ${span}.`}
        {state === 'assumed' && `All times are assumed, evenly spaced: ${span}.`}
        {state !== 'assumed' && assumed > 0 && ` ${assumed} of them are assumed.`}
        {times.some((t) => t.precision === 'instant') && ' Shown in UTC.'}
        {implausible > 0 && ` ${implausibleText(implausible)}.`}
      </p>
      {state === 'none' && (
        <Popover
          label="Assumed times"
          trigger={(props) => (
            <Button {...props} size="small">
              Assume evenly spaced times
            </Button>
          )}
        >
          {(close) => <AssumeForm onDone={close} />}
        </Popover>
      )}
      {assumed > 0 && (
        <Button size="small" onClick={() => actions.edit('remove assumed times', removeAssumedTimes)}>
          Remove assumed times
        </Button>
      )}
    </section>
  );
};

const AssumeForm = ({ onDone }: { readonly onDone: () => void }) => {
  const actions = useActions();
  const id = useId();
  const [start, setStart] = useState(() => `${new Date().toISOString().slice(0, 10)} 09:00`);
  const [minutes, setMinutes] = useState(5);
  const [wrong, setWrong] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const time = parseTimestamp(start);
    if (!time) return setWrong(true);
    actions.edit('assume times', assumeTimes(time.sortMs, minutes));
    onDone();
  };
  return (
    <form className="time-form" onSubmit={onSubmit}>
      <label htmlFor={id}>First message (UTC)</label>
      <input
        id={id}
        className="text-input"
        value={start}
        autoComplete="off"
        aria-invalid={wrong}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          setStart(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <NumberField
        label="Minutes between messages"
        value={minutes}
        min={1}
        max={10_080}
        onChange={setMinutes}
      />
      <p id={`${id}-hint`} className="hint" role={wrong ? 'alert' : undefined}>
        {wrong
          ? 'This is not a time that can be read. Write 2026-03-11 09:00.'
          : 'They are marked as assumed everywhere, and one press removes them.'}
      </p>
      <Button type="submit" variant="primary" size="small">
        Assume times
      </Button>
    </form>
  );
};
