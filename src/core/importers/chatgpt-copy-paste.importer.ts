import { fail } from '../result';
import { buildConversation, type DraftMessage } from './build-conversation';
import { walkOutsideFences } from './fences';
import { ImportReport, placesOf } from './import-report';
import type { Importer } from './importer';
import { filledLines, noSpeakers, splitLines, turnText } from './transcript-text';

/** What the page says above the turns to screen readers, which comes along when all of it is copied. */
const YOU =
  /^(?:You said|Du hast gesagt|Sie haben gesagt|Vous avez dit|Tu as dit|Has dicho|Dijiste|Você disse|Hai detto|Je zei|U zei)\s?:$/i;
const OTHER = /^(?:O )?(\S[^:\n]{0,59}?) (?:said|hat gesagt|a dit|ha dicho|dijo|disse|ha detto|zei)\s?:$/i;

interface Marker {
  readonly line: number;
  readonly role: 'user' | 'assistant';
  /** A custom GPT speaks under its own name. */
  readonly speaker: string;
}

export const importer: Importer = {
  id: 'chatgpt-copy-paste',
  title: 'Text copied from ChatGPT',
  describe: 'A whole chat selected and copied: "You said:" and "ChatGPT said:" on lines of their own.',

  detect({ text, json, lines: jsonLines }) {
    if (json !== undefined || jsonLines) return 0;
    const lines = splitLines(text);
    const markers = findMarkers(lines);
    const first = markers[0];
    if (!first || !markers.some((m) => m.role !== first.role)) return 0;
    return lines.slice(0, first.line).every((l) => l.trim() === '') ? 0.9 : 0.82;
  },

  parse({ text, name }) {
    const lines = splitLines(text);
    const markers = findMarkers(lines);
    const first = markers[0];
    if (!first) return fail(noSpeakers());
    const report = new ImportReport();
    const before = filledLines(lines, 0, first.line);
    reportSkipped(report, before.slice(1));
    const end = withoutFooter(lines);
    reportSkipped(report, filledLines(lines, end, lines.length));
    const messages = markers.map((marker, i): DraftMessage => {
      const next = markers[i + 1]?.line ?? Math.max(end, marker.line + 1);
      const said = turnOf(marker, lines.slice(marker.line + 1, next), report);
      return {
        role: marker.role,
        parts: said === '' ? [] : [{ type: 'text', text: said }],
        name: marker.role === 'assistant' && marker.speaker !== 'ChatGPT' ? marker.speaker : undefined,
        where: `line ${marker.line + 1}`,
      };
    });
    return buildConversation({
      format: 'chatgpt-copy-paste',
      messages,
      report,
      title: lines[before[0] ?? -1]?.slice(0, 200),
      fileName: name,
    });
  },
};

function reportSkipped(report: ImportReport, indexes: readonly number[]): void {
  report.add('bookkeeping-skipped', {
    count: indexes.length,
    ...placesOf(indexes.map((i) => `line ${i + 1}`)),
    say: (n) =>
      `${n} ${n === 1 ? 'line' : 'lines'} of the page around the turns ${n === 1 ? 'is' : 'are'} not shown.`,
  });
}

function findMarkers(lines: readonly string[]): Marker[] {
  const all: Marker[] = [];
  walkOutsideFences(lines, (raw, line) => {
    const text = raw.length > 80 ? '' : raw.trim();
    if (!text.endsWith(':')) return raw;
    if (YOU.test(text)) all.push({ line, role: 'user', speaker: 'You' });
    else {
      const speaker = OTHER.exec(text)?.[1];
      if (speaker) all.push({ line, role: 'assistant', speaker });
    }
    return raw;
  });
  if (!all.some((m) => m.role === 'user')) return [];
  const speaker = speakerOf(all);
  return all.filter((m) => m.role === 'user' || m.speaker === speaker);
}

/** ChatGPT, else the name that speaks most: "he said:" is a line of somebody's text. */
function speakerOf(markers: readonly Marker[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { role, speaker } of markers) {
    if (role === 'assistant') counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  if (counts.has('ChatGPT')) return 'ChatGPT';
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

const FOOTER =
  /^(?:ChatGPT can make mistakes\b.*|ChatGPT is AI and can make mistakes\b.*|Check important info\.?)$/i;

/** The index behind the last line of the last turn. */
function withoutFooter(lines: readonly string[]): number {
  let end = lines.length;
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!.trim();
    if (line !== '' && !FOOTER.test(line)) break;
    if (line !== '') end = i;
  }
  return end;
}

const THOUGHT = /^Thought for (?:a (?:few )?(?:couple of )?)?[\w ]{1,40}$/i;
const BUTTON = /^(?:Copy code|Copy|Edit)$/;

/** Without the buttons of code blocks (below the language's name) and the line that says how long it thought. */
function turnOf(marker: Marker, lines: readonly string[], report: ImportReport): string {
  if (marker.role === 'user') return turnText(lines);
  const own = [...lines];
  const first = own.findIndex((l) => l.trim() !== '');
  const thought = first !== -1 && THOUGHT.test(own[first]!.trim()) ? first : -1;
  if (thought !== -1) {
    report.add('reasoning-skipped', { where: `line ${marker.line + 2 + thought}` });
    own.splice(thought, 1);
  }
  const kept = own.filter((line, i) => {
    const isButton = BUTTON.test(line.trim()) && isBelowLanguage(own, i);
    if (isButton) reportSkipped(report, [marker.line + 1 + i + (thought === -1 ? 0 : 1)]);
    return !isButton;
  });
  return turnText(kept);
}

function isBelowLanguage(lines: readonly string[], at: number): boolean {
  let above = at - 1;
  while (above >= 0 && at - above <= 2 && BUTTON.test(lines[above]!.trim())) above--;
  return /^[\w#+.-]{1,20}$/.test(lines[above]?.trim() ?? '');
}
