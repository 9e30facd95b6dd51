/** Conversations in which every part of a lane has something to do, for tests that pair parts with each other. */
import * as fc from 'fast-check';
import type { Message, Part, Supersession } from '../../core/conversation';
import type { PreparedConversation } from '../../core/prepared';
import { parseTimestamp } from '../../core/timestamps';
import type { Segmentation } from '../../core/turns';
import { type CaseOptions, CONTRACT_SEED, caseFor, suffix } from './arbitraries';
import { type Futures, futuresOf } from './contract';
import { prepareFor } from './prepare';
import { talk } from './talk';

export interface Scene {
  readonly title: string;
  readonly prepared: PreparedConversation;
  /** Of two cuts. */
  readonly futures: readonly Futures[];
}

const chat: Message[] = talk(
  's: You help with the shop.',
  's: We must never log addresses.',
  'u@2026-01-05T09:00:00Z: Make the buttons blue. The pool size is 20.',
  'a@2026-01-05T09:00:20Z: Blue buttons it is. The pool size is 20.',
  'u@2026-01-05T09:05:00Z: Retry at most three times.',
  'a: Decided: three retries. What about the time zone?',
  'u@2026-01-05T10:00:00Z: We decided UTC everywhere.',
  'u@2026-01-05T10:00:30Z: And the payments time out at noon.',
  'a@2026-01-05T10:01:00Z: I see.',
  'u@2026-01-06T08:00:00Z: Actually use green instead of blue.',
  'a@2026-01-06T08:00:10Z: Green buttons.',
  's@2026-01-06T08:01:00Z: The shop closes at six.',
  'u@2026-01-06T08:02:00Z: ok',
  'a@2026-01-06T08:02:30Z: Anything else?',
  'u@2026-02-01T08:02:00Z: Make the buttons blue again, and the pool size is 40.',
  'a: Blue buttons again.',
  'u@2026-02-01T08:10:00Z: Which colour do the buttons have, and what is the pool size?',
  'a@2026-02-01T08:10:05Z: Blue; 40.',
  'u: And where may addresses be logged?',
  'a: Nowhere.',
);
const chatLinks: Supersession[] = [
  { earlierMessageId: 'm3', laterMessageId: 'm10', reinstatedByMessageId: 'm15', scope: 'turn' },
  { earlierMessageId: 'm4', laterMessageId: 'm15', scope: 'sentence', sentence: 'The pool size is 20.' },
  { earlierMessageId: 'm10', laterMessageId: 'm15', scope: 'turn' },
];

const read = (callId: string | null, path: string): Part => ({
  type: 'tool-call',
  callId,
  name: 'read',
  arguments: { path },
});
const gave = (callId: string | null, text: string): Part => ({ type: 'tool-result', callId, text });
const says = (text: string): Part => ({ type: 'text', text });
const lines = (what: string) => `${what} = 20 # must never change\n`.repeat(12);

const drafts = (...all: readonly (readonly [Message['role'], ...Part[]])[]): Message[] =>
  all.map(([role, ...parts], i) => ({ id: `m${i + 1}`, role, parts, time: null }));

/** Parallel calls, ids used twice, results behind the next user message, a call that waits at the end. */
const agent: Message[] = drafts(
  ['assistant', says('Ready.')],
  ['user', says('Read the pool, then make it 40.')],
  ['assistant', { type: 'reasoning', text: 'First the file.' }, says('Reading.'), read('c1', 'pool.py')],
  ['tool', gave('c1', lines('pool'))],
  ['assistant', read('c2', 'a.py'), read('c3', 'b.py')],
  ['tool', gave('c3', lines('b'))],
  ['tool', gave('c2', lines('a'))],
  ['assistant', says('We decided to use one pool for both.')],
  ['user', says('Now the tests.'), { type: 'attachment', kind: 'image', name: 'log.png' }],
  ['assistant', read('c1', 'test.py'), read('c4', 'pool.py')],
  ['user', says('Never touch b.py.')],
  ['tool', gave('c1', lines('test'))],
  ['tool', gave('c4', lines('pool')), gave('c9', 'of nobody')],
  ['assistant', says('Both read.'), read('c2', 'a.py')],
  ['user', says('What is the pool size?')],
  ['tool', gave('c2', 'short')],
  ['assistant', says('20.')],
  ['user', says('And who may touch b.py?')],
  ['assistant', read('c5', 'b.py')],
);
const agentLinks: Supersession[] = [
  { earlierMessageId: 'm4', laterMessageId: 'm13', scope: 'message' },
  { earlierMessageId: 'm7', laterMessageId: 'm16', scope: 'turn' },
];

/** What logs should not hold but do: results of nobody, calls without answers, no ids, empty and untimed messages. */
const broken: Message[] = drafts(
  ['tool', gave(null, 'before anybody spoke')],
  ['user'],
  ['assistant', read(null, 'a.py'), read(null, 'b.py')],
  ['tool', gave(null, lines('a'))],
  ['user', says('')],
  ['user', says('The pool size is 20.')],
  ['tool', gave(null, 'b'), gave('c1', 'orphan')],
  ['assistant'],
  ['user', says('Make the buttons blue.')],
  ['assistant', read('c1', 'c.py'), says('Decided: UTC everywhere.')],
  ['system', says('Be brief.')],
  ['assistant', says('ok')],
  ['user', says('Actually use green instead of blue.')],
  ['user', says('What is left?')],
).map((m, i) => (i % 3 === 1 ? { ...m, time: parseTimestamp(`2026-01-0${1 + (i % 9)}T10:00:00Z`) } : m));
const brokenLinks: Supersession[] = [
  { earlierMessageId: 'm9', laterMessageId: 'm13', scope: 'sentence', sentence: 'Make the buttons blue.' },
  { earlierMessageId: 'm4', laterMessageId: 'm9', scope: 'turn' },
];

const OTHER = fc.sample(suffix, { seed: CONTRACT_SEED, numRuns: 2 });

function scene(title: string, messages: readonly Message[], options: CaseOptions): Scene {
  const futures = [2, 5].flatMap((at, i) => futuresOf(messages, options, at, OTHER[i]!) ?? []);
  return { title: `${title}, ${options.segmentation}`, prepared: prepareFor(messages, options), futures };
}

const common = { tokens: { overhead: 4, includeReasoning: false }, toolDefinitionTokens: 37 };

function scenesIn(segmentation: Segmentation): Scene[] {
  const options = { ...common, segmentation };
  return [
    scene('chat', chat, {
      ...options,
      relevance: 'lexical',
      pinnedMessageIds: ['m4', 'm5', 'm12'],
      supersessions: chatLinks,
    }),
    scene('agent', agent, {
      ...options,
      relevance: 'pseudo-random',
      pinnedMessageIds: ['m3', 'm12'],
      supersessions: agentLinks,
    }),
    scene('broken', broken, {
      ...options,
      relevance: 'pseudo-random',
      pinnedMessageIds: ['m7', 'm9'],
      supersessions: brokenLinks,
      keepPreamble: false,
    }),
    ...fc
      .sample(caseFor('full'), { seed: CONTRACT_SEED, numRuns: 12 })
      .filter(({ messages }) => messages.length > 15)
      .slice(0, 1)
      .map((c) => scene('random', c.messages, { ...c.options, segmentation })),
  ];
}

export const scenes: readonly Scene[] = [...scenesIn('user'), ...scenesIn('call')];
