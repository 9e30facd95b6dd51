import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Part, Supersession } from '../core/conversation';
import { FATES, fateAt, isVerbatim } from '../core/fate-codes';
import { type ContextItem, contextItems } from '../core/items';
import type { Lane } from '../core/lane';
import { messageIdsOf, paramsFromUrl, paramsToUrl } from '../core/params';
import { turnsHolding } from '../core/prepared';
import { reasonsAt } from '../core/reasons';
import { isKept } from '../core/selection';
import { forEachSent } from '../core/sent';
import { type LaneRun, simulateLane, startLane, TOKEN_KINDS } from '../core/simulate';
import { stepInput } from '../core/step-input';
import { makeStructure } from '../core/structure';
import type { Segmentation } from '../core/turns';
import { allStrategies, registry } from './registry';
import { conversation, laneFor, suffix } from './testing/arbitraries';
import { type PrepareOptions, prepareFor } from './testing/prepare';

interface Case {
  readonly messages: readonly Message[];
  readonly lane: Lane;
  readonly options: PrepareOptions & { readonly segmentation: Segmentation };
}

const messageId = fc.integer({ min: 0, max: 23 }).map((n) => `m${n}`);
const link: fc.Arbitrary<Supersession> = fc.record(
  {
    earlierMessageId: messageId,
    laterMessageId: messageId,
    scope: fc.constantFrom('turn' as const, 'message' as const, 'sentence' as const),
    sentence: fc.constantFrom('Make the buttons blue.', 'The pool size is 20.'),
    reinstatedByMessageId: messageId,
  },
  { requiredKeys: ['earlierMessageId', 'laterMessageId', 'scope', 'sentence'] },
);

const caseFor = (strategyId: string): fc.Arbitrary<Case> =>
  fc.record({
    messages: conversation(),
    lane: laneFor(strategyId),
    options: fc.record({
      segmentation: fc.constantFrom<Segmentation>('user', 'call'),
      relevance: fc.constantFrom('pseudo-random' as const, 'lexical' as const),
      pinnedMessageIds: fc
        .array(fc.integer({ min: 0, max: 520 }), { maxLength: 4 })
        .chain((far) =>
          fc
            .array(fc.integer({ min: 0, max: 23 }), { maxLength: 3 })
            .map((near) => [...near, ...far].map((n) => `m${n}`)),
        ),
      supersessions: fc.array(link, { maxLength: 3 }),
      keepPreamble: fc.boolean(),
      toolDefinitionTokens: fc.constantFrom(0, 37),
      tokens: fc.constantFrom(
        { overhead: 4, includeReasoning: false },
        { overhead: 0, includeReasoning: false },
      ),
    }),
  });

const run = ({ messages, lane, options }: Case): LaneRun =>
  simulateLane(prepareFor(messages, options), lane, registry)!;

/** Everything a step shows, as plain data. */
function stepView(lane: LaneRun, step: number) {
  const at = (array: ArrayLike<number>) =>
    Array.from({ length: step }, (_, i) => array[(step - 1) * lane.fates.turns + i]!);
  return {
    selection: lane.selection(step),
    tokens: lane.tokens[step - 1],
    byKind: TOKEN_KINDS.map((_, k) => lane.tokensByKind[(step - 1) * TOKEN_KINDS.length + k]),
    fates: at(lane.fates.fates),
    weights: at(lane.fates.weights),
    fractions: at(lane.fates.fractions),
    items: contextItems(lane.setup, lane.selection(step)!),
    reasons: reasonsAt(lane, step),
  };
}

function checkRuns(lane: LaneRun, step: number): void {
  const { runs, past } = lane.selection(step)!;
  expect(past).toBe(lane.setup.units.pastCount[step]);
  let next = 0;
  for (const r of runs) {
    expect(r.from).toBe(next);
    expect(r.to).toBeGreaterThan(r.from);
    expect(r.weight).toBeGreaterThanOrEqual(0);
    expect(r.weight).toBeLessThanOrEqual(1);
    next = r.to;
  }
  expect(next).toBe(past);
}

function checkTokens(lane: LaneRun, step: number): void {
  const items = contextItems(lane.setup, lane.selection(step)!);
  const tools = lane.setup.prepared.options.toolDefinitionTokens;
  const sum = items.reduce((n, i) => n + i.tokens, tools);
  expect(lane.tokens[step - 1]).toBe(sum);
  expect(items.at(-1)?.runningTokens ?? tools).toBe(sum);
  expect(stepView(lane, step).byKind.reduce((a, b) => a! + b!, 0)).toBe(sum);
}

/** What a lane may do that its strategy would not. */
function about(lane: LaneRun) {
  const { lane: own, chooser } = lane.setup;
  const has = (id: string) => own.modifiers[id] !== undefined;
  const library = chooser.kind === 'messages';
  return {
    library,
    filtered: has('filter-messages'),
    amended: lane.setup.amending.length > 0,
    compressed: chooser.kind === 'units' && chooser.compressor !== null,
    repaired: has('repair'),
    has,
  };
}

const isInserted = (item: ContextItem) => item.kind === 'summary' || item.kind === 'note';

