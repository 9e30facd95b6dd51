/** Direction marks, which Arabic and Hebrew phones put between the numbers too. */
const M = '[\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069]*';
const D = '[\\d\\u0660-\\u0669\\u06f0-\\u06f9]';
const S = '[ \\u00a0\\u202f]';
const BEFORE_NOON = ['오전', '上午', '午前', '凌晨', '清晨', '早上', 'ص', 'ق.ظ', 'π.μ.', 'ΠΜ', 'π.μ'];
const AFTER_NOON = ['오후', '下午', '午後', '中午', '晚上', 'م', 'ب.ظ', 'μ.μ.', 'ΜΜ', 'μ.μ'];
const HALF = [...BEFORE_NOON, ...AFTER_NOON]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replaceAll('.', '\\.'))
  .join('|');
const NUMBER = (most: number): string => `${M}(${D}{1,${most}})${M}`;
const BETWEEN = `([-/.년월年月])${S}?`;
const LOCAL = new RegExp(
  `^([[(]?)${NUMBER(4)}${BETWEEN}${NUMBER(2)}${BETWEEN}${NUMBER(4)}[.일日]?[,\\u060c]?${S}*(?:(?:klo|kl\\.?|at|um|à|às|alle)${S}+)?(${HALF})?${S}*${M}(${D}{1,2}[:.]${D}{2}(?:[:.]${D}{2})?)${M}(?:${S}?(${HALF})(?![\\p{L}]))?${M}([\\])]?)(,${S})?`,
  'u',
);
/** What only such stamps have: most lines of a text are told by this. */
const HINT = new RegExp(
  `[\\u0660-\\u0669\\u06f0-\\u06f9\\u060c]|${HALF}|\\d[년年]|^.?\\d{1,4}\\. \\d|\\d${S}(?:klo|kl\\.?|um|à|às|alle)${S}\\d`,
  'u',
);

const DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Both scripts' digits stand in rows of sixteen from zero. */
const western = (text: string): string => text.replace(DIGIT, (d) => String(d.charCodeAt(0) & 15));

/**
 * A line whose stamp is written in another script or language, with the stamp as `chat-stamps.ts` reads it; any other line
 * as it is.
 */
export function withWesternStamp(line: string): string {
  if (!HINT.test(line.slice(0, 48))) return line;
  const match = LOCAL.exec(line);
  if (!match) return line;
  const [
    all,
    open = '',
    a = '',
    between = '',
    b = '',
    ,
    c = '',
    before,
    clock = '',
    after,
    close = '',
    comma,
  ] = match;
  const separator = /[-/.]/.test(between) && a.length < 3 ? between : '-';
  const half = before ?? after;
  const stamp = `${[a, b, c].map(western).join(separator)} ${western(clock)}`;
  const noon = half === undefined ? '' : AFTER_NOON.includes(half) ? ' PM' : ' AM';
  const end = comma !== undefined && close === '' ? ' - ' : (comma ?? '');
  return `${open}${stamp}${noon}${close}${end}${line.slice(all.length)}`;
}
