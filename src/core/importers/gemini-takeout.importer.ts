import type { Part, Timestamp } from '../conversation';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { htmlToText } from './html-text';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { joinTexts } from './openai-parts';

const isActivity = (item: JsonRecord): boolean =>
  typeof item.title === 'string' && 'time' in item && ('header' in item || 'products' in item);

/** Every Google product writes activities of this shape. The name of this one is part of its translations. */
const isGemini = (item: JsonRecord): boolean =>
  [item.header, ...listOf(item.products)].some((name) => /gemini|bard/i.test(stringOf(name) ?? ''));

interface Activity {
  readonly item: JsonRecord;
  readonly where: string;
  readonly time: Timestamp | null;
}

export const importer: Importer = {
  id: 'gemini-takeout',
  title: 'Gemini activity of a Google Takeout (JSON)',
  describe: 'MyActivity.json from "My Activity > Gemini Apps", exported as JSON and not as HTML.',

  detect: (source) => {
    const items = topItems(source);
    return 0.95 * vote(items, (item) => isActivity(item)) * (vote(items, isGemini) > 0 ? 1 : 0);
  },

  parse(source) {
    const report = new ImportReport();
    const messages: DraftMessage[] = [];
    for (const { item, where, time } of inOrder(activitiesOf(topItems(source), report))) {
      const prompt = isGemini(item) ? promptOf(item) : null;
      if (prompt === null) {
        report.add('bookkeeping-skipped', {
          where,
          say: (n) => `${n} ${n === 1 ? 'activity is not a prompt' : 'activities are not prompts'}.`,
        });
        continue;
      }
      const asked = [...textPart(prompt), ...filesOf(item, where, report)];
      messages.push({ role: 'user', parts: asked, time, where });
      const answer = answerOf(item, where, report);
      if (answer !== '') messages.push({ role: 'assistant', parts: textPart(answer), time, where });
    }
    if (messages.length === 0) return fail(noConversation(0));
    report.add('threads-unknown');
    return buildConversation({ format: 'gemini-takeout', messages, report, title: 'Gemini activity' });
  },
};

function activitiesOf(items: readonly unknown[], report: ImportReport): Activity[] {
  return items.flatMap((item, i) => {
    const where = `[${i}]`;
    if (isRecord(item)) return [{ item, where, time: parseTimestamp(item.time) }];
    report.add('mixed-shapes', { where });
    return [];
  });
}

/** Newest first in the file; what has no time stays beside its neighbour. */
function inOrder(activities: readonly Activity[]): Activity[] {
  const times = activities.flatMap((a) => (a.time ? [a.time.sortMs] : []));
  const isOldestFirst = (times[0] ?? 0) < (times.at(-1) ?? 0);
  const rows = isOldestFirst ? [...activities] : [...activities].reverse();
  let last = Number.NEGATIVE_INFINITY;
  const keyed = rows.map((activity) => {
    last = activity.time?.sortMs ?? last;
    return { activity, key: last };
  });
  return keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1)).map((row) => row.activity);
}

/** Titles begin with a verb in the language of the account. */
const PROMPT_VERB = /^(?:Prompted with:|Prompted|Asked (?:Gemini|Bard):|Asked|Said|Answered|Branched)\s+/;
const OTHER_VERB = /^(?:Used|Created|Added|Gave|Selected|Shared|Deleted|Visited|Viewed|Cleared|Changed)\s/;

/** What was asked; null for an activity that is none. An unknown verb stays in the title: it may be a word of it. */
function promptOf(item: JsonRecord): string | null {
  const title = stringOf(item.title);
  if (title === undefined) return null;
  const verb = PROMPT_VERB.exec(title)?.[0];
  if (verb !== undefined) return title.slice(verb.length);
  const isOther = OTHER_VERB.test(title) && listOf(item.safeHtmlItem).length === 0;
  return isOther ? null : title;
}

function answerOf(item: JsonRecord, where: string, report: ImportReport): string {
  const items = isRecord(item.safeHtmlItem) ? [item.safeHtmlItem] : listOf(item.safeHtmlItem);
  return joinTexts(
    items.map((part, i) => {
      const html = isRecord(part) ? (stringOf(part.html) ?? stringOf(part.htmlValue)) : stringOf(part);
      if (html === undefined) report.add('mixed-shapes', { where: `${where}.safeHtmlItem[${i}]` });
      return htmlToText(html ?? '');
    }),
  );
}

/** Uploads are named only; the bytes are other files of the archive. A picture stands among the files once more. */
function filesOf(item: JsonRecord, where: string, report: ImportReport): Part[] {
  const pictures = [item.imageFile].flat().flatMap((name) => stringOf(name) ?? []);
  const names = new Set([...pictures, ...listOf(item.attachedFiles).flatMap((name) => stringOf(name) ?? [])]);
  report.add('attachment-missing', { count: names.size, where });
  return [...names].map((name) => ({
    type: 'attachment',
    kind: pictures.includes(name) ? 'image' : 'file',
    name,
  }));
}

const textPart = (text: string): Part[] => (text === '' ? [] : [{ type: 'text', text }]);
