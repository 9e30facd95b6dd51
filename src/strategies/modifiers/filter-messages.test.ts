import { describe, expect, it } from 'vitest';
import { fateAt } from '../../core/fate-codes';
import { contextItems } from '../../core/items';
import type { Lane } from '../../core/lane';
import type { ParamValues } from '../../core/params';
import { reasonForMessage, reasonsAt } from '../../core/reasons';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { laneOf, talk } from '../testing/talk';

await loadAllStrategies();

const filter = (values: ParamValues) => ({
  'filter-messages': { excludeTypes: '', includeTypes: '', excludeNames: '', includeNames: '', ...values },
});

const messages = talk(
  's: Be brief.',
  'u: We decided on blue buttons.',
  'a: We must never use red.',
  'u: two',
  'a: b',
  'u: three',
  'a: c',
  'u: four',
);

/** The last step of a lane. */
function last(modifiers: Lane['modifiers'], strategyId = 'window', params: ParamValues = { k: 2 }) {
  const unit = strategyId === 'window' ? 'turn' : 'message';
  const run = simulateLane(prepareFor(messages), laneOf(strategyId, params, unit, modifiers), registry)!;
  const items = contextItems(run.setup, run.selection(run.steps)!);
  return { run, items, reasons: reasonsAt(run, run.steps).map((r) => r.text) };
}

describe('the message filter', () => {
  it('is the reason of a turn that it takes out, and leaves the others their own', () => {
    const { run, reasons } = last(filter({ excludeTypes: 'human,ai' }));
    expect(fateAt(run.fates, run.steps, 3)).toBe('dropped');
    expect(reasons[2]).toBe('taken out by the message filter');
    expect(reasons[0]).toMatch(/^age 3,/);
  });

  it('is named beside the reason of a turn of which it takes a part', () => {
    const { reasons } = last(filter({ includeTypes: 'human' }));
    expect(reasons[2]).toMatch(/^age 1,.*; 1 of its 2 messages taken out by the message filter$/);
  });

  it('is the reason of a pinned turn and of an instruction that it takes out', () => {
    const { run, reasons } = last({
      pins: { messages: 'm2' },
      ...filter({ excludeTypes: 'human,ai,system' }),
    });
    expect(reasons[0]).toBe('taken out by the message filter');
    expect(reasonForMessage(run, run.steps, 0)?.text).toBe('taken out by the message filter');
  });

  it('comes last: it sees notes and summaries as what they are sent as', () => {
    const notes = { notes: { limit: 300 } };
    const kinds = (modifiers: Lane['modifiers']) => last(modifiers).items.map((i) => i.kind);
    expect(kinds(notes)).toContain('note');
    expect(kinds({ ...notes, ...filter({ includeTypes: 'human' }) })).toEqual([
      'message',
      'message',
      'current',
    ]);
    expect(kinds({ ...notes, ...filter({ excludeTypes: 'ai' }) })).toContain('note');
  });

  it('says of a summarized turn that the summary is out', () => {
    const tiered = (modifiers: Lane['modifiers']) => last(modifiers, 'tiered', { recentN: 1, summaryN: 20 });
    expect(tiered({}).items.map((i) => i.kind)).toContain('summary');
    const { items, reasons } = tiered(filter({ excludeTypes: 'system' }));
    expect(items.map((i) => i.kind)).not.toContain('summary');
    expect(reasons[0]).toMatch(/; the summary is taken out by the message filter$/);
  });

  it('lets a summary stay that is sent as a user message', () => {
    const rule = 'langchain-summarization-middleware';
    const { items } = last(filter({ includeTypes: 'human' }), rule, { triggerTokens: 20, keepMessages: 2 });
    expect(items.map((i) => i.role)).toEqual(['user', 'user']);
  });
});
