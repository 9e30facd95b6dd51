import { fail } from '../result';
import { buildConversation } from './build-conversation';
import { walkOutsideFences } from './fences';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { noSpeakers, preamble, SPEAKERS, splitLines, turnText } from './transcript-text';

const WORDS = [...SPEAKERS.keys()].join('|');
const MARKER = new RegExp(`^(\\*\\*|__)?(${WORDS})(?::\\1|\\1 ?:)[ \\t]*`, 'i');

interface Marker {
  readonly line: number;
  readonly word: string;
  /** How the marker is written; one file uses one style, other styles are text. */
  readonly style: string;
  /** Where the text starts on the marker's line. */
  readonly from: number;
}

export const importer: Importer = {
  id: 'text-transcript',
  title: 'Plain text with speakers',
  describe:
    '"User:" and "Assistant:" at the beginning of a line, also Human, AI, System, ChatGPT, Claude, Tool; bold too.',

  detect({ text, json, lines: jsonLines }) {
    if (json !== undefined || jsonLines) return 0;
    const lines = splitLines(text);
    const markers = findMarkers(lines);
    const first = markers[0];
    if (!first) return 0;
    const opensFile = lines.slice(0, first.line).every((l) => l.trim() === '');
    const roles = new Set(markers.map((m) => SPEAKERS.get(m.word)?.role));
    // Above every text format that is told by lines which a message may quote (logs, subtitles, headings).
    if (roles.size > 1) return opensFile ? 0.85 : 0.7;
    // A single speaker can be prose with a colon; as the first thing in the text it is what the user typed.
    return opensFile ? 0.4 : 0;
  },

  parse({ text, name }) {
    const lines = splitLines(text);
    const markers = findMarkers(lines);
    const first = markers[0];
    if (!first) return fail(noSpeakers());
    const report = new ImportReport();
    const { title, messages } = preamble(lines.slice(0, first.line), report);
    markers.forEach((marker, i) => {
      const speaker = SPEAKERS.get(marker.word);
      const own = lines.slice(marker.line, markers[i + 1]?.line);
      own[0] = (own[0] ?? '').slice(marker.from);
      const said = turnText(own);
      messages.push({
        role: speaker?.role ?? 'user',
        parts: said === '' ? [] : [{ type: 'text', text: said }],
        name: speaker?.name,
        where: `line ${marker.line + 1}`,
      });
    });
    return buildConversation({
      format: 'text-transcript',
      messages,
      report,
      title,
      fileName: name,
      hasToolCalls: false,
    });
  },
};

function findMarkers(lines: readonly string[]): Marker[] {
  const all: Marker[] = [];
  walkOutsideFences(lines, (line, i) => {
    const match = MARKER.exec(line);
    if (!match) return line;
    const [whole, bold = '', word = ''] = match;
    all.push({
      line: i,
      word: word.toLowerCase(),
      style: bold + letterCase(word),
      from: whole.length,
    });
    return line.slice(whole.length);
  });
  return dominantStyle(all);
}

/** "user:" in a "User:" file is text. AI, GPT and USER are capitalised like User: one file mixes those. */
const letterCase = (word: string): string => (word === word.toLowerCase() ? 'lower' : 'capital');

/** The style with the most different roles, then the most markers, then the earliest. */
function dominantStyle(all: readonly Marker[]): Marker[] {
  const styles = new Map<string, Marker[]>();
  for (const marker of all) {
    const group = styles.get(marker.style);
    if (group) group.push(marker);
    else styles.set(marker.style, [marker]);
  }
  const rank = (g: readonly Marker[]): number => {
    const roles = new Set(g.map((m) => SPEAKERS.get(m.word)?.role));
    return (roles.has('user') && roles.has('assistant') ? 1e9 : 0) + g.length;
  };
  let best: Marker[] = [];
  for (const group of styles.values()) if (rank(group) > rank(best)) best = group;
  return best;
}
