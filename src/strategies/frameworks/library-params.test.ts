import { expect, it } from 'vitest';
import { defaultParams, paramSpecs } from '../../core/params';
import { allStrategies, loadAllStrategies, registry } from '../registry';

await loadAllStrategies();

/** As the libraries' own code and pages have them; where a library has no default, ours is left out. */
const DEFAULTS = {
  'langchain-buffer-window': { k: 5 },
  'langchain-token-buffer': { maxTokenLimit: 2_000 },
  'langchain-summary-buffer': { maxTokenLimit: 2_000 },
  'langchain-trim-messages': { strategy: 'last', includeSystem: false, allowPartial: false },
  'langchain-summarization-middleware': { 'keep.messages': 20, trimTokensToSummarize: 4_000 },
  'langchain-clear-tool-uses': {
    'trigger.tokens': 100_000,
    'keep.messages': 3,
    excludeTools: '',
    clearToolInputs: false,
    clearAtLeast: 0,
  },
  'langchain-time-weighted': { k: 4, decayRate: 0.01, searchKwargs: 100, otherScoreKeys: '' },
  'llamaindex-chat-memory-buffer': {},
  'llamaindex-memory': { tokenLimit: 30_000, shortTermTokenLimitRatio: 0.7 },
  'openai-keep-last-n-turns': { max_turns: 8, limit: null },
  'anthropic-clear-tool-uses': {
    'trigger.type': 'input_tokens',
    'trigger.value': 100_000,
    keep: 3,
    clear_at_least: null,
    exclude_tools: '',
    clear_tool_inputs: false,
  },
  'ai-sdk-prune-messages': { reasoning: 'none', toolCalls: 'none', emptyMessages: 'remove' },
  'generative-agents': { n_count: 30 },
  'memory-bank': {},
} as const;

it.each(Object.entries(DEFAULTS))('%s has the library’s parameters and defaults', (id, expected) => {
  const { params } = registry.strategies.get(id)!;
  const defaults = defaultParams(params);
  const byTitle = Object.fromEntries(paramSpecs(params).map((s) => [s.title, defaults[s.name]]));
  expect(byTitle).toMatchObject(expected);
});

it('knows every library', () => {
  const libraries = allStrategies().filter((s) => s.group === 'framework');
  expect(libraries.map((s) => s.id).sort()).toEqual(Object.keys(DEFAULTS).sort());
});

it('offers “documented / as shipped” exactly where the two differ', () => {
  const switched = allStrategies().filter((s) => paramSpecs(s.params).some((p) => p.name === 'rule'));
  expect(switched.map((s) => s.id).sort()).toEqual([
    'generative-agents',
    'langchain-buffer-window',
    'langchain-summary-buffer',
    'langchain-time-weighted',
    'langchain-trim-messages',
    'memory-bank',
  ]);
});
