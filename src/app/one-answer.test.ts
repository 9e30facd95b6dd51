import { describe, expect, it } from 'vitest';
import type { ConversationDocument } from '../core/conversation';
import type { Lane } from '../core/lane';
import { DEFAULT_LIMIT, DEFAULT_PRICES } from '../core/metrics/metric';
import { metrics } from '../core/metrics/registry';
import { resolveProbes } from '../core/probes';
import { accountRequests } from '../core/requests';
import { simulateLane } from '../core/simulate';
import { headline } from '../core/story';
import { fateText, turnReasons } from '../features/compare/cell-card';
import { fateCounts } from '../features/compare/lane-step';
import { contextHeadline } from '../features/context/headline';
import { makeSide } from '../features/context/side';
import { shownVerdict } from '../state/compare-model';
import { FactCache } from '../state/fact-store';
import { newLane } from '../state/lanes';
import { createPreparation } from '../state/preparation';
import { storyLanes } from '../state/story-lanes';
import { DEFAULT_SETTINGS } from '../state/workspace';
import { registry } from '../strategies/registry';
import { laneOf, talk } from '../strategies/testing/talk';

const messages = talk(
  's: You help.',
  'u: We must never log addresses.',
  'a: Understood, no addresses in any log.',
  'u: Second question?',
  'a: Second answer.',
  'u: May this line go into the log?',
);

/** Everything one screen says of turn 1 at step 3, where it is needed. */
function answers(lane: Lane, ...evidence: string[]) {
  const document: ConversationDocument = {
    conversation: { id: 'c', title: 'c', messages },
    pinnedMessageIds: [],
    probes: [{ id: 'p', questionMessageId: 'm6', evidenceMessageIds: evidence }],
    supersessions: [],
  };
  const prepared = createPreparation(new FactCache())(document, DEFAULT_SETTINGS, 'lexical');
  const run = simulateLane(prepared, lane, registry)!;
  const [probe] = resolveProbes(document, prepared.structure).probes;
  const names = { id: 'left', letter: 'A', title: 'Sliding window', heading: '', mark: 'A' } as const;
  const story = storyLanes(
    [lane],
    {
      lane: { run, account: null, stale: false, version: 1 },
      [lane.id]: { run, account: null, stale: false, version: 1 },
    },
    probe!,
    3,
  );
  const shown = shownVerdict(run, probe!, 3);
  return {
    head: `${shown?.turns}${shown?.text}`,
    headline: headline(3, probe!, story.lanes),
    row: metrics
      .find((m) => m.id === 'turn-story')!
      .compute({
        run,
        account: accountRequests(run, 0),
        step: 3,
        probes: [probe!],
        focus: { turns: probe!.evidenceTurns, evidence: probe!.evidence },
        supersessions: [],
        prices: DEFAULT_PRICES,
        limit: DEFAULT_LIMIT,
      }),
    card: fateText(run, 3, 1, probe!.evidence),
    reasons: turnReasons(run, 3, 1, probe!.evidence),
    context: contextHeadline(makeSide(names, run, 3)!, null, 1, probe!),
    counts: fateCounts(run, 3),
  };
}

describe('a turn of which only a part is in context', () => {
  // The last three messages: the reply of turn 1 is in, what the user said is not.
  const lane = laneOf('window', { k: 3 }, 'message');

  it('is said to be there in part, without the evidence, wherever it is spoken of', () => {
    const said = answers(lane, 'm2');
    expect(said.head).toBe('part of turn 1, evidence lost');
    expect(said.headline).toBe(
      'Turn 3 needs turn 1. Sliding window has only part of it, without the evidence.',
    );
    expect(said.row).toEqual({ value: null, text: 'verbatim throughout, in part', detail: 'evidence lost' });
    expect(said.card).toBe('verbatim, in part, evidence lost');
    expect(said.context).toMatch(/with part of turn 1 \(evidence lost\)\.$/);
  });

  it('is said to be there in part with the evidence, when that is what is left', () => {
    const said = answers(lane, 'm3');
    expect(said.head).toBe('part of turn 1, evidence kept');
    expect(said.headline).toBe('Turn 3 needs turn 1. Sliding window has only part of it, with the evidence.');
    expect(said.row).toMatchObject({ detail: 'evidence kept' });
    expect(said.card).toBe('verbatim, in part, evidence kept');
    expect(said.context).toMatch(/with part of turn 1 \(evidence kept\)\.$/);
  });

  it('names the message of each reason', () => {
    const { reasons } = answers(lane, 'm2');
    expect(reasons).toHaveLength(2);
    expect(reasons[0]).toMatch(/^message 1 of 2 \(user, evidence\): age 4, /);
    expect(reasons[1]).toMatch(/^message 2 of 2 \(assistant\): age 3, /);
  });
});

describe('a whole turn', () => {
  it('needs no word about its evidence', () => {
    const said = answers(newLane('lane', 'full'), 'm2');
    expect(said.head).toBe('has turn 1');
    expect(said.card).toBe('verbatim');
    expect(said.row).toEqual({ value: null, text: 'verbatim throughout' });
    expect(said.context).toMatch(/with turn 1\.$/);
  });
});

describe('a summarized turn', () => {
  const lane = laneOf('tiered', { recentN: 0, summaryN: 20 });

  it('has one word for its fate', () => {
    const said = answers(lane, 'm2');
    expect(said.head).toBe('turn 1 summarized');
    expect(said.card).toBe('summarized');
    expect(said.row.text).toMatch(/^summarized/);
    expect(said.counts).toMatch(/summarized/);
    expect(said.context).toMatch(/with turn 1 summarized\.$/);
  });
});
