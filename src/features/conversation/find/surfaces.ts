import { type Message, messageText } from '../../../core/conversation';
import { prettyJson } from '../call-text';
import { editableText } from '../editable-text';
import { splitFences } from '../text-segments';

/** A piece of a message as the list shows it. */
export interface Surface {
  /** What `FoldedText` and names are called by in the editor's store; unique in the conversation. */
  readonly key: string;
  readonly text: string;
  /** Half-open ranges of the text that are on screen, when something is left out (the lines that fence code). */
  readonly shown?: readonly (readonly [number, number])[];
}

export const nameKey = (part: string): string => `${part}/name`;
export const argumentsKey = (part: string): string => `${part}/args`;

/** Results longer than this are folded when they are JSON. */
export const FOLDS_ABOVE = 400;

/** A tool's output as it is shown: JSON of some length indented, everything else as it came. */
export const resultText = (text: string): string =>
  (text.length > FOLDS_ABOVE ? prettyJson(text) : null) ?? text;

const prose = (key: string, text: string): Surface => {
  if (!text.includes('```') && !text.includes('~~~')) return { key, text };
  const shown = splitFences(text).map((s) => [s.start, s.start + s.text.length] as const);
  return { key, text, shown };
};

/** Every text of a message in the order in which the list shows them, in the form in which it shows them. */
export function surfacesOf(message: Message): Surface[] {
  const { id, role, parts } = message;
  const main = parts.find((p) => p.type === 'tool-result');
  const out: Surface[] = [];
  if (role === 'tool' && main) out.push({ key: id, text: resultText(editableText(message)) });
  else out.push(prose(id, messageText(message)));
  parts.forEach((part, i) => {
    const key = `${id}/${i}`;
    if (part.type === 'tool-call') {
      const raw = typeof part.arguments === 'string' ? part.arguments : JSON.stringify(part.arguments);
      out.push({ key: nameKey(key), text: part.name });
      out.push({ key: argumentsKey(key), text: prettyJson(part.arguments) ?? raw });
    } else if (part.type === 'tool-result') {
      if (role !== 'tool' || part !== main) out.push({ key, text: resultText(part.text) });
    } else if (part.type === 'reasoning') out.push(prose(key, part.text));
    else if (part.type === 'attachment' && part.text) out.push({ key, text: part.text });
  });
  return out.filter((s) => s.text !== '');
}
