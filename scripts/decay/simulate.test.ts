import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allStrategies, loadAllStrategies, registry } from '../../src/strategies/registry';
import { ROOT } from '../lib/root';
import { decay, fixture, tempFolder } from './testing/capture';

await loadAllStrategies();

const temp = tempFolder();
afterAll(temp.remove);
const agent = fixture('openai-chat', 'sample-openai-chat');
const hasModel = existsSync(path.join(ROOT, 'public', 'models', 'manifest.json'));

interface Item {
  readonly kind: string;
  readonly turns: readonly number[];
  readonly messages: readonly number[];
  readonly tokens: number;
  readonly cause: string;
  readonly text?: string;
}
interface Step {
  readonly step: number;
  readonly tokens: number;
  readonly fates: readonly string[];
  readonly items: readonly Item[];
  readonly reasons: readonly string[];
  readonly validity: readonly object[];
}

/** n turns: "question i" and "answer i", one minute apart. */
const talk = (n: number) =>
  Array.from({ length: n }, (_, i) => [
    { role: 'user', content: `question ${i + 1}`, timestamp: `2026-01-01T00:${10 + i}:00Z` },
    { role: 'assistant', content: `answer ${i + 1}` },
  ]).flat();
const turnsOf = (step: Step): number[] => [...new Set(step.items.flatMap((i) => i.turns))];

async function simulate(file: string, ...argv: string[]) {
  const { exitCode, json, err } = await decay(['simulate', file, ...argv]);
  expect(err).toBe('');
  expect(exitCode).toBe(0);
  return json as { turns: number; steps: Step[]; warnings: string[]; params: object; segmentation: string };
}

