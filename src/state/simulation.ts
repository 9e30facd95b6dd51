import type { Lane } from '../core/lane';
import { laneNeedsRelevance } from '../core/lane-context';
import type { PreparedConversation } from '../core/prepared';
import { resolveProbes } from '../core/probes';
import type { RelevanceMethod } from '../core/relevance';
import { accountRequests, accountSlices, type RequestAccount } from '../core/requests';
import { type LaneRun, startLane } from '../core/simulate';
import type { Slices } from '../core/slices';
import { resolveLinks } from '../core/supersession-links';
import { registry } from '../strategies/registry';
import type { FactCache } from './fact-store';
import { createPreparation, latest } from './preparation';
import type { LaneResult, ResultsStore } from './results';
import type { WorkspaceStore } from './workspace';

/** Up to this many turns a lane is simulated at once, within the frame of the slider that moved; above, in slices. */
const SYNCHRONOUS_TURNS = 400;
const SLICE_MS = 8;
const SLICE_STEPS = 4;
/** The account of all requests is O(steps x items): above this many turns it follows when the hand rests. */
const ACCOUNT_AT_ONCE_TURNS = 60;
const ACCOUNT_DELAY_MS = 120;

interface Record_ {
  readonly lane: Lane;
  readonly facts: readonly unknown[];
  /** The newest run; the result shows an older one while this is unfinished. */
  readonly run: LaneRun;
  readonly result: LaneResult;
}

/**
 * Keeps the results store true to the workspace: each lane is simulated again only when something it depends on changed.
 * Latest wins: a run that is overtaken is dropped where it stands.
 */
