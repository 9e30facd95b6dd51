import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { lastChange } from '../../state/news';
import { useApp, useShell } from '../../state/react';
import type { News } from '../../state/shell';
import { undo } from '../../state/workspace';
import { announce } from '../../ui/announcer';
import { Icon } from '../../ui/icons';
import './open-status.css';

/** Long enough to read and to reach; its actions are in the conversations menu as well. */
const SHOWN_MS = 12_000;

/**
 * Says what was opened, with the way to its report and the way back. It goes when the user does the next thing, because
 * then "undo" would mean that.
 */
export const OpenStatus = ({ news }: { readonly news: News }) => {
  const app = useApp();
  const last = useStore(app.workspace, lastChange);
  const dialog = useShell((s) => s.dialog);
  const [held, setHeld] = useState(false);
  const current = news.after === last;
  const visible = current && dialog === null;
  useEffect(() => {
    if (visible) announce(news.text);
  }, [visible, news]);
  useEffect(() => {
    const dismiss = () => app.shell.setState(({ news: now }) => (now === news ? { news: null } : {}));
    if (!current) dismiss();
    if (!visible || held) return;
    const timer = setTimeout(dismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [app, news, current, visible, held]);
  if (!visible) return null;
  return (
    <section
      aria-label="What has just happened"
      className="open-status"
      data-testid="open-status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="open-status__text">{news.text}</span>
      {news.details && (
        <button
          type="button"
          className="open-status__action"
          onClick={() => app.shell.setState({ dialog: 'report' })}
        >
          Details
        </button>
      )}
      <button type="button" className="open-status__action" onClick={() => undo(app.workspace)}>
        Undo
      </button>
      <button
        type="button"
        className="open-status__close"
        aria-label="Dismiss"
        onClick={() => app.shell.setState({ news: null })}
      >
        <Icon name="close" size={12} />
      </button>
    </section>
  );
};
