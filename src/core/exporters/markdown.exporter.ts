import type { Part } from '../conversation';
import { OWN_MARKDOWN, writeHeading, writePart } from '../markdown-form';
import type { Exporter } from './exporter';
import { leftOut } from './left-out';

/** A transcript to read: a heading per message, calls and results in fences. Opens again as the same messages. */
export const exporter: Exporter = {
  id: 'markdown',
  label: 'Markdown',
  describe: 'A transcript to read, with a heading per message.',
  extension: 'md',

  make({ title, items }) {
    const messages = items.map((item) =>
      [writeHeading(item), ...joinTexts(item.parts).map(writePart)].join('\n\n'),
    );
    const head = `# ${title.replace(/\s+/g, ' ').trim()}`;
    return {
      text: `${[head, OWN_MARKDOWN, ...messages].join('\n\n')}\n`,
      messages: items.length,
      notes: leftOut(items, { times: true, ids: false, errors: true, kinds: true }),
    };
  },
};

/** Nothing stands between two texts that would tell them apart: they are one. */
function joinTexts(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.type !== 'text' || last?.type !== 'text') out.push(part);
    else out[out.length - 1] = { type: 'text', text: `${last.text}\n${part.text}` };
  }
  return out;
}
