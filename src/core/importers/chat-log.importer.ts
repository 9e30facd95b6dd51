import type { Part } from '../conversation';
import { fail } from '../result';
import { buildConversation } from './build-conversation';
import { dayOrder, readStamp, type StampedLine, stampTime } from './chat-stamps';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { bookkeeping, speakerRoles } from './people';
import { fileOf, isDeleted, isOwnNotice, withoutEdited } from './phone-phrases';
import { noSpeakers, preamble, splitLines, turnText } from './transcript-text';

/** Enough to tell the format; the whole text is only read once it is chosen. */
const PROBE_CHARS = 100_000;

export const importer: Importer = {
  id: 'chat-log',
  title: 'Chat log with times',
  describe:
    '"[2026-03-02 09:00] Name: ..." per message, as WhatsApp and other chats export; dates of many places.',

  detect({ text, json, lines: jsonLines }) {
    if (json !== undefined || jsonLines) return 0;
    const lines = splitLines(text.slice(0, PROBE_CHARS));
    const log = readLog(lines);
    const named = log.filter((l) => l.name !== undefined);
    if (named.length < 2 || named.length * 3 < log.length) return 0;
    // A program's log without brackets is told from a chat by its one voice.
    if (log[0]!.style.startsWith('bare') && new Set(named.map((l) => l.name)).size < 2) return 0;
    const opensFile = lines.slice(0, log[0]!.index).every((l) => l.trim() === '');
    return opensFile ? 0.85 : 0.35;
  },

  parse({ text, name }) {
    const lines = splitLines(text);
    const log = readLog(lines);
    const first = log[0];
    if (!first) return fail(noSpeakers());
    const report = new ImportReport();
    const { title, messages } = preamble(lines.slice(0, first.index), report);
    const order = dayOrder(log);
    const roleOf = speakerRoles(log.flatMap((l) => l.name ?? []));
    const offsets = offsetsOf(log);
    log.forEach((line, i) => {
      const where = `line ${line.index + 1}`;
      const written = turnText([line.text, ...lines.slice(line.index + 1, log[i + 1]?.index)]);
      const said = withoutEdited(written);
      const isNotice = line.name === undefined || isOwnNotice(said, line.ownWords);
      if (isNotice || said !== written)
        report.add('bookkeeping-skipped', { where, say: bookkeeping('notice', 'notices') });
      if (isNotice) return;
      if (isDeleted(said)) {
        report.add('deleted-skipped', {
          where,
          say: (n) => `${n} deleted ${n === 1 ? 'message is' : 'messages are'} not shown.`,
        });
      } else {
        messages.push({
          ...roleOf(line.name),
          parts: partsOf(said, line.ownWords, where, report),
          time: stampTime(line, order.dayFirst),
          offsetMs: offsets?.[i],
          where,
        });
      }
    });
    reportTimes(log, order, report);
    return buildConversation({
      format: 'chat-log',
      messages,
      report,
      title,
      fileName: name,
      hasToolCalls: false,
    });
  },
};

/** The stamped lines in the log's own way of writing them; other ways are part of what was said. */
function readLog(lines: readonly string[]): StampedLine[] {
  const styles = new Map<string, StampedLine[]>();
  lines.forEach((line, i) => {
    const stamped = readStamp(line, i);
    if (!stamped) return;
    // Notices of a log with nicknames have none.
    const group = styles.get(stamped.style);
    if (group) group.push(stamped);
    else styles.set(stamped.style, [stamped]);
  });
  const named = (group: readonly StampedLine[]): number => group.filter((l) => l.name !== undefined).length;
  let best: StampedLine[] = [];
  for (const group of styles.values()) if (named(group) > named(best)) best = group;
  const notices = best[0]?.style.endsWith(' nick') ? (styles.get(best[0].style.slice(0, -5)) ?? []) : [];
  const all = [...best, ...notices.map((l) => ({ ...l, name: undefined }))].sort((a, b) => a.index - b.index);
  // Without brackets or a dash, a line that only starts with a time is text.
  return all.filter((l) => l.name !== undefined || !l.style.startsWith('bare'));
}

/** Since the first line, for a log that has the clock only and never runs backwards: then it may be one day. */
function offsetsOf(log: readonly StampedLine[]): number[] | null {
  const start = log[0]?.clockMs ?? 0;
  const isOneDay = log.every((l, i) => l.date === null && (i === 0 || l.clockMs >= log[i - 1]!.clockMs));
  return isOneDay ? log.map((l) => l.clockMs - start) : null;
}

function reportTimes(
  log: readonly StampedLine[],
  order: ReturnType<typeof dayOrder>,
  report: ImportReport,
): void {
  const undated = log.filter((l) => l.name !== undefined && l.date === null);
  report.add('relative-times', {
    count: undated.length,
    places: undated.map((l) => ({ line: l.index + 1 })),
    say: (n) =>
      `${n} ${n === 1 ? 'time is a time' : 'times are times'} of the day without a date; the ${n === 1 ? 'day is' : 'days are'} not known.`,
  });
  if (!order.guessed) return;
  report.add('date-order', {
    say: () =>
      `The dates do not tell whether the day or the month comes first; the ${order.dayFirst ? 'day' : 'month'} was taken.`,
  });
}

/** A line that stands for a file is no text; further lines are its caption. */
function partsOf(said: string, ownWords: boolean, where: string, report: ImportReport): Part[] {
  const kept: string[] = [];
  const files: Part[] = [];
  for (const line of said.split('\n')) {
    const file = fileOf(line, ownWords);
    if (file) files.push(file);
    else kept.push(line);
  }
  if (files.length === 0) return said === '' ? [] : [{ type: 'text', text: said }];
  report.add('attachment-missing', { count: files.length, where });
  const caption = turnText(kept);
  return caption === '' ? files : [{ type: 'text', text: caption }, ...files];
}
