/** A conversation for measuring, from a small grammar and a seed: always the same, and no two messages alike. */
const SUBJECTS = [
  'the invoice export',
  'the login form',
  'the retry queue',
  'the search index',
  'the upload worker',
];
const VERBS = ['drops', 'repeats', 'delays', 'reorders', 'rejects'];
const OBJECTS = [
  'every second record',
  'requests after midnight',
  'rows without a date',
  'large attachments',
  'empty names',
];
const CAUSES = [
  'the cache is cold',
  'two workers start at once',
  'the clock is behind',
  'a lock is held too long',
];
const FIXES = ['a unique key', 'a shorter timeout', 'an explicit order', 'a second read', 'a smaller batch'];
const RULES = [
  'Never log customer data.',
  'Always keep the old column.',
  'Use green for success.',
  'Tests come first.',
];

/** Mulberry32: numbers in 0..1 from a 32-bit seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** `turns` questions with their answers after one system message, in OpenAI's format. */
export function longConversation(turns: number, seed = 1): { readonly messages: readonly ChatMessage[] } {
  const random = randomNumbers(seed);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)]!;
  const problem = () => `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)}`;
  const messages: ChatMessage[] = [
    { role: 'system', content: 'You help with a web shop. Be brief and exact.' },
  ];
  for (let turn = 1; turn <= turns; turn++) {
    const rule = random() < 0.1 ? ` ${pick(RULES)}` : '';
    messages.push({
      role: 'user',
      content: `Ticket ${turn}: ${problem()} when ${pick(CAUSES)}. What now?${rule}`,
    });
    const sentences = Array.from(
      { length: 1 + Math.floor(random() * 5) },
      () => `If ${pick(CAUSES)}, ${problem()}; ${pick(FIXES)} helps.`,
    );
    messages.push({ role: 'assistant', content: `For ticket ${turn}: ${sentences.join(' ')}` });
  }
  return { messages };
}
