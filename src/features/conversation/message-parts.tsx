import type { Message, Part } from '../../core/conversation';
import { formatCount } from '../../core/format';
import { callSummary, prettyJson } from './call-text';
import { FoldedText } from './folded-text';

type PartOf<T extends Part['type']> = Extract<Part, { type: T }>;

const Call = ({ id, part }: { readonly id: string; readonly part: PartOf<'tool-call'> }) => {
  const pretty = prettyJson(part.arguments);
  const summary = callSummary(part.name, part.arguments);
  if (pretty === null) {
    return (
      <div className="part part--call">
        <span className="part__kind">calls</span>
        {typeof part.arguments === 'string' && part.arguments.length > 90 ? (
          <FoldedText id={`${id}/args`} text={`${part.name}(${part.arguments})`} mono />
        ) : (
          <code>{summary}</code>
        )}
      </div>
    );
  }
  return (
    <details className="part part--call">
      <summary>
        <span className="part__kind">calls</span> <code>{summary}</code>
      </summary>
      <FoldedText id={`${id}/args`} text={pretty} mono />
    </details>
  );
};

const SHORT_RESULT = 400;

export interface ResultTextProps {
  readonly id: string;
  readonly text: string;
  readonly quote: string | null;
  readonly isError: boolean;
  readonly onOpen?: (cursor: number) => void;
}

/** A tool's output: JSON folded and indented, everything else as it came. */
export const ResultText = ({ id, text, quote, isError, onOpen }: ResultTextProps) => {
  const pretty = text.length > SHORT_RESULT ? prettyJson(text) : null;
  return (
    <div className="part part--result">
      {isError && <span className="part__kind">error </span>}
      {pretty === null ? (
        <FoldedText id={id} text={text} quote={quote} mono {...(onOpen ? { onOpen } : {})} />
      ) : (
        <details>
          <summary>
            JSON, {formatCount(text.length)} characters: <code>{text.slice(0, 60).toWellFormed()}…</code>
          </summary>
          <FoldedText id={id} text={pretty} quote={quote} mono />
        </details>
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
        <details>
          <summary>its text</summary>
          <FoldedText id={id} text={part.text} mono />
        </details>
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
      return (
        <details key={id} className="part">
          <summary>reasoning, {formatCount(part.text.length)} characters</summary>
          <FoldedText id={id} text={part.text} />
        </details>
      );
    }
    return <ResultText key={id} id={id} text={part.text} quote={null} isError={part.isError ?? false} />;
  });