function checkOrder(lane: LaneRun, step: number): void {
  const items = contextItems(lane.setup, lane.selection(step)!);
  const { library, filtered } = about(lane);
  const rank = { preamble: 0, summary: 1, note: 2, placeholder: 3, message: 3, current: 4 };
  let last = 0;
  let message = -1;
  for (const item of items) {
    expect(rank[item.kind]).toBeGreaterThanOrEqual(last);
    last = rank[item.kind];
    if (isInserted(item)) continue;
    for (const m of item.messages) {
      expect(m).toBeGreaterThan(message);
      message = m;
    }
  }
  if (library || filtered) return;
  const turn = lane.setup.prepared.structure.turns.list[step - 1]!;
  const shown = new Set(items.filter((i) => !isInserted(i)).flatMap((i) => i.messages));
  for (let m = turn.start; m < turn.currentEnd; m++) expect(shown.has(m)).toBe(true);
}

/** The map and the preview cannot disagree. */
function checkFates(lane: LaneRun, step: number): void {
  const { units, prepared } = lane.setup;
  const { turns } = prepared.structure;
  const selection = lane.selection(step)!;
  const items = contextItems(lane.setup, selection);
  const shown = new Set(items.filter((i) => !isInserted(i)).flatMap((i) => i.messages));
  const cited = new Set(items.filter((i) => i.kind === 'summary').flatMap((i) => i.messages));
  const short = new Set(selection.rewrites.filter((r) => r.kind !== 'marked').map((r) => r.message));
  // A call that is pulled back in beside its result may have been cited before.
  const partners = new Set(
    selection.runs.flatMap((r) =>
      r.cause === 'partner'
        ? Array.from(
            { length: units.start[r.to]! - units.start[r.from]! },
            (_, i) => units.start[r.from]! + i,
          )
        : [],
    ),
  );
  if (!about(lane).amended && !about(lane).library)
    for (const m of cited) if (!partners.has(m)) expect(shown.has(m)).toBe(false);
  for (const turn of turns.list) {
    const fate = fateAt(lane.fates, step, turn.number);
    if (turn.number > step) {
      expect(fate).toBe('none');
      continue;
    }
    const end = turn.number === step ? turn.currentEnd : turn.end;
    const own = Array.from({ length: end - turn.start }, (_, i) => turn.start + i);
    const kept = own.filter((m) => shown.has(m));
    const whole = kept.length === own.length && !kept.some((m) => short.has(m));
    const fraction = lane.fates.fractions[(step - 1) * lane.fates.turns + turn.number - 1];
    if (turn.number === step) {
      expect(fate).toBe(own.length > 0 && kept.length === 0 ? 'dropped' : 'current');
      if (fate === 'current') expect(fraction === 255).toBe(whole);
      continue;
    }
    expect(isVerbatim(fate) && fraction === 255).toBe(whole);
    if (kept.length > 0) expect(isVerbatim(fate) || fate === 'condensed').toBe(true);
    if (fate === 'condensed') expect(kept.some((m) => short.has(m))).toBe(true);
    if (fate === 'verbatim') expect(kept.some((m) => short.has(m))).toBe(false);
    if (kept.length === 0 && !about(lane).amended)
      expect(fate === 'summarized').toBe(own.some((m) => cited.has(m)));
    if (['dropped', 'archived', 'folded', 'pending'].includes(fate)) expect(kept).toEqual([]);
    expect(FATES).toContain(fate);
  }
}

/** A call is sent exactly when its result is; libraries break this, and then the repair mends it. */
function checkPairs(lane: LaneRun, step: number): void {
  const { library, filtered, repaired } = about(lane);
  if (filtered || (library && !repaired)) return;
  const { turns, toolPairs } = lane.setup.prepared.structure;
  const end = turns.list[step - 1]!.currentEnd;
  const { messages } = lane.setup.prepared.structure;
  const parts = new Map<number, readonly Part[]>();
  forEachSent(lane.setup, lane.selection(step)!, ({ message, rewrite }) => {
    parts.set(message, rewrite?.parts ?? messages[message]!.parts);
  });
  const has = (m: number, part: number) => {
    const sent = parts.get(m);
    const said = messages[m]!.parts;
    return sent !== undefined && (sent.length === said.length || sent.includes(said[part]!));
  };
  for (const { callMessage, callPart, resultMessage, resultPart } of toolPairs.pairs) {
    if (callMessage < turns.preambleEnd || resultMessage >= end) continue;
    expect(has(callMessage, callPart)).toBe(has(resultMessage, resultPart));
  }
}

function checkPins(lane: LaneRun, step: number): void {
  const { prepared, lane: own } = lane.setup;
  const ofLane = messageIdsOf(String(own.modifiers.pins?.messages ?? ''));
  const pinnedTurns = new Set([...prepared.pinnedTurns, ...turnsHolding(ofLane, prepared.structure)]);
  const { filtered, has } = about(lane);
  if (filtered) return;
  const replaced = new Set(about(lane).library ? [] : stepInput(lane.setup, step).superseded);
  const isReplaced = (turn: number) =>
    lane.setup.units.turnOf.some((t, unit) => t === turn && replaced.has(unit));
  for (let turn = 1; turn < step; turn++) {
    // A library's rule is handed the conversation as it is: there only pins are kept from it.
    const out = isReplaced(turn);
    const pinned = has('pins') && pinnedTurns.has(turn) && !out;
    if (!about(lane).repaired && !out) expect(fateAt(lane.fates, step, turn) === 'pinned').toBe(pinned);
    if (out && lane.setup.units.kind === 'turn') expect(fateAt(lane.fates, step, turn)).toBe('dropped');
  }
}