export function createSimulation(workspace: WorkspaceStore, results: ResultsStore, facts: FactCache) {
  const prepare = createPreparation(facts);
  const probesOf = latest(resolveProbes);
  const supersessionsOf = latest(resolveLinks);
  let records = new Map<string, Record_>();
  let method: RelevanceMethod = 'embedding';
  let generation = 0;
  let accountTimer: ReturnType<typeof setTimeout> | undefined;
  let accountedPrefix = workspace.getState().settings.prices.minCachedPrefix;

  /** What a lane's run depends on, besides the lane itself. */
  const factsOf = (lane: Lane, p: PreparedConversation): unknown[] => [
    p.structure,
    p.tokens,
    p.sentences,
    p.options,
    lane.modifiers.pins ? [...p.pinnedTurns].join() : '',
    lane.modifiers.supersession ? p.document.supersessions : null,
    laneNeedsRelevance(lane, registry) ? p.relevance : null,
  ];

  function refresh(): void {
    const { document, settings, lanes } = workspace.getState();
    const prepared = prepare(document, settings, method);
    const { structure } = prepared;
    const turns = structure.turns.list.length;
    const repriced = settings.prices.minCachedPrefix !== accountedPrefix;
    accountedPrefix = settings.prices.minCachedPrefix;
    generation++;
    const next = new Map<string, Record_>();
    const running: { lane: Lane; run: LaneRun; facts: readonly unknown[]; before: LaneResult | undefined }[] =
      [];
    for (const lane of lanes) {
      const known = records.get(lane.id);
      const needs = factsOf(lane, prepared);
      const valid = known && known.lane === lane && known.facts.every((f, i) => f === needs[i]);
      if (valid && !known.result.stale) {
        next.set(lane.id, repriced ? { ...known, result: { ...known.result, account: null } } : known);
        continue;
      }
      // What is half done goes on: facts that arrive for other lanes must not make it start again.
      const run = valid ? known.run : startLane(prepared, lane, registry);
      if (run) running.push({ lane, run, facts: needs, before: known?.result });
    }
    const version = (before: LaneResult | undefined) => (before?.version ?? 0) + 1;
    for (const { lane, run, facts: needs, before } of running) {
      if (turns <= SYNCHRONOUS_TURNS) run.advance(Number.POSITIVE_INFINITY);
      const finished = run.done >= run.steps;
      const keep = !finished && before && before.run.setup.prepared.structure === structure;
      const result: LaneResult = keep
        ? { ...before, stale: true, version: version(before) }
        : {
            run,
            account: finished && turns <= ACCOUNT_AT_ONCE_TURNS ? account(run) : null,
            stale: !finished,
            version: version(before),
          };
      next.set(lane.id, { lane, facts: needs, run, result });
    }
    if (repriced && turns <= ACCOUNT_AT_ONCE_TURNS) {
      for (const [id, r] of next) {
        if (!r.result.account && !r.result.stale)
          next.set(id, {
            ...r,
            result: { ...r.result, account: account(r.result.run), version: version(r.result) },
          });
      }
    }
    records = next;
    publish(prepared);
    const unfinished = running.filter((r) => r.run.done < r.run.steps);
    if (unfinished.length > 0) pump(generation, unfinished);
    scheduleAccounts();
  }

  function publish(prepared?: PreparedConversation): void {
    const lanes = Object.fromEntries([...records].map(([id, r]) => [id, r.result]));
    if (!prepared) {
      results.setState({ lanes });
      return;
    }
    const { document } = workspace.getState();
    results.setState({
      lanes,
      prepared,
      // The same objects while nothing changed: what reads them renders only then.
      probes: probesOf(document, prepared.structure),
      supersessions: supersessionsOf(document, prepared.structure),
    });
  }

  const account = (run: LaneRun) =>
    accountRequests(run, workspace.getState().settings.prices.minCachedPrefix);

  /** A slice per task, lane after lane; all accounts are published together. */
  function scheduleAccounts(): void {
    clearTimeout(accountTimer);
    const { minCachedPrefix } = workspace.getState().settings.prices;
    const made = new Map<string, { readonly of: LaneResult; readonly account: RequestAccount }>();
    let open: { readonly id: string; readonly of: LaneResult; readonly work: Slices<RequestAccount> } | null;
    const next = (): typeof open => {
      for (const [id, { result }] of records) {
        if (!result.account && !result.stale && made.get(id)?.of !== result)
          return { id, of: result, work: accountSlices(result.run, minCachedPrefix) };
      }
      return null;
    };
    const slice = () => {
      const until = performance.now() + SLICE_MS;
      while (performance.now() < until) {
        open ??= next();
        if (!open) return publishAccounts(made);
        const { done, value } = open.work.next();
        if (!done) continue;
        made.set(open.id, { of: open.of, account: value });
        open = null;
      }
      accountTimer = setTimeout(slice);
    };
    open = null;
    accountTimer = setTimeout(slice, ACCOUNT_DELAY_MS);
  }

  function publishAccounts(
    made: ReadonlyMap<string, { readonly of: LaneResult; readonly account: RequestAccount }>,
  ): void {
    let changed = false;
    for (const [id, { of, account }] of made) {
      const r = records.get(id);
      if (!r || r.result !== of) continue;
      records.set(id, { ...r, result: { ...of, account, version: of.version + 1 } });
      changed = true;
    }
    if (changed) publish();
  }

  /** Long conversations: a few steps of every lane in turn, a slice per task, so that the page stays responsive. */
  function pump(mine: number, lanes: { lane: Lane; run: LaneRun; facts: readonly unknown[] }[]): void {
    setTimeout(() => {
      if (mine !== generation) return;
      const until = performance.now() + SLICE_MS;
      let open = lanes;
      while (open.length > 0 && performance.now() < until) {
        for (const { run } of open) run.advance(SLICE_STEPS);
        open = open.filter(({ run }) => run.done < run.steps);
      }
      for (const { lane, run, facts: needs } of lanes) {
        const known = records.get(lane.id);
        if (!known) continue;
        const finished = run.done >= run.steps;
        // An older complete result stays, dimmed, until the new one is complete; a first one fills column by column.
        if (!finished && known.result.run !== run) continue;
        const result: LaneResult = {
          run,
          account: null,
          stale: !finished,
          version: known.result.version + 1,
        };
        records.set(lane.id, { lane, facts: needs, run, result });
      }
      publish();
      if (open.length > 0) pump(mine, open);
      else scheduleAccounts();
    }, 0);
  }

  const unsubscribe = workspace.subscribe((now, before) => {
    if (now.document !== before.document || now.lanes !== before.lanes || now.settings !== before.settings)
      refresh();
  });

  return {
    refresh,
    setMethod(next: RelevanceMethod) {
      if (next === method) return;
      method = next;
      refresh();
    },
    dispose() {
      unsubscribe();
      clearTimeout(accountTimer);
      generation++;
    },
  };
}

export type Simulation = ReturnType<typeof createSimulation>;
