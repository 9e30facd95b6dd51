import { type FormEvent, useState } from 'react';
import type { Supersession } from '../../core/conversation';
import type { Structure } from '../../core/structure';
import type { SupersessionLink } from '../../core/supersession-links';
import { Button } from '../../ui/button';
import { NumberField } from '../../ui/number-field';
import { Popover } from '../../ui/popover';
import { editableText, firstWords } from './editable-text';
import { useActions } from './editor-context';

interface ReinstatedProps {
  readonly source: Supersession;
  readonly link: SupersessionLink;
  readonly structure: Structure;
}

/** From which turn on what was replaced holds again ("blue, green, blue again"); absent when no turn follows. */
export const ReinstatedButton = (props: ReinstatedProps) => {
  const { link, structure } = props;
  if (link.laterTurn >= structure.turns.list.length) return null;
  const text =
    link.reinstatedTurn === null
      ? 'Holds again from a later turn…'
      : `Holds again from turn ${link.reinstatedTurn}`;
  return (
    <Popover
      label="When it holds again"
      trigger={(trigger) => (
        <button {...trigger} type="button" className="panel__inline link-list__again">
          {text}
        </button>
      )}
    >
      {(close) => <ReinstatedForm {...props} onDone={close} />}
    </Popover>
  );
};

const ReinstatedForm = ({
  source,
  link,
  structure,
  onDone,
}: ReinstatedProps & { readonly onDone: () => void }) => {
  const { reinstate } = useActions();
  const { messages, turns } = structure;
  const [turn, setTurn] = useState(link.reinstatedTurn ?? link.laterTurn + 1);
  const message = messages[turns.list[turn - 1]?.start ?? 0]!;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (turn !== link.reinstatedTurn) reinstate(source, message.id);
    onDone();
  };
  return (
    <form className="time-form" onSubmit={onSubmit}>
      <NumberField
        label={`Turn that brings turn ${link.earlierTurn} back`}
        value={turn}
        min={link.laterTurn + 1}
        max={turns.list.length}
        integer
        onChange={setTurn}
      />
      <p className="hint" dir="auto">
        {firstWords(editableText(message), 90) || 'This turn has no text.'}
      </p>
      <Button type="submit" variant="primary" size="small">
        Set
      </Button>
      {link.reinstatedTurn !== null && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            reinstate(source, null);
            onDone();
          }}
        >
          It stays replaced
        </Button>
      )}
    </form>
  );
};
