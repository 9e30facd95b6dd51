import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, type Ref, useState } from 'react';
import { ROLES, type Role } from '../../core/conversation';
import { formatCount } from '../../core/format';
import { useShell } from '../../state/react';
import { IconButton } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { editableText, firstWords } from './editable-text';
import { useActions, useEditor } from './editor-context';
import { FoldedText } from './folded-text';
import { turnList } from './marks';
import { MessageField } from './message-field';
import { MessageParts, ResultText } from './message-parts';
import { RowBranches } from './row-branches';
import type { RowFacts } from './row-facts';
import { ChooseEarlier, RowLinks } from './row-links';
import { RowMenu } from './row-menu';
import { TimeButton } from './time-button';

export interface MessageRowProps {
  readonly row: RowFacts;
  readonly selected: boolean;
  readonly measure: Ref<HTMLElement>;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, id: string, index: number) => void;
}

const Row = ({ row, selected, measure, onKey }: MessageRowProps) => {
  const actions = useActions();
  const { id, index, message, role, turn } = row;
  const active = useEditor((s) => s.activeId === id);
  const isTabStop = useEditor((s) => s.activeId === id || (s.activeId === null && index === 0));
  const field = useEditor((s) => (s.field?.id === id ? s.field : null));
  const problem = useEditor((s) => (s.problem?.id === id ? s.problem.message : null));
  const [hovered, setHovered] = useState(false);
  const tabIndex = isTabStop ? 0 : -1;
  const text = editableText(message);
  const speaker = message.name ? `${message.name}, ${role}` : role;
  const name = `Message ${index + 1} of ${row.count}, ${speaker}${turn > 0 ? `, turn ${turn}` : ', preamble'}`;

  return (
    <article
      ref={measure}
      data-index={index}
      data-message={id}
      tabIndex={tabIndex}
      aria-label={`${name}: ${firstWords(text)}`}
      aria-posinset={index + 1}
      aria-setsize={row.count}
      className={classNames(
        'row',
        row.opens && 'row--opens',
        selected && 'row--selected',
        field && 'row--editing',
        row.isQuestion && 'row--question',
        row.replaceableBy !== null && 'row--choice',
        row.replaces && 'row--later',
      )}
      onFocus={() => {
        if (!active) actions.activate(id);
      }}
      onKeyDown={(event) => onKey(event, id, index)}
      onMouseDown={(event: MouseEvent) => {
        // The menu can end a selection that began elsewhere.
        if ((event.target as Element).closest('.row-menu, [popover]')) return;
        if (!event.shiftKey) return actions.clearSelection();
        event.preventDefault();
        actions.selectTo(id);
      }}
      onPointerEnter={(event: PointerEvent) => setHovered(event.pointerType !== 'touch')}
      onPointerLeave={(event: PointerEvent<HTMLElement>) => {
        // An open menu belongs to the row; without its button it would close.
        if (!event.currentTarget.querySelector(':popover-open')) setHovered(false);
      }}
    >
      <div className="row__turn">
        {row.opens && turn > 0 && (
          <span>
            <span className="visually-hidden">Turn </span>
            {turn}
          </span>
        )}
      </div>
      <div className="row__time">
        <TimeButton id={id} time={message.time} showDay={row.showDay} year={row.year} tabIndex={tabIndex} />
      </div>
      <RowSpeaker row={row} tabIndex={tabIndex} />
      <div className="row__body">
        {row.opens && turn === 0 && <p className="row__note">preamble, part of no turn</p>}
        {row.branches.map((mark) => (
          <RowBranches
            key={mark.point.alternatives[0]?.leafId}
            mark={mark}
            number={index + 1}
            tabIndex={tabIndex}
          />
        ))}
        {field ? (
          <MessageField
            key={field.gesture}
            field={field}
            text={text}
            label={`Text of message ${index + 1}`}
            canSplit={role !== 'tool'}
          />
        ) : (
          <RowText row={row} text={text} />
        )}
        <MessageParts message={message} textPart={role === 'tool' ? firstResult(row) : undefined} />
        {row.links.length > 0 && <RowLinks row={row} tabIndex={tabIndex} />}
        {problem && <p className="row__problem">{problem}</p>}
      </div>
      <div className="row__margin">
        <span
          className="row__tokens"
          title={row.exact ? undefined : 'estimated until the tokenizer has counted'}
        >
          {!row.exact && <span className="row__about">about </span>}
          {formatCount(row.tokens)}
          <span className="visually-hidden"> tokens</span>
        </span>
        <RowMarks row={row} />
        {row.replaceableBy !== null ? (
          <ChooseEarlier row={row} />
        ) : (
          !field && <RowTools row={row} tabIndex={tabIndex} shown={hovered || active} />
        )}
        <RowMenu row={row} tabIndex={tabIndex} />
      </div>
    </article>
  );
};

