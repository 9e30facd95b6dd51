import { useEffect, useState } from 'react';
import { useApp, useShell, useWorkspace } from '../../state/react';
import type { ImportReport } from '../../state/shell';
import { undo, type WorkspaceState } from '../../state/workspace';
import { Icon } from '../../ui/icons';
import { useOpenState } from './open-context';
import { openedSentence } from './report-text';

/** Long enough to read and to reach; its actions are in the conversations menu as well. */
const SHOWN_MS = 12_000;

const lastChange = (w: WorkspaceState) => w.undoStack[w.undoStack.length - 1] ?? null;

/**
 * Says what was opened, with the way to its report and the way back. It goes when the user does the next thing, because
 * then "undo" would mean that.
 */
export const OpenStatus = () => {
  const app = useApp();
  const report = useShell((s) => s.report);
  const leftOut = useOpenState((s) => s.leftOut);
  const last = useWorkspace(lastChange);
  const [shown, setShown] = useState<{ readonly report: ImportReport; readonly change: unknown } | null>(
    null,
  );

  useEffect(() => {
    // A report that was there before, after a reload of the view, is no news.
    setShown(report ? { report, change: lastChange(app.workspace.getState()) } : null);
  }, [report, app]);

  const dialog = useShell((s) => s.dialog);
  const problem = useOpenState((s) => s.problem);
  const [held, setHeld] = useState(false);
  const current = shown !== null && shown.report === report && shown.change === last;
  const visible = current && dialog === null;
  useEffect(() => {
    if (!visible || held) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [visible, held]);
  // "Was not opened" is newer: the older sentence must not stand beside it, nor come back after it.
  useEffect(() => {
    if (problem) setShown(null);
  }, [problem]);

  return (
    // The region is always there: a live region that appears together with its text is not read.
    <div
      role="status"
      className={visible ? 'open-status' : 'visually-hidden'}
      data-testid="open-status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {visible && (
        <>
          <span className="open-status__text">{openedSentence(shown.report, leftOut)}</span>
          <button
            type="button"
            className="open-status__action"
            onClick={() => app.shell.setState({ dialog: 'report' })}
          >
            Details
          </button>
          <button
            type="button"
            className="open-status__action"
            onClick={() => {
              setShown(null);
              undo(app.workspace);
            }}
          >
            Undo
          </button>
          <button
            type="button"
            className="open-status__close"
            aria-label="Dismiss"
            onClick={() => setShown(null)}
          >
            <Icon name="close" size={12} />
          </button>
        </>
      )}
    </div>
  );
};
