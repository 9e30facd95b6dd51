import type { Timestamp } from '../conversation';
import { fail, type Result } from '../result';
import { parseTimestamp } from '../timestamps';
import { buildConversation, type DraftMessage } from './build-conversation';
import { walkOutsideFences } from './fences';
import { ImportReport, placesOf } from './import-report';
import type { Imported, Importer } from './importer';
import { isOwnMarkdown, readOwnMarkdown } from './own-markdown';
import { filledLines, noSpeakers, SPEAKERS, splitLines, turnText } from './transcript-text';

/** "Prompt" and "Response" are what browser extensions write above the turns. */
const WORDS = new Map([
  ...SPEAKERS,
  ['prompt', { role: 'user' } as const],
  ['response', { role: 'assistant' } as const],
]);
const WORD = `(${[...WORDS.keys()].join('|')})`;
/** Pictures and bold around the word, a colon behind it, a time or name in brackets, a time behind a dot. */
const DECORATION = '[^\\p{L}\\p{N}#(]{0,8}';
const HEADING = new RegExp(
  `^(#{1,6})[ \\t]+${DECORATION}${WORD}\\b${DECORATION}(?:\\(([^()]{1,60})\\))?(?: · ([-\\dT:.Z]{10,30}))?[ \\t]*:?[ \\t]*$`,
  'iu',
);
const BOLD = new RegExp(`^(\\*\\*|__)${WORD}(?::\\1|\\1[ \\t]?:)[ \\t]*`, 'i');

interface Marker {
  readonly line: number;
  readonly style: string;
  readonly word: string;
  readonly time: Timestamp | null;
  readonly name: string | undefined;
  /** Where the text starts on the marker's line. */
  readonly from: number;
}

const roleOf = (marker: Marker) => WORDS.get(marker.word)?.role;

export const importer: Importer = {
  id: 'markdown-transcript',
  title: 'Markdown transcript',
  describe:
    'A heading per turn, such as "## User" and "## Assistant", or "**User:**" at the beginning of a line.',

  detect({ text, json, lines: jsonLines }) {
    if (isOwnMarkdown(text)) return 0.99;
    if (json !== undefined || jsonLines) return 0;
    const lines = splitLines(text);
    const markers = findMarkers(lines);
    const first = markers[0];
    if (!first) return 0;
    // As the first thing in the file it is the layout; further down it may be what a plain transcript quotes.
    return isTitle(lines.slice(0, first.line)) ? 0.88 : 0.75;
  },

  parse({ text, name }) {
    const lines = splitLines(text);
    if (isOwnMarkdown(text)) return parseOwn(lines, name);
    const markers = findMarkers(lines);
    const first = markers[0];
    if (!first) return fail(noSpeakers());
    const report = new ImportReport();
    const before = filledLines(lines, 0, first.line);
    const titleAt = before.find((i) => /^#{1,6}\s/.test(lines[i]!)) ?? before[0];
    const skipped = before.filter((i) => i !== titleAt);
    report.add('bookkeeping-skipped', {
      count: skipped.length,
      ...placesOf(skipped.map((i) => `line ${i + 1}`)),
      say: (n) =>
        `${n} ${n === 1 ? 'line' : 'lines'} before the first turn ${n === 1 ? 'is' : 'are'} not shown.`,
    });
    const messages = markers.map((marker, i): DraftMessage => {
      const own = lines.slice(marker.line, markers[i + 1]?.line);
      own[0] = (own[0] ?? '').slice(marker.from);
      const said = turnText(own);
      return {
        role: roleOf(marker) ?? 'user',
        parts: said === '' ? [] : [{ type: 'text', text: said }],
        name: marker.name ?? SPEAKERS.get(marker.word)?.name,
        time: marker.time,
        where: `line ${marker.line + 1}`,
      };
    });
    return buildConversation({
      format: 'markdown-transcript',
      messages,
      report,
      title: lines[titleAt ?? -1]?.replace(/^#+\s*/, '').slice(0, 200),
      fileName: name,
      hasToolCalls: false,
    });
  },
};

function parseOwn(lines: readonly string[], fileName: string | undefined): Result<Imported> {
  const report = new ImportReport();
  const own = readOwnMarkdown(lines, report);
  return buildConversation({ format: 'markdown-transcript', ...own, report, fileName });
}

/** A heading or one line, and what exporters put below it. */
const isTitle = (lines: readonly string[]): boolean => {
  const filled = lines.filter((l) => l.trim() !== '');
  return filled.length <= 1 || /^#{1,6}\s/.test(filled[0] ?? '');
};

function findMarkers(lines: readonly string[]): Marker[] {
  const all: Marker[] = [];
  walkOutsideFences(lines, (line, i) => {
    if (!/^(?:#|\*\*|__)/.test(line)) return line;
    const heading = line.length > 200 ? null : HEADING.exec(line);
    if (heading) {
      const [whole, level = '', word = '', bracket, behind] = heading;
      const inBracket = parseTimestamp(bracket);
      all.push({
        line: i,
        style: level,
        word: word.toLowerCase(),
        time: inBracket ?? parseTimestamp(behind),
        name: inBracket ? undefined : bracket,
        from: whole.length,
      });
      return '';
    }
    const bold = BOLD.exec(line);
    if (!bold) return line;
    const [whole, mark = '', word = ''] = bold;
    all.push({
      line: i,
      style: mark,
      word: word.toLowerCase(),
      time: null,
      name: undefined,
      from: whole.length,
    });
    return line.slice(whole.length);
  });
  return bestStyle(all);
}

/** One style per file: the one in which both sides speak, then the most frequent; each side may have its own level. */
function bestStyle(all: readonly Marker[]): Marker[] {
  const groups = [...new Set(all.map((m) => m.style))].map((style) => all.filter((m) => m.style === style));
  const alternating = groups.filter(hasBothSides).sort((a, b) => b.length - a.length)[0];
  if (alternating) return alternating;
  const styleOf = (role: 'user' | 'assistant'): string | undefined =>
    groups.find((group) => group.some((m) => m.style.startsWith('#') && roleOf(m) === role))?.[0]?.style;
  const sides = [styleOf('user'), styleOf('assistant')];
  const mixed = all.filter((m) => sides.includes(m.style));
  return hasBothSides(mixed) ? mixed : [];
}

function hasBothSides(markers: readonly Marker[]): boolean {
  const roles = new Set(markers.map(roleOf));
  return roles.has('user') && roles.has('assistant');
}
