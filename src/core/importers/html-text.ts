const ENTITIES = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['bull', '•'],
  ['middot', '·'],
  ['times', '×'],
  ['deg', '°'],
  ['euro', '€'],
  ['szlig', 'ß'],
  ['aelig', 'æ'],
  ['AElig', 'Æ'],
  ['oslash', 'ø'],
  ['Oslash', 'Ø'],
  ['pound', '£'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['larr', '←'],
  ['rarr', '→'],
]);

const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['uml', '\u0308'],
  ['ring', '\u030a'],
  ['caron', '\u030c'],
  ['cedil', '\u0327'],
]);

/** `uuml` is ü: a letter and the name of its accent, where that is one character. */
function accented(name: string): string | undefined {
  const accent = ACCENTS.get(name.slice(1));
  const letter = accent && `${name[0]}${accent}`.normalize('NFC');
  return letter?.length === 1 ? letter : undefined;
}

/** Named entities that text is likely to hold, and all numeric ones; anything else stays as written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (whole, dec, hex, name) => {
      if (name !== undefined) return ENTITIES.get(String(name)) ?? accented(String(name)) ?? whole;
      const code = dec === undefined ? Number.parseInt(String(hex), 16) : Number(dec);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}

const BLOCKS = new Set(
  'p div ul ol li pre blockquote table tr h1 h2 h3 h4 h5 h6 section article header footer figure figcaption dl dt dd hr details summary'.split(
    ' ',
  ),
);
const SILENT = new Set(['script', 'style', 'head', 'template']);
const TOKEN = /<\/?([a-zA-Z][a-zA-Z0-9]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>|[^<]+|</g;

/**
 * HTML as the text it shows: one line per block, list marks, table cells apart, `pre` as written. Pure, so that nothing of
 * an untrusted file ever comes near a page.
 */
export function htmlToText(html: string): string {
  const out = new TextLines();
  const lists: { readonly ordered: boolean; n: number }[] = [];
  let silent = '';
  let pre = 0;
  for (const match of withoutComments(html).matchAll(TOKEN)) {
    const [token, rawTag, attributes = ''] = match;
    if (rawTag === undefined) {
      if (silent === '') out.write(decodeEntities(token), pre > 0);
      continue;
    }
    const tag = rawTag.toLowerCase();
    const closes = token.startsWith('</');
    if (silent !== '' || SILENT.has(tag)) {
      silent = closes && tag === silent ? '' : silent || (closes ? '' : tag);
      continue;
    }
    if (BLOCKS.has(tag)) out.startBlock();
    if (tag === 'br') out.breakLine();
    if (tag === 'pre') pre = Math.max(0, pre + (closes ? -1 : 1));
    if (tag === 'ul' || tag === 'ol') {
      if (closes) lists.pop();
      else lists.push({ ordered: tag === 'ol', n: 0 });
    }
    if (closes) continue;
    if (tag === 'li')
      out.startItem(`${'  '.repeat(Math.min(8, Math.max(0, lists.length - 1)))}${mark(lists.at(-1))} `);
    if (tag === 'td' || tag === 'th') out.startCell();
    if (tag === 'img') out.write(decodeEntities(/\balt="([^"]*)"/i.exec(attributes)?.[1] ?? ''), false);
  }
  return out.text();
}

function withoutComments(html: string): string {
  let out = '';
  let from = 0;
  for (let at = html.indexOf('<!--'); at !== -1; at = html.indexOf('<!--', from)) {
    const end = html.indexOf('-->', at);
    if (end === -1) break;
    out += html.slice(from, at);
    from = end + 3;
  }
  return out + html.slice(from);
}

function mark(list: { readonly ordered: boolean; n: number } | undefined): string {
  if (!list?.ordered) return '-';
  list.n++;
  return `${list.n}.`;
}

class TextLines {
  readonly #lines: string[] = [];
  /** Pieces of the open line: joining once keeps long lines linear. */
  #pieces: string[] = [];
  #endsInSpace = true;
  /** Whether the line holds more than a list mark. */
  #hasInk = false;

  write(text: string, asWritten: boolean): void {
    if (!asWritten) {
      const flat = text.replace(/[ \t\r\n\f]+/g, ' ');
      this.#push(this.#endsInSpace && flat.startsWith(' ') ? flat.slice(1) : flat);
      return;
    }
    const [first = '', ...rest] = text.split('\n');
    this.#push(first);
    for (const line of rest) {
      this.breakLine();
      this.#push(line);
    }
  }

  #push(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#endsInSpace = text.endsWith(' ');
    this.#hasInk ||= /\S/.test(text);
  }

  /** The mark waits for its text, which may stand in a block of its own; a mark without any is no line. */
  startItem(mark: string): void {
    this.#pieces = [mark];
    this.#endsInSpace = true;
  }

  breakLine(): void {
    this.#lines.push(this.#pieces.join('').trimEnd());
    this.#pieces = [];
    this.#endsInSpace = true;
    this.#hasInk = false;
  }

  startBlock(): void {
    if (this.#hasInk) this.breakLine();
  }

  startCell(): void {
    if (this.#hasInk) this.#push(this.#endsInSpace ? '| ' : ' | ');
  }

  text(): string {
    this.startBlock();
    const shown = (line: string): boolean => line !== '';
    return this.#lines.slice(this.#lines.findIndex(shown), this.#lines.findLastIndex(shown) + 1).join('\n');
  }
}