function checkBudget(lane: LaneRun, step: number): void {
  const { library, amended, compressed } = about(lane);
  const { budget } = lane.setup.lane.params;
  if (typeof budget !== 'number' || library || amended || (compressed && lane.setup.lane.compress)) return;
  const selection = lane.selection(step)!;
  const kept = contextItems(lane.setup, selection)
    .filter((i) => i.kind === 'message' || i.kind === 'summary')
    .reduce((n, i) => n + i.tokens, 0);
  const flagged = selection.flags.some((f) => f.code === 'over-budget');
  if (kept > budget) expect(flagged).toBe(true);
  if (flagged) expect(kept).toBeGreaterThan(budget);
}

function checkReasons(lane: LaneRun, step: number): void {
  const reasons = reasonsAt(lane, step);
  expect(reasons).toHaveLength(lane.selection(step)!.past);
  for (const { text } of reasons) expect(text).not.toMatch(/^$|NaN|undefined|Infinity/);
}

describe.each(allStrategies().map((s) => s.id))('contract of %s', (id) => {
  const parameters = { numRuns: 120 };

  it('holds at every step of any conversation', () => {
    fc.assert(
      fc.property(caseFor(id), (c) => {
        const lane = run(c);
        expect(lane.done).toBe(lane.setup.prepared.structure.turns.list.length);
        for (let step = 1; step <= lane.done; step++) {
          checkRuns(lane, step);
          checkTokens(lane, step);
          checkOrder(lane, step);
          checkFates(lane, step);
          checkPairs(lane, step);
          checkPins(lane, step);
          checkBudget(lane, step);
          checkReasons(lane, step);
        }
      }),
      parameters,
    );
  });

  it('is deterministic, however its steps are spread', () => {
    fc.assert(
      fc.property(caseFor(id), fc.integer({ min: 1, max: 3 }), (c, stride) => {
        const whole = run(c);
        const sliced = startLane(prepareFor(c.messages, c.options), c.lane, registry)!;
        while (!sliced.advance(stride));
        for (let step = 1; step <= whole.done; step++)
          expect(stepView(sliced, step)).toEqual(stepView(whole, step));
      }),
      { numRuns: 40 },
    );
  });

  it('uses nothing of later turns', () => {
    fc.assert(
      fc.property(caseFor(id), fc.nat(), suffix, (c, at, other) => {
        const { turns } = makeStructure(c.messages, c.options.segmentation);
        // The last turn of `call` may be open user messages: what follows would join it.
        const closed = turns.list.filter((t) => c.options.segmentation === 'user' || t.currentEnd < t.end);
        const cut = closed[at % Math.max(1, closed.length)];
        if (!cut || !c.messages.slice(0, cut.end).some((m) => m.role === 'user')) return;
        const head = c.messages.slice(0, cut.end);
        const whole = run(c);
        const truncated = run({ ...c, messages: head });
        const changed = run({ ...c, messages: [...head, ...other] });
        expect(truncated.done).toBe(cut.number);
        for (let step = 1; step <= cut.number; step++) {
          const expected = stepView(whole, step);
          expect(stepView(truncated, step)).toEqual(expected);
          expect(stepView(changed, step)).toEqual(expected);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('has parameters that survive a link', () => {
    const { params: schema } = registry.strategies.get(id)!;
    fc.assert(
      fc.property(laneFor(id), ({ params }) => {
        expect(paramsFromUrl(schema, paramsToUrl(schema, params))).toEqual({ params, rejected: [] });
      }),
    );
  });

  it('says what is fixed before the strategy chooses', () => {
    fc.assert(
      fc.property(caseFor(id), (c) => {
        const lane = run(c);
        for (let step = 1; step <= lane.done; step++) {
          if (about(lane).library) return;
          const { fixed, superseded, past, pastUnits, reservedTokens } = stepInput(lane.setup, step);
          expect(
            [...fixed, ...superseded, ...past.units.subarray(0, past.count)].sort((a, b) => a - b),
          ).toEqual(Array.from({ length: pastUnits }, (_, u) => u));
          const prefix = lane.setup.unitPrefix;
          expect(reservedTokens).toBe(fixed.reduce((n, u) => n + prefix[u + 1]! - prefix[u]!, 0));
          for (const r of lane.selection(step)!.runs)
            for (let u = r.from; u < r.to; u++) {
              if (fixed.includes(u) && !about(lane).repaired) expect(isKept(r.as)).toBe(true);
              if (superseded.includes(u)) expect(isKept(r.as)).toBe(false);
            }
        }
      }),
      { numRuns: 40 },
    );
  });
});
