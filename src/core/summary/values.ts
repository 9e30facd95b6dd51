import { stem } from '../text/stem';
import { rawWords } from '../text/words';

/**
 * A word that fills a slot of which only one can hold at a time. Two statements about one topic contradict each other when
 * they fill a slot of the same kind differently.
 */
export interface Value {
  /** "colour", "number:second", "theme", "name", … */
  readonly kind: string;
  readonly value: string;
  /** The term of this word in `terms` of the same text. */
  readonly term: string;
}

const SLOTS: readonly (readonly [kind: string, words: string])[] = [
  [
    'colour',
    'blue green red yellow orange purple violet pink black white grey gray brown teal indigo cyan magenta ' +
      'blau blaue blauen grün grüne grünen rot rote roten gelb gelbe gelben schwarz schwarze schwarzen weiß weiße weißen ' +
      'bleu bleus bleue bleues vert verts verte vertes rouge rouges jaune jaunes noir noirs noire blanc blancs blanche ' +
      'azul azules azuis verde verdes rojo rojos rojas vermelho vermelhos amarillo amarelo blu rosso rossi giallo ' +
      'blauw blauwe groen groene rood rode geel zwart wit синий синие синими зелёный зелёные зеленый зеленые зелёными красный красные',
  ],
  ['indent', 'tabs spaces'],
  ['theme', 'light dark'],
  ['quote', 'single double'],
  ['switch', 'enable enabled disable disabled'],
  ['side', 'left right top bottom'],
  ['order', 'ascending descending'],
  ['size', 'small medium large'],
  ['access', 'public private'],
  ['period', 'hourly daily weekly monthly quarterly yearly'],
  [
    'weekday',
    'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag',
  ],
];
const SLOT_OF: ReadonlyMap<string, string> = new Map(
  SLOTS.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
);
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  'zero one two three four five six seven eight nine ten'.split(' ').map((word, i) => [word, String(i)]),
);

const NUMBER = /^\d+(?:[.,:]\d+)*$/;
const NUMBER_WITH_UNIT = /^(\d+(?:[.,]\d+)*)(\p{L}{1,3})$/u;
const UNIT_NAMES: ReadonlyMap<string, string> = new Map([
  ['s', 'second'],
  ['sec', 'second'],
  ['min', 'minut'],
  ['h', 'hour'],
  ['d', 'day'],
  ['kb', 'kilobyt'],
  ['mb', 'megabyt'],
]);
const WORD_ONLY = /^\p{L}+$/u;
const CAPITAL = /^\p{Lu}/u;
/** "payments.py" and "OrderTotal" name things wherever they stand; "API" is a topic as often as a name. */
const IDENTIFIER = /^\p{L}+[a-z0-9][A-Z]|^\p{L}[\p{L}\p{N}]*[._]\p{L}|^\p{Lu}\p{L}*\d/u;
/** German writes every noun with a capital, so capitals mean nothing there. */
const GERMAN =
  /(?<!\p{L})(?:der|die|das|den|dem|und|nicht|kein|ist|für|mit|ein|eine|sind|wir|bitte|mach|doch)(?!\p{L})/iu;
const CJK_COLOUR = /[蓝藍绿綠红紅黄黑白紫灰青緑赤]色?/gu;

const unitOf = (next: string | undefined): string => {
  if (next === undefined || !WORD_ONLY.test(next)) return '';
  const lower = next.toLowerCase();
  return UNIT_NAMES.get(lower) ?? stem(lower);
};

/** The slot values a sentence mentions, in order. `sentenceStart`: the first word's capital says nothing. */
export function valuesOf(text: string): Value[] {
  const out: Value[] = [];
  const words = rawWords(text, 80);
  const german = GERMAN.test(text);
  words.forEach((word, i) => {
    const lower = word.toLowerCase();
    const digits = NUMBER_WORDS.get(lower) ?? (NUMBER.test(lower) ? lower : undefined);
    const slot = SLOT_OF.get(lower);
    const joined = NUMBER_WITH_UNIT.exec(lower);
    if (slot !== undefined) out.push({ kind: slot, value: lower, term: stem(lower) });
    else if (digits !== undefined) {
      out.push({ kind: `number:${unitOf(words[i + 1])}`, value: digits, term: stem(lower) });
    } else if (joined !== null) {
      out.push({
        kind: `number:${UNIT_NAMES.get(joined[2]!) ?? joined[2]!}`,
        value: joined[1]!,
        term: lower,
      });
    } else if (IDENTIFIER.test(word) || (i > 0 && !german && word.length > 1 && CAPITAL.test(word))) {
      out.push({ kind: 'name', value: lower, term: stem(lower) });
    }
  });
  for (const [match] of text.matchAll(CJK_COLOUR))
    out.push({ kind: 'colour', value: match[0]!, term: match });
  return out;
}
