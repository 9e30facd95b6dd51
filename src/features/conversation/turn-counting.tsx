import type { Turns } from '../../core/turns';
import { CALL_SEGMENTATION_ABOVE, type SegmentationChoice } from '../../core/turns';
import { useWorkspace } from '../../state/react';
import { SegmentedControl } from '../../ui/segmented-control';
import { useActions } from './editor-context';

const OPTIONS = [
  { value: 'auto', label: 'Auto' },
  { value: 'user', label: 'User message' },
  { value: 'call', label: 'Model call' },
] as const satisfies readonly { value: SegmentationChoice; label: string }[];

const format = (n: number) => n.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** What a turn is here, why, and one press to count the other way. */
export const TurnCounting = ({ turns }: { readonly turns: Turns }) => {
  const { setSegmentation } = useActions();
  const choice = useWorkspace((s) => s.settings.segmentation);
  const other = turns.segmentation === 'user' ? 'call' : 'user';
  return (
    <section className="panel" aria-labelledby="panel-turns">
      <h2 id="panel-turns" className="panel__title">
        A turn is
      </h2>
      <SegmentedControl
        label="How turns are counted"
        size="small"
        options={OPTIONS}
        value={choice}
        onChange={setSegmentation}
      />
      <p className="hint">
        {turns.segmentation === 'user'
          ? 'One user message and everything up to the next.'
          : 'One model call: an assistant message with its tool results and the user messages before it.'}{' '}
        {choice === 'auto' && turns.list.length > 0 && why(turns)}
      </p>
      {choice === 'auto' && turns.segmentation === 'call' && (
        <button type="button" className="quiet-link" onClick={() => setSegmentation(other)}>
          Count by user message instead
        </button>
      )}
    </section>
  );
};

const why = ({ segmentation, medianUserTurn }: Turns): string => {
  const median = `${format(medianUserTurn)} ${medianUserTurn === 1 ? 'message' : 'messages'} (median)`;
  return segmentation === 'call'
    ? `Chosen because a user message and everything up to the next are ${median}, more than ${CALL_SEGMENTATION_ABOVE}.`
    : `Chosen because such a turn has ${median}, no more than ${CALL_SEGMENTATION_ABOVE}.`;
};
