import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ROLES, type Role } from '../../../core/conversation';
import { shiftTimes, spaceTimes } from '../../../core/edit/bulk';
import { deleteMessages, type Edit } from '../../../core/edit/edit';
import { parseTimestamp } from '../../../core/timestamps';
import { useWorkspace } from '../../../state/react';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { NumberField } from '../../../ui/number-field';
import { SegmentedControl } from '../../../ui/segmented-control';
import { Select } from '../../../ui/select';
import { useActions, useEditor } from '../editor-context';
import type { BulkKind } from '../editor-store';
import { clockText, dayText, fieldText } from '../time-text';
import { counted, gapOf, summaryLines, UNITS, type Unit } from './bulk-text';
import './bulk.css';

const TITLES: Readonly<Record<BulkKind, (messages: string) => string>> = {
  delete: (messages) => `Delete ${messages}?`,
  role: (messages) => `Change the role of ${messages}`,
  shift: (messages) => `Shift the times of ${messages}`,
  space: (messages) => `Space the times of ${messages} evenly`,
  clear: (messages) => `Clear the times of ${messages}?`,
};
const VERBS: Readonly<Record<BulkKind, string>> = {
  delete: 'Delete',
  role: 'Change role',
  shift: 'Shift',
  space: 'Assume times',
  clear: 'Clear times',
};

/** An edit of the selected messages: what is asked of the user, and what it will do before it is done. */
export const BulkDialog = () => {
  const bulk = useEditor((s) => s.bulk);
  return bulk && <Asking key={bulk.kind} {...bulk} />;
};

interface AskingProps {
  readonly kind: BulkKind;
  readonly ids: readonly string[];
}

/** An edit, or what keeps it from being one. */
type Made = { readonly edit: Edit; readonly note?: string } | { readonly problem: string };

