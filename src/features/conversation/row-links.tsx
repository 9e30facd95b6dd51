import { Button, IconButton } from '../../ui/button';
import { useActions } from './editor-context';
import type { RowFacts } from './row-facts';

interface RowPartProps {
  readonly row: RowFacts;
  readonly tabIndex: number;
}

/** What a message replaces and what replaces it: a press goes to the other end. */
export const RowLinks = ({ row, tabIndex }: RowPartProps) => {
  const actions = useActions();
  return (
    <ul className="row-links" aria-label={`Links of message ${row.index + 1}`}>
      {row.links.map(({ source, text, otherId }) => (
        <li key={text} className="row-links__item">
          {otherId === null ? (
            <span>{text}</span>
          ) : (
            <button
              type="button"
              className="quiet-link"
              tabIndex={tabIndex}
              onClick={() => actions.focus(otherId)}
            >
              {text}
            </button>
          )}
          <IconButton
            icon="close"
            size="small"
            iconSize={10}
            tabIndex={tabIndex}
            label={`Remove the link: ${text}`}
            title="Remove the link"
            onClick={() => {
              actions.removeLink(source);
              actions.focus(row.id);
            }}
          />
        </li>
      ))}
    </ul>
  );
};

/** While a link is being made, on every message that it can replace. */
export const ChooseEarlier = ({ row }: { readonly row: RowFacts }) => {
  const actions = useActions();
  return (
    <span className="row-toolbar row-toolbar--choice">
      <Button
        size="small"
        variant="ghost"
        // Enter on the row does the same; a stop per row would be a long way through.
        tabIndex={-1}
        aria-label={`Choose message ${row.index + 1}, turn ${row.turn}`}
        onClick={() => actions.press(row.id, null)}
      >
        Choose
      </Button>
    </span>
  );
};