export const MessageRow = memo(
  Row,
  (a, b) =>
    a.selected === b.selected &&
    a.measure === b.measure &&
    a.onKey === b.onKey &&
    Object.entries(a.row).every(([key, value]) => b.row[key as keyof RowFacts] === value),
);

const RowSpeaker = ({ row, tabIndex }: { readonly row: RowFacts; readonly tabIndex: number }) => {
  const actions = useActions();
  const { id, index, role } = row;
  const { name } = row.message;
  const choice = (
    <select
      className="row__role"
      aria-label={`Role of message ${index + 1}`}
      tabIndex={tabIndex}
      value={role}
      onChange={(event) => actions.setRole(id, event.currentTarget.value as Role)}
    >
      {ROLES.map((r) => (
        <option key={r}>{r}</option>
      ))}
    </select>
  );
  if (!name) return choice;
  return (
    <div className="row__speaker" title={`${name}, ${role}`}>
      <bdi className="row__name">{name}</bdi>
      {choice}
    </div>
  );
};

const firstResult = ({ message }: RowFacts) => message.parts.find((p) => p.type === 'tool-result');

const RowText = ({ row, text }: { readonly row: RowFacts; readonly text: string }) => {
  const { open, press } = useActions();
  const { id, message, quote } = row;
  const onOpen = (cursor: number) => press(id, cursor);
  const result = row.role === 'tool' ? firstResult(row) : undefined;
  if (result?.type === 'tool-result' && text !== '') {
    return <ResultText id={id} text={text} quote={quote} isError={result.isError ?? false} onOpen={onOpen} />;
  }
  if (text !== '') return <FoldedText id={id} text={text} quote={quote} onOpen={onOpen} />;
  if (message.parts.some((p) => p.type !== 'text' && p !== result)) return null;
  return (
    <button type="button" tabIndex={-1} className="quiet-link" onClick={() => open(id)}>
      empty, write something
    </button>
  );
};

const numbers = (joined: string): number[] => (joined === '' ? [] : joined.split(',').map(Number));

const RowMarks = ({ row }: { readonly row: RowFacts }) => {
  const others = numbers(row.evidenceFor).filter((turn) => turn !== row.questionTurn);
  return (
    <span className="row__marks">
      {row.opens && row.pinned && <span className="mark mark--pinned">turn {row.turn} pinned</span>}
      {row.isEvidence && row.questionTurn !== null && (
        <span className="mark mark--evidence">evidence for turn {row.questionTurn}</span>
      )}
      {others.length > 0 && <span className="mark">evidence for {turnList(others)}</span>}
      {row.needs !== null && <span className="mark">question, needs {turnList(numbers(row.needs))}</span>}
      {row.needs === null && row.isQuestion && <span className="mark">question, nothing marked yet</span>}
    </span>
  );
};

/**
 * While evidence is being marked every tick is in sight, at its place in the row's buttons: when they come with the hand,
 * none of them may come under it instead.
 */
const RowTools = (props: Omit<RowToolbarProps, 'tickOnly'> & { readonly shown: boolean }) => {
  const { shown, row, tabIndex } = props;
  const marking = useShell((s) => s.marking !== null);
  // One element in both states: a press must not lose its button to the hand's arrival.
  return shown || (marking && row.canBeEvidence) ? (
    <RowToolbar row={row} tabIndex={tabIndex} tickOnly={!shown} />
  ) : null;
};

interface RowToolbarProps {
  readonly row: RowFacts;
  readonly tabIndex: number;
  readonly tickOnly: boolean;
}

const RowToolbar = ({ row, tabIndex, tickOnly }: RowToolbarProps) => {
  const actions = useActions();
  const { id, index, turn, questionTurn } = row;
  const shared = { size: 'small', tabIndex } as const;
  const button = (label: string) => ({ ...shared, label, title: label });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons.
    <span
      className={classNames('row-toolbar', tickOnly && 'row-toolbar--tick')}
      role="group"
      aria-label={`Actions for message ${index + 1}`}
    >
      {row.canBeEvidence && (
        <IconButton
          {...button(`Evidence for turn ${questionTurn}`)}
          icon="check"
          aria-pressed={row.isEvidence}
          onClick={() => actions.markEvidence(id, !row.isEvidence)}
        />
      )}
      {turn > 0 && (
        <IconButton
          {...button(`Pin turn ${turn}`)}
          icon="pin"
          aria-pressed={row.pinned}
          onClick={() => actions.pinTurn(turn, !row.pinned)}
        />
      )}
      <IconButton {...button('Insert below')} icon="plus" onClick={() => actions.insertBeside(id, 'below')} />
      <IconButton
        {...button('Move up')}
        icon="arrow-up"
        aria-disabled={index === 0}
        onClick={() => actions.move(id, -1)}
      />
      <IconButton
        {...button('Move down')}
        icon="arrow-down"
        aria-disabled={index === row.count - 1}
        onClick={() => actions.move(id, 1)}
      />
      <IconButton {...button('Delete')} icon="trash" onClick={() => actions.remove(id)} />
    </span>
  );
};
