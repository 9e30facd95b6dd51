import { useEffect } from 'react';
import type { PreparedConversation } from '../../core/prepared';
import { useShell } from '../../state/react';
import { Notice } from '../../ui/notice';
import { useActions } from './editor-context';
import type { Marks } from './marks';
import { ScopeDialog } from './scope-dialog';

interface LinkingGuideProps {
  readonly prepared: PreparedConversation;
  readonly marks: Marks;
}

/** Leads through linking a later message to the earlier one it replaces: choose it, then how much of it. */
export const LinkingGuide = ({ prepared, marks }: LinkingGuideProps) => {
  const { linking } = marks;
  const earlierId = useShell((s) => s.linking?.earlierId ?? null);
  if (!linking) return null;
  const earlier = prepared.structure.messages.findIndex((m) => m.id === earlierId);
  return (
    <>
      <Guide key={linking.id} id={linking.id} turn={linking.turn} />
      {earlier >= 0 && <ScopeDialog prepared={prepared} earlier={earlier} later={linking.index} />}
    </>
  );
};

const Guide = ({ id, turn }: { readonly id: string; readonly turn: number }) => {
  const { cancelLink, focusLikeliest } = useActions();
  // The hand may come from another view.
  useEffect(() => focusLikeliest(id), [focusLikeliest, id]);
  // Escape works wherever the hand is, but first for what is open above the list.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const within =
        event.target instanceof Element && event.target.closest('dialog, [popover], input, textarea');
      if (event.key !== 'Escape' || within) return;
      event.preventDefault();
      event.stopPropagation();
      cancelLink();
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [cancelLink]);
  return (
    <div className="marking">
      <Notice icon="link" actions={[{ label: 'Cancel', onSelect: cancelLink }]}>
        Which earlier message does turn {turn} replace? Press it
        <span className="marking__keys">
          , or go to it with the arrow keys and press Enter. Escape cancels
        </span>
        .
      </Notice>
    </div>
  );
};
