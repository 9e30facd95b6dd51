import { useEffect, useRef, useState } from 'react';
import type { PreparedConversation } from '../../core/prepared';
import { type ReadLink, readLinks } from '../../core/supersession-links';
import { laneLetter } from '../../state/lanes';
import { useApp, useShell, useSuggestions, useWorkspace } from '../../state/react';
import { Button, IconButton } from '../../ui/button';
import { useActions } from './editor-context';
import { linkTitle, restText, suggestions } from './link-text';
import { ReinstatedButton } from './reinstated-button';
import { SuggestionList } from './suggestion-list';

interface ReplacedPanelProps {
  readonly prepared: PreparedConversation;
  /** The panel is wanted: it must be in sight. */
  readonly onFocus: () => void;
}

/** Which turns no longer hold: what rules suggest, what is linked, and which strategies act on it. */
export const ReplacedPanel = ({ prepared, onFocus }: ReplacedPanelProps) => {
  const { shell } = useApp();
  const actions = useActions();
  const title = useRef<HTMLHeadingElement>(null);
  const { review, failed } = useSuggestions((s) => s);
  const retry = useApp().suggestions.retry;
  const reviewing = useShell((s) => s.reviewing);
  useEffect(() => {
    if (!reviewing) return;
    shell.setState({ reviewing: false });
    onFocus();
    // The panel may have to be unfolded first.
    requestAnimationFrame(() => {
      title.current?.scrollIntoView({ block: 'center' });
      title.current?.focus({ preventScroll: true });
    });
  }, [reviewing, shell, onFocus]);
  const links = readLinks(prepared.document, prepared.structure);
  const open = review?.open ?? [];
  const dismissed = review?.dismissed ?? [];
  if (prepared.structure.messages.length < 2) return null;
  return (
    <section className="panel" aria-labelledby="panel-replaced">
      <h2 id="panel-replaced" className="panel__title" ref={title} tabIndex={-1}>
        Replaced turns
        {open.length > 0 && <span className="panel__count">{suggestions(open.length)}</span>}
      </h2>
      {open.length > 0 && <SuggestionList open={open} prepared={prepared} heading={title} />}
      {links.length > 0 && <Links links={links} prepared={prepared} heading={title} />}
      {open.length === 0 && links.length === 0 && (
        <p className="hint">
          {review ? 'None, and nothing to suggest. ' : 'None yet. '}
          “Replaces an earlier turn…” in a message’s menu says that an earlier one no longer holds.
        </p>
      )}
      {dismissed.length > 0 && (
        <p className="hint">
          {dismissed.length} dismissed ·{' '}
          <button
            type="button"
            className="panel__inline"
            onClick={() => {
              actions.showDismissed(dismissed);
              title.current?.focus({ preventScroll: true });
            }}
          >
            show again
          </button>
        </p>
      )}
      {failed && (
        <p className="hint">
          The rules that suggest could not be loaded.{' '}
          <button type="button" className="panel__inline" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </section>
  );
};

interface LinksProps {
  readonly links: readonly ReadLink[];
  readonly prepared: PreparedConversation;
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
}

/** How many links are listed at first. */
const SHOWN = 5;

const Links = ({ links, prepared, heading }: LinksProps) => {
  const actions = useActions();
  const [all, setAll] = useState(false);
  const { messages, turns } = prepared.structure;
  const turnOf = (id: string): number | null => {
    const index = messages.findIndex((m) => m.id === id);
    return index < 0 ? null : turns.turnOfMessage[index]!;
  };
  const shown = all ? links : links.slice(0, SHOWN);
  return (
    <>
      <p className="panel__subtitle">Linked</p>
      <ul className="link-list">
        {shown.map((link) => {
          const text = linkTitle(link, turnOf);
          const { source } = link;
          const rest = restText(link);
          return (
            <li key={`${source.earlierMessageId} ${source.laterMessageId} ${source.sentence}`}>
              <div className="link-list__link">
                <button
                  type="button"
                  className="link-list__jump"
                  onClick={() =>
                    actions.focus(
                      turnOf(source.earlierMessageId) === null
                        ? source.laterMessageId
                        : source.earlierMessageId,
                    )
                  }
                >
                  {text}
                  {link.link && <span className="link-list__label">“{link.link.label}”</span>}
                  {rest !== '' && <span className="link-list__label">{rest}</span>}
                </button>
                {link.link && (
                  <ReinstatedButton source={source} link={link.link} structure={prepared.structure} />
                )}
              </div>
              <IconButton
                icon="close"
                size="small"
                iconSize={10}
                label={`Remove the link: ${text}`}
                title="Remove the link"
                onClick={() => {
                  actions.removeLink(source);
                  heading.current?.focus({ preventScroll: true });
                }}
              />
            </li>
          );
        })}
      </ul>
      {links.length > shown.length && (
        <button type="button" className="quiet-link" onClick={() => setAll(true)}>
          Show all {links.length} links
        </button>
      )}
      <Acting />
    </>
  );
};

/** Links are measured everywhere; only strategies with the modifier act on them. */
const Acting = () => {
  const actions = useActions();
  const lanes = useWorkspace((w) => w.lanes);
  const acting = lanes.flatMap((lane, i) => (lane.modifiers.supersession ? [laneLetter(i)] : []));
  if (lanes.length === 0) return null;
  const all = acting.length === lanes.length;
  const names = [acting.slice(0, -1).join(', '), acting.at(-1)].filter((s) => s).join(' and ');
  return (
    <>
      <p className="hint">
        {acting.length === 0 &&
          'No strategy acts on this yet: what was replaced is still sent, and counted as stale.'}
        {acting.length > 0 &&
          !all &&
          `${names} ${acting.length === 1 ? 'takes' : 'take'} out what was replaced.`}
        {all && 'Every strategy takes out what was replaced.'}
      </p>
      <Button size="small" onClick={() => actions.actOnLinks(!all)}>
        {all ? 'Act on it in none' : 'Act on it in every strategy'}
      </Button>
    </>
  );
};
