import type { Role } from '../conversation';
import type { DraftMessage } from './build-conversation';
import type { ImportReport } from './import-report';
import { roleOf } from './roles';

/**
 * The role a speaker's name means in a transcript of people: words such as "Assistant" or "User" say it, and every other
 * name is a person's. Names of products are people's names too, unless the other side is called "User" or the like.
 */
export function speakerRoles(
  names: Iterable<string>,
): (name: string) => { readonly role: Role; readonly name?: string } {
  const roles = new Map<string, { readonly role: Role; readonly name?: string }>();
  const distinct = [...new Set(names)];
  const hasUser = distinct.some((n) => USER_WORDS.test(n.trim()));
  for (const name of distinct) {
    const { role, known } = roleOf(name);
    const isProduct = PRODUCTS.test(name.trim());
    if (isProduct && hasUser) roles.set(name, { role: 'assistant', name });
    else if (known && !isProduct) roles.set(name, { role });
    else if (/^(?:you|me)$/i.test(name.trim())) roles.set(name, { role: 'user' });
    else roles.set(name, { role: 'user', name });
  }
  return (name) => roles.get(name) ?? { role: 'user', name };
}

const USER_WORDS = /^(?:user|human|you|me|prompter)$/i;
const PRODUCTS = /^(?:chatgpt|gpt|bing|bard|claude|gemini|copilot)$/i;

/** Some tools write the newest message first: turned round, and said. Order within equal times stays the source's. */
export function oldestFirst(
  messages: readonly DraftMessage[],
  report: ImportReport,
): readonly DraftMessage[] {
  const times = messages.flatMap((m) => (m.time ? [m.time.sortMs] : []));
  const first = times[0];
  const last = times.at(-1);
  const isReversed =
    first !== undefined &&
    last !== undefined &&
    first > last &&
    times.every((t, i) => i === 0 || t <= times[i - 1]!);
  if (!isReversed) return messages;
  report.add('time-order', {
    say: () => 'The file has the newest message first; the oldest is shown first.',
  });
  return messages.toReversed();
}

export const bookkeeping =
  (one: string, many: string) =>
  (n: number): string =>
    n === 1 ? `1 ${one} is not a message.` : `${n} ${many} are not messages.`;

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:png|jpe?g|gif|webp|avif|heic|bmp|svg)$/i, 'image'],
  [/\.(?:mp4|mov|webm|mkv|avi)$/i, 'video'],
  [/\.(?:mp3|ogg|wav|m4a|flac|opus)$/i, 'audio'],
];

/** By its name: these exports have no media type. */
export const kindOfFile = (name: string): string => KINDS.find(([end]) => end.test(name))?.[1] ?? 'file';
