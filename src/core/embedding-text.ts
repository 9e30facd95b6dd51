import { argumentsText, type Message } from './conversation';
import { rememberedByParts } from './remembered';

/**
 * What is embedded for a message: "speaker: text". The speaker is the message's name where it has one, else its role
 * (naming the speaker nearly doubles recall on long conversations: shared/embeddings.md). Tool calls are embedded as
 * `name(arguments)`, tool results as their text; reasoning and attachments are not.
 * A turn's vector is the L2-normalised mean of its messages' vectors, so an edited message re-embeds only itself.
 * null: nothing to embed.
 */
export const embeddingText = rememberedByParts((message): string | null => {
  const content = contentText(message);
  return content === '' ? null : `${message.name ?? message.role}: ${content}`;
});

/**
 * What the lexical stand-in reads: the same, but only with a name of its own in front. A role would be a word that all
 * turns share with every question.
 */
export function lexicalText(message: Message): string | null {
  const text = contentText(message);
  return text === '' || message.name === undefined ? text || null : `${message.name}: ${text}`;
}

function contentText(message: Message): string {
  const lines: string[] = [];
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'tool-result') lines.push(part.text);
    else if (part.type === 'tool-call') lines.push(`${part.name}(${argumentsText(part.arguments)})`);
  }
  return lines.join('\n').trim();
}