const Asking = ({ kind, ids }: AskingProps) => {
  const actions = useActions();
  const formId = useId();
  const form = useBulkForm(kind, ids);
  const done = 'edit' in form.made ? actions.preview(form.made.edit) : null;
  const lines = done === null ? [] : done.ok ? summaryLines(done.value) : [done.error.message];
  const note = 'problem' in form.made ? form.made.problem : form.made.note;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ('edit' in form.made && done?.ok) actions.applyBulk(kind, ids, form.made.edit);
  };
  return (
    <Dialog
      open
      size="small"
      title={TITLES[kind](counted(ids.length, 'message'))}
      onClose={actions.closeBulk}
      footer={
        <>
          <Button variant="ghost" onClick={actions.closeBulk}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" aria-disabled={!done?.ok}>
            {VERBS[kind]}
          </Button>
        </>
      }
    >
      <form id={formId} className="bulk-form" onSubmit={submit}>
        {form.fields}
        <div role="status" className="bulk-form__summary">
          {note && <p>{note}</p>}
          {lines.length > 0 && (
            <ul>
              {lines.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          <p className="hint">One undo brings everything back.</p>
        </div>
      </form>
    </Dialog>
  );
};

interface BulkForm {
  readonly fields: ReactNode;
  readonly made: Made;
}

function useBulkForm(kind: BulkKind, ids: readonly string[]): BulkForm {
  const { roleEdit, clearEdit } = useActions();
  const [role, setRole] = useState<Role>('user');
  const shift = useShiftForm(ids);
  const space = useSpaceForm(ids);
  if (kind === 'delete') return { fields: null, made: { edit: deleteMessages(new Set(ids)) } };
  if (kind === 'clear') return { fields: null, made: { edit: clearEdit(ids) } };
  if (kind === 'shift') return shift;
  if (kind === 'space') return space;
  return {
    fields: (
      <Select
        label="Role"
        value={role}
        options={ROLES.map((r) => ({ value: r, label: r }))}
        onChange={setRole}
      />
    ),
    made: { edit: roleEdit(ids, role) },
  };
}

function useShiftForm(ids: readonly string[]): BulkForm {
  const [amount, setAmount] = useState(1);
  const [unit, setUnit] = useState<Unit>('hours');
  const [way, setWay] = useState<'later' | 'earlier'>('later');
  const messages = useWorkspace((w) => w.document.conversation.messages);
  const chosen = new Set(ids);
  const times = messages.flatMap((m) => (chosen.has(m.id) ? [m.time] : []));
  const dates = times.filter((t) => t?.precision === 'date').length;
  const untimed = times.filter((t) => t === null).length;
  const byMs = Math.round(amount * UNITS[unit]) * (way === 'later' ? 1 : -1);
  const notes = [
    untimed > 0 ? `${counted(untimed, 'message has', 'messages have')} no time to shift.` : '',
    dates > 0 && byMs % UNITS.days !== 0
      ? `${counted(dates, 'date without a clock stays', 'dates without a clock stay')}: shift by whole days.`
      : '',
  ].filter((note) => note !== '');
  return {
    fields: (
      <div className="bulk-form__row">
        <NumberField label="By" value={amount} min={0} onChange={setAmount} />
        <Select
          label="Unit"
          hideLabel
          value={unit}
          options={(Object.keys(UNITS) as Unit[]).map((u) => ({ value: u, label: u }))}
          onChange={setUnit}
        />
        <SegmentedControl
          label="Direction"
          size="small"
          value={way}
          options={[
            { value: 'later', label: 'Later' },
            { value: 'earlier', label: 'Earlier' },
          ]}
          onChange={setWay}
        />
      </div>
    ),
    made: { edit: shiftTimes(new Set(ids), byMs), ...(notes.length > 0 ? { note: notes.join(' ') } : {}) },
  };
}

const UNREADABLE = 'This is not a time that can be read. Write 2026-03-11 09:00.';

function useSpaceForm(ids: readonly string[]): BulkForm {
  const first = useWorkspace(
    (w) => w.document.conversation.messages.find((m) => ids.includes(m.id) && m.time !== null)?.time ?? null,
  );
  const fieldId = useId();
  const [start, setStart] = useState(() =>
    first ? fieldText(first) : `${new Date().toISOString().slice(0, 10)} 09:00`,
  );
  const [by, setBy] = useState<'gap' | 'end'>('gap');
  const [minutes, setMinutes] = useState(5);
  const [end, setEnd] = useState('');
  const from = parseTimestamp(start);
  const to = parseTimestamp(end);
  const gap =
    by === 'gap' ? minutes * UNITS.minutes : from && to ? gapOf(from.sortMs, to.sortMs, ids.length) : -1;
  const made = (): Made => {
    if (!from) return { problem: UNREADABLE };
    if (by === 'end' && !to)
      return { problem: end === '' ? 'Write the time of the last message.' : UNREADABLE };
    if (gap < 0) return { problem: 'The last message comes before the first one.' };
    const last = parseTimestamp(new Date(from.sortMs + gap * (ids.length - 1)).toISOString());
    const span = last ? `, until ${dayText(last)} ${clockText(last)}` : '';
    return {
      edit: spaceTimes(new Set(ids), from.sortMs, gap),
      note: `${(gap / UNITS.minutes).toLocaleString('en-US', { maximumFractionDigits: 2 })} min apart${span}. Marked as assumed everywhere.`,
    };
  };
  const field = (name: string, label: string, value: string, set: (text: string) => void) => (
    <label htmlFor={`${fieldId}-${name}`}>
      {label}
      <input
        id={`${fieldId}-${name}`}
        className="text-input"
        value={value}
        autoComplete="off"
        spellCheck={false}
        placeholder="2026-03-11 09:00"
        onChange={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
  return {
    fields: (
      <>
        {field('start', 'First message (UTC)', start, setStart)}
        <SegmentedControl
          label="How far apart"
          size="small"
          value={by}
          options={[
            { value: 'gap', label: 'By a gap' },
            { value: 'end', label: 'Until a time' },
          ]}
          onChange={setBy}
        />
        {by === 'gap' ? (
          <NumberField
            label="Minutes between messages"
            value={minutes}
            min={0}
            max={525_600}
            onChange={setMinutes}
          />
        ) : (
          field('end', 'Last message (UTC)', end, setEnd)
        )}
      </>
    ),
    made: made(),
  };
}
