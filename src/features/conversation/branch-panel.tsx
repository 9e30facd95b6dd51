import { useState } from 'react';
import type { PreparedConversation } from '../../core/prepared';
import { type BranchMark, branchTitle, positionText } from './branch-marks';
import { useActions } from './editor-context';

const FEW = 5;

/** All places where the source goes other ways, so that none has to be looked for. */
export const BranchPanel = ({
  prepared,
  branches,
}: {
  readonly prepared: PreparedConversation;
  readonly branches: readonly BranchMark[];
}) => {
  const { focus } = useActions();
  const [all, setAll] = useState(false);
  if (branches.length === 0) return null;
  const { messages, turns } = prepared.structure;
  const turnOf = (id: string): number => turns.turnOfMessage[messages.findIndex((m) => m.id === id)] ?? 0;
  const shown = all ? branches : branches.slice(0, FEW);
  return (
    <section className="panel" aria-labelledby="panel-branches">
      <h2 id="panel-branches" className="panel__title">
        Branches
      </h2>
      {shown.map((mark) => {
        const words = branchTitle(mark.point.alternatives[mark.active]!);
        const key = branches.indexOf(mark);
        if (mark.messageId === null)
          return (
            <p key={key} className="hint">
              {positionText(mark)}: the message before it was deleted. Undo, or open the file again to switch.
            </p>
          );
        const { messageId } = mark;
        return (
          <button key={key} type="button" className="panel__jump" onClick={() => focus(messageId)}>
            <span className="panel__turn">{turnOf(messageId) || ''}</span>
            <span>
              <span className="visually-hidden">Branch </span>
              {positionText(mark)}: {words}
            </span>
          </button>
        );
      })}
      {branches.length > shown.length && (
        <button type="button" className="quiet-link" onClick={() => setAll(true)}>
          Show all {branches.length}
        </button>
      )}
      <p className="hint">The file goes other ways here. Only the one that is shown counts.</p>
    </section>
  );
};
