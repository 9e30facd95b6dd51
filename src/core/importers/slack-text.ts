import { isRecord, type JsonRecord, listOf, stringOf } from './json-shape';

/** A person's or bot's name by id; undefined when the file does not say it. */
export type NameOf = (id: string) => string | undefined;

const MARKUP = /<([^<>]*)>|&(lt|gt|amp);/g;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&' };
const decodeEntities = (text: string): string =>
  text.replace(/&(lt|gt|amp);/g, (_, name: string) => ENTITIES[name]!);

/** Slack's markup as plain text. One pass, so that an escaped `&amp;lt;` stays `&lt;`. */
export const plainText = (text: string, nameOf: NameOf): string =>
  text.replace(MARKUP, (whole, reference: string | undefined, entity: string | undefined) =>
    entity === undefined ? referenceText(reference ?? '', whole, nameOf) : ENTITIES[entity]!,
  );

/** What stands between `<` and `>`: a person, a channel, a group, or a link with a label. */
function referenceText(reference: string, whole: string, nameOf: NameOf): string {
  const [target = '', ...rest] = reference.split('|');
  const label = decodeEntities(rest.join('|'));
  const id = target.slice(1);
  if (target.startsWith('@')) return `@${nameOf(id) ?? (label.replace(/^@/, '') || id)}`;
  if (target.startsWith('#')) return `#${label.replace(/^#/, '') || id}`;
  if (target.startsWith('!')) return label || `@${id.replace(/^subteam\^/, '').replace(/\^.*$/s, '')}`;
  return target === '' ? whole : linkText(decodeEntities(target), label);
}

/** Slack itself writes addresses as links whose label is the address without its scheme. */
const linkText = (url: string, label: string): string =>
  label === ''
    ? url
    : url.replace(/^(?:https?:\/\/|mailto:|tel:)/, '') === label
      ? label
      : label === url
        ? url
        : `${label} (${url})`;

const MAX_DEPTH = 20;

/** The words of a message's blocks, a line per block, section and list item. */
export const blocksText = (blocks: unknown, nameOf: NameOf): string =>
  listOf(blocks)
    .map((block) => blockText(block, nameOf, 0))
    .filter((text) => text !== '')
    .join('\n');

/** Elements that stand within a line; all others are lines of their own. */
const INLINE = new Set([
  'text',
  'link',
  'user',
  'channel',
  'usergroup',
  'broadcast',
  'emoji',
  'date',
  'color',
]);

function blockText(block: unknown, nameOf: NameOf, depth: number): string {
  if (!isRecord(block) || depth > MAX_DEPTH) return '';
  const type = stringOf(block.type) ?? '';
  if (INLINE.has(type)) return inlineText(type, block, nameOf);
  if (type === 'mrkdwn') return plainText(stringOf(block.text) ?? '', nameOf);
  if (typeof block.text === 'string') return block.text;
  const words: string[] = [];
  if (isRecord(block.text)) words.push(blockText(block.text, nameOf, depth + 1));
  // Buttons and menus are controls, not words; a picture's words are its description.
  if (type === 'actions' || type === 'input') return words.join('\n');
  if (type === 'image') return stringOf(block.alt_text) ?? '';
  const children = [...listOf(block.fields), ...listOf(block.elements)];
  const inline = children.length > 0 && children.every((c) => isRecord(c) && INLINE.has(String(c.type)));
  words.push(
    children
      .map((child) => blockText(child, nameOf, depth + 1))
      .filter((text) => text !== '')
      .join(inline ? '' : '\n'),
  );
  return words.filter((text) => text !== '').join('\n');
}

function inlineText(type: string, leaf: JsonRecord, nameOf: NameOf): string {
  const text = stringOf(leaf.text);
  const named = (key: string): string => stringOf(leaf[key]) ?? '';
  switch (type) {
    case 'link':
      return linkText(named('url'), text ?? '');
    case 'user':
      return `@${nameOf(named('user_id')) ?? named('user_id')}`;
    case 'channel':
      return `#${named('channel_id')}`;
    case 'usergroup':
      return `@${named('usergroup_id')}`;
    case 'broadcast':
      return `@${named('range')}`;
    case 'emoji':
      return `:${named('name')}:`;
    case 'date':
      return named('fallback');
    case 'color':
      return named('value');
    default:
      return text ?? '';
  }
}

/** The words of attached cards: bots often write nothing else. */
export function cardsText(cards: unknown, nameOf: NameOf): string {
  return listOf(cards)
    .filter(isRecord)
    .map((card) => {
      const own = ['pretext', 'title', 'text'].flatMap((key) => stringOf(card[key]) ?? []);
      const fields = listOf(card.fields)
        .filter(isRecord)
        .map((f) => [stringOf(f.title), stringOf(f.value)].filter((t) => t !== undefined).join(': '));
      const blocks = blocksText(card.blocks, nameOf);
      const words = [...[...own, ...fields].map((t) => plainText(t, nameOf)), blocks].filter((t) => t !== '');
      return words.length > 0 ? words.join('\n') : plainText(stringOf(card.fallback) ?? '', nameOf);
    })
    .filter((text) => text !== '')
    .join('\n');
}
