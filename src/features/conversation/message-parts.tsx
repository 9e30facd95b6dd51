import { type ReactNode, useRef } from 'react';
import type { Message, Part } from '../../core/conversation';
import { formatCount } from '../../core/format';
import { callSummary, jsonSize, prettyJson, startOf } from './call-text';
import { useMatchInSight, useMatchMarks, useUnfold, withMarks } from './find/marked-text';
import { argumentsKey, FOLDS_ABOVE, nameKey } from './find/surfaces';
import { FoldedText } from './folded-text';

type PartOf<T extends Part['type']> = Extract<Part, { type: T }>;

interface FoldProps {
  /** The surface whose matches unfold it. */
  readonly surface: string;
  readonly className?: string;
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

const Fold = ({ surface, className, summary, children }: FoldProps) => (
  <details ref={useUnfold(surface)} className={className}>
    <summary>{summary}</summary>
    {children}
  </details>
);

/** A call on one line; its name is a text of its own for finding. */
const CallLine = ({ id, part }: { readonly id: string; readonly part: PartOf<'tool-call'> }) => {
  const line = useRef<HTMLElement>(null);
  const key = nameKey(id);
  const marks = useMatchMarks(key);
  useMatchInSight(key, line);
  return (
    <code ref={line} dir="auto">
      {withMarks(part.name, 0, marks)}
      {callSummary(part.name, part.arguments).slice(part.name.length)}
    </code>
  );
};

const Call = ({ id, part }: { readonly id: string; readonly part: PartOf<'tool-call'> }) => {
  const pretty = prettyJson(part.arguments);
  const raw = typeof part.arguments === 'string' ? part.arguments : JSON.stringify(part.arguments);
  const summary = (
    <>
      <span className="part__kind">calls</span> <CallLine id={id} part={part} />
      {pretty !== null && <span className="part__note"> {jsonSize(part.arguments)}</span>}
    </>
  );
  return (
    <Fold surface={argumentsKey(id)} className="part part--call" summary={summary}>
      <FoldedText id={argumentsKey(id)} text={pretty ?? raw} mono />
    </Fold>
  );
};

export interface ResultTextProps {
  readonly id: string;
  readonly text: string;
  readonly quote: string | null;
  readonly isError: boolean;
  readonly onOpen?: (cursor: number) => void;
}

/** A tool's output: JSON folded and indented, everything else as it came. */
export const ResultText = ({ id, text, quote, isError, onOpen }: ResultTextProps) => {
  const pretty = text.length > FOLDS_ABOVE ? prettyJson(text) : null;
  return (
    <div className="part part--result">
      {isError && <span className="part__kind">error </span>}
      {pretty === null ? (
        <FoldedText id={id} text={text} quote={quote} mono {...(onOpen ? { onOpen } : {})} />
      ) : (
        <Fold
          surface={id}
          summary={
            <>
              JSON, {jsonSize(text)}, {formatCount(text.length)} characters:{' '}
              <code dir="auto">{startOf(text, 60)}</code>
            </>
          }
        >
          <FoldedText id={id} text={pretty} quote={quote} mono />
        </Fold>
      )}
    </div>
  );
};

const Attachment = ({ id, part }: { readonly id: string; readonly part: PartOf<'attachment'> }) => {
  const name = [part.name, part.mediaType].filter(Boolean).join(', ');
  return (
    <div className="part part--attachment">
      <span className="part__kind">{part.kind}</span> {name || 'without a name'}
      <span className="part__note">, counted as 0 tokens</span>
      {part.text && (
        <Fold surface={id} summary="its text">
          <FoldedText id={id} text={part.text} mono />
        </Fold>
      )}
    </div>
  );
};

export interface MessagePartsProps {
  readonly message: Message;
  /** The part that the row shows as its editable text. */
  readonly textPart: Part | undefined;
}

/** Everything of a message besides its editable text, in order. */
export const MessageParts = ({ message, textPart }: MessagePartsProps) =>
  message.parts.map((part, i) => {
    const id = `${message.id}/${i}`;
    if (part === textPart || part.type === 'text') return null;
    // Parts have no identity of their own; their place is it.
    if (part.type === 'tool-call') return <Call key={id} id={id} part={part} />;
    if (part.type === 'attachment') return <Attachment key={id} id={id} part={part} />;
    if (part.type === 'reasoning') {
      const summary = `reasoning, ${formatCount(part.text.length)} characters`;
      return (
        <Fold key={id} surface={id} className="part" summary={summary}>
          <FoldedText id={id} text={part.text} />
        </Fold>
      );
    }
    return <ResultText key={id} id={id} text={part.text} quote={null} isError={part.isError ?? false} />;
  });
