import { memo, useState } from 'react';
import { argumentsText, type Part } from '../../core/conversation';
import type { BodyModel } from './cell-model';
import { clampAt, splitFences, splitQuote } from './message-text';
import { count } from './words';

interface TextProps {
  readonly text: string;
  readonly stamp: string;
  readonly quote: string;
}

const Running = ({ text, quote }: { readonly text: string; readonly quote: string }) => {
  const parts = splitQuote(text, quote);
  if (!parts) return text;
  return (
    <>
      {parts[0]}
      <mark className="context-quote">{parts[1]}</mark>
      {parts[2]}
    </>
  );
};

/** Text as text: nothing in it is ever read as markup. Fence lines stay in the text, so that a selection copies them. */
const MessageText = ({ text, stamp, quote }: TextProps) => {
  const [open, setOpen] = useState(false);
  const spoken = stamp !== '' && text.startsWith(stamp) ? text.slice(stamp.length) : text;
  const quoteAt = quote === '' ? -1 : spoken.indexOf(quote);
  const cut = open ? spoken.length : clampAt(spoken, quoteAt < 0 ? 0 : quoteAt + quote.length);
  const shown = cut < spoken.length ? spoken.slice(0, cut) : spoken;
  const long = open || cut < spoken.length;
  return (
    <>
      {stamp !== '' && (
        <ins className="context-stamp" title="Inserted by the strategy: said by nobody">
          {stamp}
        </ins>
      )}
      {splitFences(shown).map((segment, i) =>
        segment.type === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their place.
          <Running key={i} text={segment.text} quote={quote} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <code key={i} className="context-code">
            <span className="context-fence">{segment.open}</span>
            <Running text={segment.text.replace(/\n$/, '')} quote={quote} />
            <span className="context-fence">{`\n${segment.close}`}</span>
          </code>
        ),
      )}
      {long && (
        <>
          {!open && '… '}
          <button type="button" className="context-more" onClick={() => setOpen(!open)}>
            {open ? 'Show less' : `Show all ${count(spoken.length)} characters`}
          </button>
        </>
      )}
    </>
  );
};

const ToolCall = ({ part }: { readonly part: Extract<Part, { type: 'tool-call' }> }) => {
  const args = argumentsText(part.arguments);
  return (
    <details className="context-call">
      <summary>
        <span className="context-call__name">{part.name}</span>
        <span className="context-call__args">{args.slice(0, 200)}</span>
      </summary>
      <code className="context-code">
        {typeof part.arguments === 'string' ? args : JSON.stringify(part.arguments, null, 2)}
      </code>
    </details>
  );
};

const PartView = ({
  part,
  stamp,
  quote,
}: {
  readonly part: Part;
  readonly stamp: string;
  readonly quote: string;
}) => {
  switch (part.type) {
    case 'text':
      return <MessageText text={part.text} stamp={stamp} quote={quote} />;
    case 'tool-result':
      return (
        <span className="context-result">
          {part.isError && <span className="context-role">error </span>}
          <MessageText text={part.text} stamp={stamp} quote={quote} />
        </span>
      );
    case 'tool-call':
      return <ToolCall part={part} />;
    case 'reasoning':
      return (
        <span className="context-unsent">
          reasoning, {count(part.text.length)} characters, not sent as text
        </span>
      );
    case 'attachment':
      return (
        <span className="context-unsent">
          {part.kind}
          {part.name ? ` ${part.name}` : ''}, attached: counted as 0 tokens
        </span>
      );
  }
};

export const MessageBody = memo(({ body }: { readonly body: BodyModel }) => {
  // The stamp stands before the first text only.
  const first = body.parts.findIndex((p) => p.type === 'text' || p.type === 'tool-result');
  return (
    <div className="context-message">
      <span className="context-role">
        {body.role}
        {body.name !== '' && ` ${body.name}`}
      </span>{' '}
      {body.rewritten !== '' && <span className="context-rewritten">{body.rewritten}</span>}
      {body.parts.map((part, i) => (
        <PartView
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
          key={i}
          part={part}
          stamp={i === first ? body.stamp : ''}
          quote={body.quote}
        />
      ))}
    </div>
  );
});
