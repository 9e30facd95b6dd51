import { placeAt, placeText } from '../places';
import type { Place, Problem } from '../result';
import { implausibleText } from '../timestamps';

type Sentence = (n: number) => string;

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
const are = (n: number): string => (n === 1 ? 'is' : 'are');

/** The codes of cases/CONVENTIONS.md that several formats share; a format may say its own sentence instead. */
const SENTENCES = new Map<string, Sentence>([
  ['attachment-missing', (n) => `${count(n, 'attachment')} ${are(n)} only named in this file.`],
  [
    'bookkeeping-skipped',
    (n) => `${count(n, 'item')} of the tool's own bookkeeping ${are(n)} not part of the conversation.`,
  ],
  ['branches-hidden', (n) => `${count(n, 'alternative message')} of other branches ${are(n)} not shown.`],
  ['compaction', (n) => `The tool itself compacted the conversation ${n === 1 ? 'once' : `${n} times`}.`],
  [
    'current-node-missing',
    () => 'The file does not say which branch was shown last; the newest one is shown.',
  ],
  [
    'cycle-in-parents',
    (n) => `The links between messages run in a circle in ${count(n, 'place')}; the circle was cut there.`,
  ],
  [
    'dangling-parent',
    (n) => `${count(n, 'message')} ${n === 1 ? 'follows' : 'follow'} a message that is not in this file.`,
  ],
  [
    'deep-value',
    (n) => `${count(n, 'value')} of a tool call nested deeper than 100 levels ${are(n)} not shown.`,
  ],
  ['duplicate-dropped', (n) => `${count(n, 'repeated item')} ${n === 1 ? 'was' : 'were'} dropped.`],
  [
    'duplicate-id',
    (n) =>
      `${count(n, 'message')} ${n === 1 ? 'repeats' : 'repeat'} the id of an earlier one; a suffix makes ${n === 1 ? 'it' : 'each'} unique.`,
  ],
  [
    'empty-conversation',
    (n) => `${count(n, 'conversation')} of this file ${n === 1 ? 'has' : 'have'} no message.`,
  ],
  ['empty-skipped', (n) => `${count(n, 'message')} ${n === 1 ? 'has' : 'have'} neither text nor calls.`],
  ['hidden-skipped', (n) => `${count(n, 'hidden message')} ${are(n)} not shown.`],
  [
    'image-payload-dropped',
    (n) =>
      `${count(n, 'embedded file')} ${are(n)} shown as ${n === 1 ? 'an attachment; its bytes' : 'attachments; their bytes'} are not counted as text.`,
  ],
  [
    'injected-context-skipped',
    (n) => `${count(n, 'text')} that the tool itself added for the model ${are(n)} not shown.`,
  ],
  [
    'lone-surrogate-replaced',
    (n) => `${count(n, 'half of a character', 'halves of characters')} ${are(n)} shown as \ufffd.`,
  ],
  [
    'mixed-shapes',
    (n) =>
      `${count(n, 'item')} ${n === 1 ? 'has' : 'have'} an unexpected shape; what could be read of it is shown.`,
  ],
  ['no-assistant', () => 'No message of this conversation is from an assistant.'],
  [
    'no-time-zone',
    (n) => `${count(n, 'time')} ${n === 1 ? 'has' : 'have'} no time zone and ${are(n)} shown as written.`,
  ],
  [
    'orphan-tool-result',
    (n) =>
      `${count(n, 'tool result')} ${n === 1 ? 'answers a call' : 'answer calls'} not in this file (probably trimmed).`,
  ],
  [
    'reasoning-skipped',
    (n) => `${count(n, 'thinking record')} ${are(n)} not shown as ${n === 1 ? 'a turn' : 'turns'}.`,
  ],
  ['sidechain-skipped', (n) => `${count(n, 'line')} of sub-agents ${are(n)} not shown.`],
  [
    'unanswered-tool-call',
    (n) => `${count(n, 'tool call')} ${n === 1 ? 'has' : 'have'} no result in this file.`,
  ],
  [
    'unknown-sender',
    (n) => `${count(n, 'message')} ${n === 1 ? 'has' : 'have'} an unknown role; the nearest one was taken.`,
  ],
  [
    'threads-unknown',
    () => 'Takeout does not say which prompts belong to one conversation; all are shown in order of time.',
  ],
  ['implausible-time', (n) => `${implausibleText(n)}; ${n === 1 ? 'it is' : 'they are'} kept as written.`],
  ['untimed', (n) => `${count(n, 'message')} ${n === 1 ? 'has' : 'have'} no usable time.`],
]);

export const sharedCodes: readonly string[] = [...SENTENCES.keys()];

/** Places kept per code: more than anybody looks through, and little beside a conversation. */
export const MAX_PLACES = 200;

interface ReportOptions {
  readonly count?: number;
  readonly where?: string;
  readonly messageId?: string;
  readonly places?: readonly Place[];
  readonly say?: Sentence;
}

interface Entry {
  count: number;
  where: string | undefined;
  say: Sentence | undefined;
  readonly places: Place[];
}

/** Several places for `ImportReport.add`; the first one is the warning's `where`. */
export const placesOf = (wheres: readonly string[]): Pick<ReportOptions, 'where' | 'places'> => {
  const [where, ...rest] = wheres.slice(0, MAX_PLACES);
  return where === undefined ? {} : { where, places: rest.map(placeAt) };
};

/** Collects what was read differently or not at all: one warning per code, with its count and its places. */
export class ImportReport {
  readonly #entries = new Map<string, Entry>();

  /**
   * `where` is a place (of `messageId`, where that is known), and the first one stands in `Problem.where`; `places` are
   * further ones. `say` makes the sentence from the final count.
   */
  add(code: string, options: ReportOptions = {}): void {
    const { count: n = 1, where, messageId, places = [], say } = options;
    if (n <= 0) return;
    const entry = this.#entry(code);
    entry.count += n;
    entry.where ??= where;
    entry.say ??= say;
    const first = where === undefined ? [] : [{ ...placeAt(where), ...(messageId ? { messageId } : {}) }];
    for (const place of [...first, ...places]) {
      const isKnown = placeText(place) !== '' || place.messageId !== undefined;
      if (isKnown && entry.places.length < MAX_PLACES) entry.places.push(place);
    }
  }

  #entry(code: string): Entry {
    const known = this.#entries.get(code);
    if (known) return known;
    const entry = { count: 0, where: undefined, say: undefined, places: [] };
    this.#entries.set(code, entry);
    return entry;
  }

  /** `messageAt` names the message that a place of the source became part of, where there is one. */
  warnings(messageAt: (place: Place) => string | undefined = () => undefined): Problem[] {
    const withMessage = (place: Place): Place => {
      const messageId = place.messageId ?? messageAt(place);
      return messageId === undefined ? place : { ...place, messageId };
    };
    return [...this.#entries].map(([code, { count: n, where, say, places }]) => {
      const sentence = say ?? SENTENCES.get(code) ?? ((c: number) => `${code} (${c})`);
      return {
        code,
        message: sentence(n),
        count: n,
        ...(where === undefined ? {} : { where }),
        ...(places.length === 0 ? {} : { places: places.map(withMessage) }),
      };
    });
  }
}
