import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/conversation';
import { contextItems } from '../../core/items';
import type { Lane } from '../../core/lane';
import { defaultParams, type ParamValues } from '../../core/params';
import { simulateLane } from '../../core/simulate';
import { allModifiers, loadAllStrategies, registry } from '../registry';
import { type PrepareOptions, prepareFor } from '../testing/prepare';
import { laneOf, talk, toolCall, toolResult, words } from '../testing/talk';

await loadAllStrategies();

function itemsOf(messages: readonly Message[], lane: Lane, options: PrepareOptions = {}) {
  const run = simulateLane(prepareFor(messages, { countTokens: words, ...options }), lane, registry)!;
  return contextItems(run.setup, run.selection(run.steps)!);
}
const filtering = (excludeTypes: string): Lane['modifiers'] => ({
  'filter-messages': { ...defaultParams(registry.modifiers.get('filter-messages')!.params), excludeTypes },
});
const texts = (items: ReturnType<typeof itemsOf>) =>
  items.map(({ parts }) =>
    parts.map((p) => (p.type === 'text' || p.type === 'tool-result' ? p.text : p.type)).join('|'),
  );

describe('modifiers', () => {
  it('are applied in the order of the semantics: the strategy stands behind supersession', () => {
    expect(allModifiers().map((m) => m.id)).toEqual([
      'timestamps',
      'supersession',
      'archive-recall',
      'notes',
      'pins',
      'repair',
      'filter-messages',
      'merge-message-runs',
    ]);
  });

  const used = [
    ...talk('u: go'),
    toolCall('m2', 'c1'),
    toolResult('m3', 'c1', 'found'),
    ...talk('a: done', 'u: more').map((m, i) => ({ ...m, id: `m${i + 4}` })),
  ];

  it('filter what a repair has pulled in', () => {
    const lane = (modifiers: Lane['modifiers']) =>
      laneOf('langchain-buffer-window', { k: 1 }, 'message', modifiers);
    expect(texts(itemsOf(used, lane({})))).toEqual(['found', 'done', 'more']);
    expect(texts(itemsOf(used, lane({ repair: { mode: 'pull' } })))).toEqual([
      'tool-call',
      'found',
      'done',
      'more',
    ]);
    expect(texts(itemsOf(used, lane({ repair: { mode: 'drop' } })))).toEqual(['done', 'more']);
    const filter = filtering('tool');
    expect(texts(itemsOf(used, lane({ repair: { mode: 'pull' }, ...filter })))).toEqual([
      'tool-call',
      'done',
      'more',
    ]);
  });

  it('merge what a filter has made neighbours', () => {
    const messages = talk('u: one', 'a: yes', 'u: two', 'a: ok', 'u: three');
    const lane = laneOf('full', {}, 'turn', {
      ...filtering('ai'),
      'merge-message-runs': {},
    });
    const tokens = { overhead: 4, includeReasoning: false };
    const items = itemsOf(messages, lane, { tokens });
    expect(texts(items)).toEqual(['one\ntwo\nthree']);
    // One overhead, three words, two newlines.
    expect(items[0]!.tokens).toBe(4 + 3 + 2);
    const all = itemsOf(messages, { ...lane, modifiers: { 'merge-message-runs': {} } }, { tokens });
    expect(texts(all)).toEqual(['one', 'yes', 'two', 'ok', 'three']);
  });
});

describe('a filter', () => {
  it('takes summaries and notes for the messages that they are sent as', () => {
    const messages = talk('u: We decided to use UTC everywhere.', 'u: Never use blue.', 'u: And now?');
    const kinds = (id: string, params: ParamValues, filter: Lane['modifiers']) =>
      itemsOf(messages, laneOf(id, params, 'turn', { notes: { limit: 300 }, ...filter })).map((i) => i.kind);
    const tiered = { recentN: 0, summaryN: 2 };
    expect(kinds('tiered', tiered, {})).toEqual(['summary', 'note', 'current']);
    expect(kinds('tiered', tiered, filtering('system'))).toEqual(['current']);
    const middleware = { triggerTokens: 1, keepMessages: 1 };
    expect(kinds('langchain-summarization-middleware', middleware, filtering('system'))).toEqual([
      'summary',
      'current',
    ]);
    expect(kinds('langchain-summarization-middleware', middleware, filtering('human'))).toEqual(['note']);
  });
});

describe('notes', () => {
  const messages = talk('u: We decided to use UTC everywhere.', 'u: Blue is nice.', 'u: And now?');
  const lane = (k: number) => laneOf('window', { k }, 'turn', { notes: { limit: 300 } });

  it('hold the decisions of what has left, in one item behind summaries', () => {
    const items = itemsOf(messages, lane(1));
    expect(items.map((i) => i.kind)).toEqual(['note', 'message', 'current']);
    expect(items[0]).toMatchObject({ role: 'system', messages: [0], turns: [1] });
    expect(texts(items)[0]).toContain('We decided to use UTC everywhere.');
    const tiered = laneOf('tiered', { recentN: 0, summaryN: 2 }, 'turn', { notes: { limit: 300 } });
    expect(itemsOf(messages, tiered).map((i) => i.kind)).toEqual(['summary', 'note', 'current']);
  });

  it('have 300 tokens unless something else is said', () => {
    expect(defaultParams(registry.modifiers.get('notes')!.params)).toEqual({ limit: 300 });
  });

  it('say nothing of what is still there', () => {
    expect(itemsOf(messages, lane(2)).map((i) => i.kind)).toEqual(['message', 'message', 'current']);
  });

  it('say nothing of what was replaced', () => {
    const replaced = { notes: { limit: 300 }, supersession: {} };
    const items = itemsOf(messages, laneOf('window', { k: 1 }, 'turn', replaced), {
      supersessions: [{ earlierMessageId: 'm1', laterMessageId: 'm2' }],
    });
    expect(items.map((i) => i.kind)).toEqual(['message', 'current']);
  });
});
