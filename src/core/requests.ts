import { stepTimes } from './prepared';
import type { Rewrite } from './selection';
import { forEachSent } from './sent';
import type { LaneRun } from './simulate';
import { finish, type Slices } from './slices';
import { stampText } from './stamps';
import type { Structure } from './structure';

/** Input tokens of a lane's requests and how many of them a provider's prefix cache can serve. */
export interface RequestAccount {
  /** All requests of each step, tool rounds included. Index step - 1. */
  readonly input: Float64Array;
  readonly cached: Float64Array;
  /** Whether the step's first request lost the prefix it shared with the request before (index step - 1). */
  readonly cacheBroken: Uint8Array;
  readonly requests: number;
}

/**
 * Every request counts, also the ones inside a user turn: each assistant message after a tool result was one more call.
 * A prefix is reusable as far as whole items, as serialized, equal the same lane's previous request, and only from
 * `minPrefix` tokens on (semantics.md section 5).
 */
export const accountRequests = (run: LaneRun, minPrefix: number): RequestAccount =>
  finish(accountSlices(run, minPrefix));

/** As `accountRequests`, one step at a time. */
export function* accountSlices(run: LaneRun, minPrefix: number): Slices<RequestAccount> {
  const { setup } = run;
  const { messages, turns } = setup.prepared.structure;
  const input = new Float64Array(run.done);
  const cached = new Float64Array(run.done);
  const cacheBroken = new Uint8Array(run.done);
  let requests = 0;
  let previous: Serialized | null = null;
  const reuse = (tokens: number) => (tokens >= minPrefix ? tokens : 0);
  for (let i = 0; i < run.done; i++) {
    const current = serialize(run, i + 1);
    const shared = previous ? commonTokens(previous, current) : 0;
    let size = run.tokens[i]!;
    input[i] = size;
    cached[i] = reuse(shared);
    cacheBroken[i] = previous && shared < previous.total ? 1 : 0;
    requests++;
    // The tool rounds of the turn: each request is the one before plus what was said since.
    const turn = turns.list[i]!;
    const { keys, tokens } = current;
    let answered = false;
    for (let m = turn.currentEnd; m < turn.end; m++) {
      if (messages[m]!.role === 'assistant' && (!answered || messages[m - 1]?.role === 'tool')) {
        if (answered) {
          cached[i] = cached[i]! + reuse(current.total);
          const total = tokens.reduce((a, b) => a + b, 0);
          size = total;
          input[i] = input[i]! + size;
          current.total = total;
          requests++;
        }
        answered = true;
      }
      keys.push(keyOf(run, i + 1, m));
      tokens.push(setup.messageTokens[m]!);
    }
    // What was answered last was not yet sent: only the last request's items can be shared with the next one.
    previous = trimTo(current);
    yield;
  }
  return { input, cached, cacheBroken, requests };
}

interface Serialized {
  /** One per item: the first message that is serialized the same, or a string where the text varies (stamps, summaries). */
  keys: (string | number)[];
  tokens: number[];
  total: number;
}

function serialize(run: LaneRun, step: number): Serialized {
  const { setup } = run;
  const { prepared } = setup;
  const selection = run.selection(step)!;
  const keys: (string | number)[] = ['tools'];
  const tokens = [prepared.options.toolDefinitionTokens];
  const push = (key: string | number, size: number) => {
    keys.push(key);
    tokens.push(size);
  };
  const insert = () => {
    for (const summary of selection.summaries) push(summary.text, prepared.tokens.overhead + summary.tokens);
    if (selection.notes) push(selection.notes.text, prepared.tokens.overhead + selection.notes.tokens);
  };
  forEachSent(
    setup,
    selection,
    ({ message, rewrite, joins, tokens: size }) => {
      const key = sentKey(run, step, message, rewrite);
      // Two messages sent as one are one item, equal only as a whole.
      if (joins) {
        keys[keys.length - 1] = `${keys[keys.length - 1]}+${key}`;
        tokens[tokens.length - 1] = tokens[tokens.length - 1]! + size;
      } else push(key, size);
    },
    insert,
  );
  return { keys, tokens, total: tokens.reduce((a, b) => a + b, 0) };
}

function sentKey(run: LaneRun, step: number, m: number, rewrite: Rewrite | null): string | number {
  const key = keyOf(run, step, m);
  return rewrite ? `${key} ${rewrite.kind} ${textsOf(rewrite)}` : key;
}

const textsOf = (rewrite: Rewrite): string => JSON.stringify(rewrite.parts);

const identities = new WeakMap<Structure, Int32Array>();

/** For each message the first one that is serialized the same: "ok" said twice is the same item to a cache. */
function identityOf(structure: Structure): Int32Array {
  let known = identities.get(structure);
  if (!known) {
    const first = new Map<string, number>();
    known = Int32Array.from(structure.messages, ({ role, name, parts }, m) => {
      const text = JSON.stringify([role, name, parts]);
      if (!first.has(text)) first.set(text, m);
      return first.get(text)!;
    });
    identities.set(structure, known);
  }
  return known;
}

const nowCache = new WeakMap<object, ReturnType<typeof stepTimes>>();

function keyOf(run: LaneRun, step: number, m: number): string | number {
  const { stamp, prepared } = run.setup;
  const identity = identityOf(prepared.structure)[m]!;
  if (!stamp) return identity;
  let nows = nowCache.get(prepared.structure);
  if (!nows) {
    nows = stepTimes(prepared.structure);
    nowCache.set(prepared.structure, nows);
  }
  return `${identity} ${stampText(prepared.structure.messages[m]!.time, nows[step] ?? null, stamp)}`;
}

function commonTokens(a: Serialized, b: Serialized): number {
  let sum = 0;
  for (let i = 0; i < a.keys.length && i < b.keys.length && a.keys[i] === b.keys[i]; i++) sum += a.tokens[i]!;
  return sum;
}

function trimTo(request: Serialized): Serialized {
  let sum = 0;
  let n = 0;
  while (n < request.tokens.length && sum < request.total) sum += request.tokens[n++]!;
  return { keys: request.keys.slice(0, n), tokens: request.tokens.slice(0, n), total: request.total };
}
