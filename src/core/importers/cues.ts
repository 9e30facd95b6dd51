import type { Place } from '../result';
import type { DraftMessage } from './build-conversation';
import type { ImportReport } from './import-report';
import { speakerRoles } from './people';

/** What one speaker says within one cue. */
interface Utterance {
  readonly speaker: string | undefined;
  /** Said by a tag, which is certain; a "Name: " in front of the text is only likely. */
  readonly tagged: boolean;
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Of the cue's timing, from 1. */
  readonly line: number;
}

interface Cue {
  /** Of its timing, from 1. */
  readonly line: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
}

/** Hours are optional in WebVTT and may have more than two digits; SRT writes a comma before the milliseconds. */
const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s.*)?$`);
const NOT_A_CUE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/** Neighbouring cues of one speaker with at most this between them are one turn. */
const MAX_GAP_MS = 2000;

export const isTiming = (line: string): boolean => TIMING.test(line);

export interface CueRules {
  /** The line in front of a timing is always an id (WebVTT); otherwise only when it is a number or stands alone. */
  readonly idsAreFree: boolean;
}

/** The talk of a subtitle file: one message per speaker's turn, with its offset from the start. */
export function messagesOfCues(
  lines: readonly string[],
  rules: CueRules,
  report: ImportReport,
): DraftMessage[] {
  const cues = withoutRolledLines(readCues(lines, rules, report), report);
  const prefixes = namePrefixes(cues);
  const turns = merged(cues.flatMap((cue) => utterancesOf(cue, prefixes)));
  const role = speakerRoles(turns.flatMap((t) => t.speaker ?? []));
  const unnamed = turns.filter((t) => t.speaker === undefined);
  report.add('relative-times', {
    count: turns.length,
    places: turns.map(({ line }) => ({ line })),
    say: () => 'Times count from the start of the recording.',
  });
  report.add('unknown-sender', {
    count: unnamed.length,
    places: unnamed.map(({ line }) => ({ line })),
    say: (n) => `${n} ${n === 1 ? 'message does' : 'messages do'} not say who speaks.`,
  });
  return turns.map(({ speaker, text, startMs, line }) => ({
    ...(speaker === undefined ? { role: 'user' } : role(speaker)),
    parts: text === '' ? [] : [{ type: 'text', text }],
    offsetMs: startMs,
    where: `line ${line}`,
  }));
}

function readCues(lines: readonly string[], { idsAreFree }: CueRules, report: ImportReport): Cue[] {
  const cues: { line: number; startMs: number; endMs: number; lines: string[] }[] = [];
  let isComment = false;
  let afterBlank = true;
  lines.forEach((line, i) => {
    const timing = TIMING.exec(line);
    if (timing) {
      isComment = false;
      cues.push({ line: i + 1, startMs: timeOf(timing, 1), endMs: timeOf(timing, 5), lines: [] });
    } else if (line.trim() === '') {
      isComment = false;
    } else if (isComment || (idsAreFree && afterBlank && NOT_A_CUE.test(line))) {
      isComment = true;
    } else if (!isTiming(lines[i + 1] ?? '') || !(idsAreFree || afterBlank || /^\s*\d+\s*$/.test(line))) {
      const cue = cues.at(-1);
      if (cue) cue.lines.push(line.trim());
      else {
        report.add('bad-line', {
          where: `line ${i + 1}`,
          say: (n) =>
            `${n} ${n === 1 ? 'line stands' : 'lines stand'} before the first cue and ${n === 1 ? 'is' : 'are'} not shown.`,
        });
      }
    }
    afterBlank = line.trim() === '';
  });
  return cues;
}

function timeOf(match: RegExpExecArray, from: number): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match
    .slice(from, from + 4)
    .map((t) => t ?? '0');
  return (
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
  );
}

const STAMP_TAG = /<\d{1,4}:\d{2}[:.\d]*>/;

/** Automatic captions roll: each cue repeats the line before it. Only they have times within the text. */
function withoutRolledLines(cues: readonly Cue[], report: ImportReport): readonly Cue[] {
  if (!cues.some((cue) => cue.lines.some((line) => STAMP_TAG.test(line)))) return cues;
  let last = '';
  const dropped: Place[] = [];
  const out = cues.map((cue) => {
    const fresh = cue.lines.filter((line) => {
      const text = plain(line);
      const isRepeat = text === last;
      last = text;
      if (isRepeat) dropped.push({ line: cue.line });
      return !isRepeat;
    });
    return { ...cue, lines: fresh };
  });
  report.add('duplicate-dropped', {
    count: dropped.length,
    places: dropped,
    say: (n) =>
      `${n} ${n === 1 ? 'caption repeats' : 'captions repeat'} the line before ${n === 1 ? 'it and is' : 'them and are'} shown once.`,
  });
  return out;
}

/** No pattern reads past the next bracket, or a line of open tags would be read again from each. */
const VOICE = /<v(?:\.[^\s<>]*)?[ \t]+([^<>]*)>/;
const BEFORE_VOICE = /(?=<v(?:\.[^\s<>]*)?[ \t])/;
const TAG = /<\/?(?:v|c|i|b|u|s|ruby|rt|lang|font)(?:[.\s][^<>]*)?>|<\d{1,4}:\d{2}[:.\d]*>|\{\\[^{}]*\}/gi;
const ENTITY = /&(?:(amp|lt|gt|nbsp|lrm|rlm|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  quot: '"',
  apos: "'",
};

function plain(text: string): string {
  return text
    .replace(TAG, '')
    .replace(
      ENTITY,
      (whole, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
        if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .trim();
}

const PREFIX = /^(?:>>+\s*|[-–]\s*)?([^:<>]{1,60}?)\s{0,4}:(?:\s+|$)/;
const CAPITAL_WORD = /^[([]?[\p{Lu}\p{Lt}\p{Lo}\d][^\s]*$/u;

/** Up to three words that start with capitals, the first with a letter: "Rin Okafor", "Speaker 2", "Sam (Guest)". */
function looksLikeName(prefix: string): boolean {
  const words = prefix.split(/\s+/);
  return words.length <= 3 && /^\p{L}/u.test(prefix) && words.every((word) => CAPITAL_WORD.test(word));
}

/** The words before a colon that are speakers: names by their look, and what speaks more than once. */
function namePrefixes(cues: readonly Cue[]): (prefix: string) => boolean {
  const voices = new Set<string>();
  const counts = new Map<string, number>();
  for (const line of cues.flatMap((cue) => cue.lines)) {
    const voice = VOICE.exec(line)?.[1];
    if (voice !== undefined) voices.add(plain(voice));
    const prefix = PREFIX.exec(plain(line))?.[1];
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return (prefix) =>
    !prefix.includes('&') && (voices.has(prefix) || (counts.get(prefix) ?? 0) > 1 || looksLikeName(prefix));
}

function utterancesOf(
  { line: at, startMs, endMs, lines }: Cue,
  isName: (prefix: string) => boolean,
): Utterance[] {
  const out: {
    speaker: string | undefined;
    tagged: boolean;
    text: string;
    startMs: number;
    endMs: number;
    line: number;
  }[] = [];
  const add = (speaker: string | undefined, tagged: boolean, text: string): void => {
    const last = out.at(-1);
    if (last && speaker === undefined) last.text = joined(last.text, text);
    else out.push({ speaker, tagged, text, startMs, endMs, line: at });
  };
  for (const piece of lines.flatMap((line) => line.split(BEFORE_VOICE))) {
    const voice = VOICE.exec(piece)?.[1];
    const text = plain(piece.replace(VOICE, ''));
    const prefix = voice === undefined && !out.at(-1)?.tagged ? PREFIX.exec(text) : null;
    if (voice !== undefined) add(plain(voice) || undefined, true, text);
    else if (prefix?.[1] !== undefined && isName(prefix[1]))
      add(prefix[1], false, text.slice(prefix[0].length));
    else if (text !== '') add(undefined, false, text);
  }
  return out;
}

/** A wrapped line goes on; a line that starts with a dash is another person's. */
const joined = (a: string, b: string): string =>
  a === '' || b === '' ? a + b : `${a}${/^[-–]/.test(b) ? '\n' : ' '}${b}`;

function merged(utterances: readonly Utterance[]): Utterance[] {
  const turns: Utterance[] = [];
  for (const next of utterances) {
    const last = turns.at(-1);
    const isNear = last !== undefined && next.startMs - last.endMs <= MAX_GAP_MS;
    // A name in front is often written only where the speaker changes.
    const goesOn =
      last !== undefined && (next.speaker === last.speaker || (next.speaker === undefined && !last.tagged));
    if (last && isNear && goesOn) {
      turns[turns.length - 1] = {
        ...last,
        text: joined(last.text, next.text),
        endMs: Math.max(last.endMs, next.endMs),
      };
    } else turns.push(next);
  }
  return turns;
}
