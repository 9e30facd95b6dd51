import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../core/format';
import type { PreparedConversation } from '../../core/prepared';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { editableText, firstWords } from './editable-text';
import { useActions } from './editor-context';
import { type Scope, scopeChoices } from './scope-choices';

interface ScopeDialogProps {
  readonly prepared: PreparedConversation;
  /** Message indexes. */
  readonly earlier: number;
  readonly later: number;
}

/** How much of the earlier message no longer holds: its turn, the message, or some of its sentences. */
export const ScopeDialog = ({ prepared, earlier, later }: ScopeDialogProps) => {
  const actions = useActions();
  const formId = useId();
  const { choices, sentences, turns } = scopeChoices(prepared, earlier, later);
  const [scope, setScope] = useState<Scope>(choices[0]!.scope);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const first = useRef<HTMLInputElement>(null);
  // The dialog itself would give the focus to its close button.
  useEffect(() => first.current?.focus(), []);
  const incomplete = scope === 'sentence' && chosen.size === 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (incomplete) return;
    actions.finishLink(
      scope === 'sentence' ? { scope, sentences: sentences.filter((s) => chosen.has(s)) } : { scope },
    );
  };
  const toggle = (sentence: string) => {
    const next = new Set(chosen);
    if (!next.delete(sentence)) next.add(sentence);
    setChosen(next);
  };
  return (
    <Dialog
      open
      title={`What does turn ${turns.later} replace?`}
      onClose={actions.chooseAgain}
      footer={
        <>
          <Button variant="ghost" onClick={actions.chooseAgain}>
            Choose another message
          </Button>
          <Button type="submit" form={formId} variant="primary" aria-disabled={incomplete}>
            Link
          </Button>
        </>
      }
    >
      <form id={formId} className="scope-form" onSubmit={submit}>
        <p className="scope-form__quote">
          {firstWords(editableText(prepared.structure.messages[earlier]!), 160)}
        </p>
        <fieldset className="scope-form__choices">
          <legend className="visually-hidden">What is replaced</legend>
          {choices.map((choice, i) => (
            <label key={choice.scope} className="scope-form__choice">
              <input
                type="radio"
                name={`${formId}-scope`}
                ref={i === 0 ? first : undefined}
                checked={scope === choice.scope}
                onChange={() => setScope(choice.scope)}
              />
              <span>
                {choice.label}
                {choice.tokens !== null && <span className="hint"> {formatCount(choice.tokens)} tokens</span>}
              </span>
            </label>
          ))}
        </fieldset>
        {scope === 'sentence' && (
          <fieldset className="scope-form__sentences">
            <legend className="hint">They stay, with a mark, and leave summaries and notes.</legend>
            {sentences.map((sentence) => (
              <label key={sentence} className="scope-form__choice">
                <input type="checkbox" checked={chosen.has(sentence)} onChange={() => toggle(sentence)} />
                <span>{sentence}</span>
              </label>
            ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  );
};
