import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { PreparedConversation } from '../../core/prepared';
import type { OpenSuggestion } from '../../core/supersession-review';
import { Button } from '../../ui/button';
import { useActions } from './editor-context';
import { suggestionText } from './link-text';

interface SuggestionListProps {
  readonly open: readonly OpenSuggestion[];
  readonly prepared: PreparedConversation;
  /** Takes the focus when no suggestion is left. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** How many are shown at first, and how many more a press shows. */
const FIRST = 2;
const MORE = 10;

/** Suggestions one under the other; each is accepted or dismissed on its own. */
export const SuggestionList = ({ open, prepared, heading }: SuggestionListProps) => {
  const [limit, setLimit] = useState(FIRST);
  const list = useRef<HTMLUListElement>(null);
  const actions = useActions();
  /** The place of the suggestion that was decided: its follower takes the focus. */
  const decided = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list changed.
  useEffect(() => {
    if (decided.current === null) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('.suggestion button[data-accept]') ?? [])];
    (cards[decided.current] ?? cards.at(-1))?.focus({ preventScroll: true });
    decided.current = null;
  }, [open]);

  const decide = (place: number, act: () => void) => {
    decided.current = place;
    if (open.length === 1) heading.current?.focus({ preventScroll: true });
    act();
  };
  const left = open.length - limit;
  return (
    <>
      <p className="hint">Found by rules, which can be wrong. Nothing changes until you accept.</p>
      <ul ref={list} className="suggestions">
        {open.slice(0, limit).map((suggestion, place) => (
          <Card
            key={`${suggestion.link.earlierMessageId} ${suggestion.link.laterMessageId} ${suggestion.link.sentence}`}
            suggestion={suggestion}
            prepared={prepared}
            onAccept={() => decide(place, () => actions.accept(suggestion))}
            onDismiss={() => decide(place, () => actions.dismiss(suggestion))}
          />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className="quiet-link" onClick={() => setLimit(limit + MORE)}>
          {left <= MORE ? `Show ${left} more` : `Show ${MORE} of ${left} more`}
        </button>
      )}
    </>
  );
};

interface CardProps {
  readonly suggestion: OpenSuggestion;
  readonly prepared: PreparedConversation;
  readonly onAccept: () => void;
  readonly onDismiss: () => void;
}

const Card = ({ suggestion, prepared, onAccept, onDismiss }: CardProps) => {
  const actions = useActions();
  const id = useId();
  const { kind, why, earlier, later, effect } = suggestionText(suggestion, prepared);
  return (
    <li className="suggestion" aria-labelledby={id}>
      <p id={id} className="suggestion__why">
        <span className="suggestion__kind">{kind}</span> {why}
      </p>
      {[earlier, later].map((end, i) => (
        <button key={end.id} type="button" className="panel__jump" onClick={() => actions.focus(end.id)}>
          <span className="panel__turn">
            <span className="visually-hidden">{i === 0 ? 'Earlier, turn ' : 'Later, turn '}</span>
            {end.turn}
          </span>
          <span className={i === 0 ? 'suggestion__earlier' : undefined}>
            {end.quote === '' ? 'no text' : `“${end.quote}”`}
          </span>
        </button>
      ))}
      <p className="hint">{effect}</p>
      <span className="suggestion__actions">
        <Button size="small" data-accept aria-describedby={id} onClick={onAccept}>
          Accept
        </Button>
        <Button size="small" variant="ghost" aria-describedby={id} onClick={onDismiss}>
          Dismiss
        </Button>
      </span>
    </li>
  );
};
