import type { ArchiveQuery } from '../../core/archive-search';
import { argumentsText, type Message, type Part } from '../../core/conversation';
import { LongText } from './marked-text';

interface EntryMessagesProps {
  readonly messages: readonly Message[];
  readonly query: ArchiveQuery | null;
}

/** An archived turn word for word, tool calls and their results included. */
export const EntryMessages = ({ messages, query }: EntryMessagesProps) => (
  <ol className="archive-messages">
    {messages.map((message) => (
      <li key={message.id} className="archive-message">
        <span className="archive-message__role">{message.name ?? message.role}</span>
        {message.parts.map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
          <PartText key={i} part={part} query={query} />
        ))}
      </li>
    ))}
  </ol>
);

const PartText = ({ part, query }: { readonly part: Part; readonly query: ArchiveQuery | null }) => {
  if (part.type === 'attachment')
    return (
      <p className="archive-message__note">
        {part.kind}
        {part.name ? ` ${part.name}` : ''}, attached
      </p>
    );
  if (part.type === 'reasoning')
    return <p className="archive-message__note">reasoning, {part.text.length} characters</p>;
  const code = part.type !== 'text';
  const text = part.type === 'tool-call' ? `${part.name} ${argumentsText(part.arguments)}` : part.text;
  return (
    <p dir="auto" className={code ? 'archive-message__code' : 'archive-message__text'}>
      <LongText text={text} query={query} />
    </p>
  );
};
