import { useEffect, useRef } from 'react';
import { replaceByRaw } from '../../../core/edit/raw-json';
import { formatCount } from '../../../core/format';
import type { PreparedConversation } from '../../../core/prepared';
import { useApp, useShell } from '../../../state/react';
import { Button } from '../../../ui/button';
import { counted, summaryLines } from '../bulk/bulk-text';
import { useActions } from '../editor-context';
import type { RawProblem } from './check-raw';
import { type RawEditor, useRawEditor } from './use-raw-editor';
import './raw.css';

/** How many problems are listed; the others are marked in the text. */
const SHOWN = 5;

/** The conversation as JSON, to be changed as text and applied as one step. */
export const RawView = ({ prepared }: { readonly prepared: PreparedConversation }) => {
  const { shell } = useApp();
  const actions = useActions();
  const box = useRef<HTMLDivElement>(null);
  const raw = useRawEditor(box, prepared.document.conversation);
  const wish = useShell((s) => s.editing);
  useEffect(() => {
    if (wish !== 'find') return;
    shell.setState({ editing: null });
    raw.openSearch();
  }, [wish, shell, raw]);
  const problems = raw.checked && 'problems' in raw.checked ? raw.checked.problems : [];
  const ready = raw.dirty && raw.checked !== null && problems.length === 0;
  return (
    <div className="raw">
      <div className="raw__bar">
        <p className="raw__state" role="status">
          <State raw={raw} problems={problems.length} />
        </p>
        <Button
          size="small"
          variant="ghost"
          aria-disabled={!raw.dirty}
          onClick={() => raw.dirty && raw.discard()}
        >
          Discard changes
        </Button>
        <Button size="small" variant="primary" aria-disabled={!ready} onClick={raw.apply}>
          Apply
        </Button>
        <Button size="small" onClick={actions.closeRaw}>
          Back to the messages
        </Button>
      </div>
      {problems.length > 0 && <Problems problems={problems} onGo={raw.goTo} />}
      <div ref={box} className="raw__editor" />
    </div>
  );
};

const State = ({ raw, problems }: { readonly raw: RawEditor; readonly problems: number }) => {
  const { preview } = useActions();
  const { checked, dirty, overtaken } = raw;
  if (checked === null) return 'Checking…';
  if ('problems' in checked) {
    const most = problems >= 100 ? 'At least ' : '';
    return `${most}${counted(problems, 'problem')}. What you typed is kept until you apply or discard it.`;
  }
  if (!dirty) return 'The conversation as JSON. What you change here is applied as one step.';
  const summary = preview(replaceByRaw(checked.conversation));
  const lines = summary.ok ? summaryLines(summary.value) : [summary.error.message];
  return `${lines.join(' ')}${overtaken ? ' The conversation was changed meanwhile; this takes its place.' : ''}`;
};

interface ProblemsProps {
  readonly problems: readonly RawProblem[];
  readonly onGo: (from: number, to: number) => void;
}

const Problems = ({ problems, onGo }: ProblemsProps) => (
  <ul className="raw__problems" aria-label="Problems">
    {problems.slice(0, SHOWN).map((p) => (
      <li key={`${p.from} ${p.path} ${p.message}`}>
        <button type="button" onClick={() => onGo(p.from, p.to)}>
          <span className="raw__place">
            Line {formatCount(p.line)}, column {formatCount(p.column)}
          </span>{' '}
          <code>{p.path}</code> {p.message}
        </button>
      </li>
    ))}
    {problems.length > SHOWN && (
      <li className="hint">and {counted(problems.length - SHOWN, 'other')}, marked in the text</li>
    )}
  </ul>
);
