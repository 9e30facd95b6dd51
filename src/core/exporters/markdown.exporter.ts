import { argumentsText, type Part } from '../conversation';
import { type Exporter, type ExportItem, phrases } from './exporter';

const TITLES = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

/** A transcript to read: a heading per message, calls and results in fences. Opens again by its headings. */
export const exporter: Exporter = {
  id: 'markdown',
  label: 'Markdown',
  describe: 'A transcript to read, with a heading per message.',
  extension: 'md',
  keepsTimes: true,

  make({ title, items }) {
    const parts = items.flatMap((item) => item.parts);
    const blocks = items.map((item) => `${heading(item)}\n\n${item.parts.map(partText).join('\n\n')}`);
    return {
      text: `${[`# ${oneLine(title)}`, ...blocks].join('\n\n')}\n`,
      messages: items.length,
      notes: phrases([
        [
          parts.filter((p) => p.type === 'tool-call').length,
          'call',
          'calls',
          'is shown as text',
          'are shown as text',
        ],
        [
          parts.filter((p) => p.type === 'attachment').length,
          'attachment',
          'attachments',
          'is only named',
          'are only named',
        ],
      ]),
    };
  },
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const heading = ({ role, name, time }: ExportItem): string =>
  [`## ${TITLES[role]}`, name ? ` (${oneLine(name)})` : '', time ? ` · ${time.text}` : ''].join('');

function partText(part: Part): string {
  if (part.type === 'text') return escapeHeadings(part.text);
  if (part.type === 'reasoning') return quoted(`Reasoning: ${part.text}`);
  if (part.type === 'tool-call')
    return `Call of \`${oneLine(part.name)}\`:\n\n${fenced(argumentsText(part.arguments), 'json')}`;
  if (part.type === 'tool-result') return `${part.isError ? 'Error' : 'Result'}:\n\n${fenced(part.text)}`;
  return `[${part.kind}${part.name ? `: ${oneLine(part.name)}` : ''}]`;
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** A fence longer than any in the text. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((m) => m[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A line of a message that looks like the heading of one must not begin a message. */
const escapeHeadings = (text: string): string =>
  text.replace(/^(#{1,6}\s*(?:system|user|assistant|tool)\b)/gim, '\\$1');