describe('simulate', () => {
  it('shows turns 25 to 30 at step 30 of a window of 5', async () => {
    const file = temp.write('talk.json', talk(30));
    const { turns, steps, params } = await simulate(file, '--strategy', 'window', '--step', '30');
    expect(turns).toBe(30);
    expect(params).toEqual({ k: 5, block: 1, overflow: 'drop' });
    expect(steps).toHaveLength(1);
    const [step] = steps;
    expect(step).toMatchObject({ step: 30, validity: [] });
    expect(turnsOf(step!)).toEqual([25, 26, 27, 28, 29, 30]);
    expect(step!.fates).toEqual([...Array(24).fill('dropped'), ...Array(5).fill('verbatim')]);
    expect(step!.reasons).toHaveLength(29);
    expect(step!.reasons[0]).toBe('age 29, outside the last 5 turns: dropped');
    expect(step!.items.at(-1)).toMatchObject({ kind: 'current', messages: [58], text: 'question 30' });
  });

  it('warns of stamps that have no time to show', async () => {
    const file = temp.write('untimed.json', [{ role: 'user', content: 'one' }]);
    const { warnings } = await simulate(file, '--strategy', 'window', '--modifier', 'timestamps');
    expect(warnings).toContainEqual(expect.stringMatching(/^times-missing: .* carries no stamp\.$/));
  });

  it.each(allStrategies().map((s) => s.id))('%s: every step adds up', async (id) => {
    if (id === 'semantic-recency') return;
    for (const unit of ['turn', 'message']) {
      const { turns, steps } = await simulate(
        agent,
        '--strategy',
        id,
        '--unit',
        unit,
        '--tokens',
        'estimate',
      );
      expect(steps.map((s) => s.step)).toEqual(Array.from({ length: turns }, (_, i) => i + 1));
      for (const { step, tokens, fates, reasons, items } of steps) {
        expect(fates).toHaveLength(step - 1);
        expect(reasons).toHaveLength(step - 1);
        expect(reasons.every((r) => r !== '')).toBe(true);
        expect(items.reduce((sum, item) => sum + item.tokens, 0)).toBe(tokens);
        // A library's rule on the whole request can take even the current message away.
        const strategy: object = registry.strategies.get(id)!;
        if (!('sees' in strategy && strategy.sees === 'request')) expect(items.at(-1)?.kind).toBe('current');
      }
    }
  });

  it('prints the texts that nobody said for all steps, and every text for one', async () => {
    const file = temp.write('talk.json', talk(9));
    const tiered = ['--strategy', 'tiered', '--set', 'recentN=1', 'summaryN=4'];
    const { steps } = await simulate(file, ...tiered);
    const summary = steps[8]!.items.find((i) => i.kind === 'summary')!;
    expect(summary.text).toMatch(/^Earlier context: /);
    expect(steps[8]!.items.filter((i) => i.kind !== 'summary').some((i) => 'text' in i)).toBe(false);
    const [one] = (await simulate(file, ...tiered, '--step', '9')).steps;
    expect(one!.items.every((i) => 'text' in i)).toBe(true);
  });

  it('sends what a modifier puts in front, by the parameters given to it', async () => {
    const file = temp.write('talk.json', talk(3));
    const run = (modifier: string) =>
      simulate(file, '--strategy', 'full', '--modifier', modifier, '--step', '3');
    expect((await run('timestamps')).steps[0]!.items[0]!.text).toBe('[2 minutes ago] question 1');
    expect((await run('timestamps:format=absolute')).steps[0]!.items[0]!.text).toBe(
      '[2026-01-01T00:10:00Z] question 1',
    );
  });

  it('pins turns besides those that a saved document has pinned', async () => {
    const message = (id: string, role: string, text: string) => ({
      id,
      role,
      parts: [{ type: 'text', text }],
      time: null,
    });
    const messages = Array.from({ length: 8 }, (_, i) => message(`m${i}`, 'user', `t${i + 1}`));
    const document = { conversation: { id: 'c', title: 't', messages }, pinnedMessageIds: ['m1'] };
    const file = temp.write('saved.json', document);
    const { steps } = await simulate(
      file,
      '--strategy',
      'window',
      '--set',
      'k=1',
      '--modifier',
      'pins:turns=4+5',
      '--step',
      '8',
    );
    expect(turnsOf(steps[0]!)).toEqual([2, 4, 5, 7, 8]);
    expect(steps[0]!.fates[3]).toBe('pinned');
    expect(steps[0]!.items[1]).toMatchObject({ turns: [4], cause: 'pinned' });
  });

  it('counts by the named tokenizer, and labels estimates', async () => {
    const file = temp.write('tokens.json', [{ role: 'user', content: 'Łódź 東京 unbelievable'.repeat(5) }]);
    const tokens = async (name: string) =>
      simulate(file, '--strategy', 'full', '--tokens', name).then(({ steps, warnings }) => ({
        n: steps[0]!.tokens,
        warnings,
      }));
    const [o200k, cl100k, estimate] = [
      await tokens('o200k'),
      await tokens('cl100k'),
      await tokens('estimate'),
    ];
    expect(new Set([o200k.n, cl100k.n, estimate.n]).size).toBe(3);
    expect(o200k.warnings.some((w) => w.startsWith('tokens-'))).toBe(false);
    expect(estimate.warnings).toContain('tokens-estimated: token counts are estimates of o200k_base.');
  });

  it('compares by meaning only where the settings look at it', async () => {
    // Without the model, what needs similarities says what stands in for them.
    const elsewhere = tempFolder();
    const warnings = async (...argv: string[]) =>
      (await decay(['simulate', agent, '--strategy', 'decay-curve', ...argv], { root: elsewhere.folder }))
        .json.warnings;
    expect(await warnings()).toEqual([]);
    expect((await warnings('--set', 'curve=ebbinghaus')).join()).toContain('relevance-lexical: ');
    elsewhere.remove();
  });

  it('segments as asked', async () => {
    expect((await simulate(agent, '--strategy', 'full')).segmentation).toBe('user');
    const { segmentation, turns } = await simulate(agent, '--strategy', 'full', '--segmentation', 'call');
    expect(segmentation).toBe('call');
    expect(turns).toBeGreaterThan(7);
  });

  it('names the reasons of a turn whose messages differ, those that are kept first, and says that it is in part', async () => {
    const file = temp.write('talk.json', talk(3));
    const { steps } = await simulate(
      file,
      '--strategy',
      'window',
      '--unit',
      'message',
      '--set',
      'k=3',
      '--step',
      '3',
    );
    expect(steps[0]!.reasons).toEqual([
      'in part: age 3, within the last 3 messages; age 4, outside the last 3 messages: dropped',
      'age 2, within the last 3 messages; age 1, within the last 3 messages',
    ]);
  });

  it('says what a provider would refuse', async () => {
    const file = temp.write('orphan.json', [
      { role: 'assistant', content: 'hello' },
      { role: 'user', content: 'hi' },
    ]);
    const { steps } = await simulate(file, '--strategy', 'full');
    expect(steps[0]!.validity).toEqual([
      {
        code: 'assistant-first',
        message: expect.stringContaining('assistant'),
        providers: ['Anthropic'],
      },
    ]);
  });

  it.skipIf(!registry.strategies.has('compress-restart'))('lets a compressor follow a strategy', async () => {
    const file = temp.write('talk.json', talk(12));
    const argv = [
      '--strategy',
      'window',
      '--set',
      'k=8',
      'compress.trigger=60',
      '--compress',
      'compress-restart',
    ];
    const { steps, ...head } = await simulate(file, ...argv);
    expect(head).toMatchObject({
      params: { k: 8 },
      compress: { strategy: 'compress-restart', params: { trigger: 60 } },
    });
    expect(steps.some((s) => s.items.some((i) => i.kind === 'summary'))).toBe(true);
    const twice = await decay([
      'simulate',
      file,
      '--strategy',
      'compress-restart',
      '--compress',
      'compress-restart',
    ]);
    expect(twice.exitCode).toBe(2);
    expect(twice.err).toContain('compresses itself');
  });

  it('puts what the file and the numbers need said into the warnings', async () => {
    const file = temp.write('warn.json', [
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }],
        timestamp: '2026-01-01 10:00',
      },
      { role: 'assistant', content: 'nice', timestamp: '2026-01-01 10:01' },
    ]);
    const { warnings } = await simulate(file, '--strategy', 'full');
    expect(warnings.map((w) => w.split(':')[0])).toEqual(
      expect.arrayContaining(['no-time-zone', 'attachments-uncounted']),
    );
  });

  it('falls back to lexical similarity, labelled, where the model is absent', async () => {
    const { exitCode, json } = await decay(['simulate', agent, '--strategy', 'semantic-recency'], {
      root: temp.folder,
    });
    expect(exitCode).toBe(0);
    expect(json.warnings.filter((w: string) => w.startsWith('relevance-lexical: '))).toHaveLength(1);
  });

  it.skipIf(!hasModel)('compares by meaning where the model is built', async () => {
    const file = temp.write('meaning.json', [
      { role: 'user', content: 'My dog is called Rex.' },
      { role: 'assistant', content: 'Nice.' },
      ...talk(6),
      { role: 'user', content: 'What is the name of my puppy?' },
    ]);
    const { steps, warnings } = await simulate(
      file,
      '--strategy',
      'semantic-recency',
      '--set',
      'topK=1',
      '--step',
      '8',
    );
    expect(steps[0]!.fates[0]).toBe('retrieved');
    expect(warnings.some((w) => w.startsWith('relevance-'))).toBe(false);
  });

  it('has nothing to simulate without a turn', async () => {
    const file = temp.write('system.json', [{ role: 'system', content: 'Be brief.' }]);
    const { exitCode, json } = await decay(['simulate', file, '--strategy', 'full']);
    expect(exitCode).toBe(1);
    expect(json.error.code).toBe('no-turns');
  });
});
