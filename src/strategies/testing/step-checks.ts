/** What holds at every step of a lane over any conversation. */
import { type Fate, fateAt, isVerbatim } from '../../core/fate-codes';
import { type ContextItem, contextItems } from '../../core/items';
import { messageIdsOf } from '../../core/params';
import { turnsHolding } from '../../core/prepared';
import { reasonsAt } from '../../core/reasons';
import { isPartSent, type Reason, type Rewrite, type Selection } from '../../core/selection';
import { forEachSent } from '../../core/sent';
import { type LaneRun, TOKEN_KINDS } from '../../core/simulate';
import { supersededUnits } from '../../core/step-input';
import { locateSentence, markText } from '../../core/supersession-links';

/** An `expect` per message of every step would take longer than all that is tested. */
export function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Error(what());
}

export const same = <T>(actual: T, expected: T, what: string): void =>
  must(Object.is(actual, expected), () => `${what}: ${String(actual)} instead of ${String(expected)}`);

/** What a lane may do that its strategy would not. */
interface About {
  readonly library: boolean;
  readonly filtered: boolean;
  readonly amended: boolean;
  readonly composed: boolean;
  readonly repaired: boolean;
  readonly pins: boolean;
}

interface Step {
  readonly run: LaneRun;
  readonly step: number;
  readonly about: About;
  readonly selection: Selection;
  readonly items: readonly ContextItem[];
  readonly reasons: readonly Reason[];
  /** Messages that are sent as such. */
  readonly shown: ReadonlySet<number>;
}

export function aboutOf({ setup }: LaneRun): About {
  const has = (id: string) => setup.lane.modifiers[id] !== undefined;
  return {
    library: setup.chooser.kind === 'messages',
    filtered: has('filter-messages'),
    amended: setup.amending.length > 0,
    composed: setup.chooser.kind === 'units' && setup.chooser.compressor !== null && !!setup.lane.compress,
    repaired: has('repair'),
    pins: has('pins'),
  };
}

const isInserted = (item: ContextItem) => item.kind === 'summary' || item.kind === 'note';

function stepOf(run: LaneRun, step: number, about: About): Step {
  const selection = run.selection(step)!;
  const items = contextItems(run.setup, selection);
  const shown = new Set(items.filter((i) => !isInserted(i)).flatMap((i) => i.messages));
  return { run, step, about, selection, items, reasons: reasonsAt(run, step), shown };
}

function checkRuns({ run, step, selection: { runs, past } }: Step): void {
  same(past, run.setup.units.pastCount[step]!, 'past units');
  let next = 0;
  for (const r of runs) {
    same(r.from, next, 'start of a run');
    must(r.to > r.from, () => `a run without units at ${r.from}`);
    must(r.weight >= 0 && r.weight <= 1, () => `weight ${r.weight}`);
    next = r.to;
  }
  same(next, past, 'end of the runs');
}

function checkTokens({ run, step, items }: Step): void {
  const tools = run.setup.prepared.options.toolDefinitionTokens;
  const sum = items.reduce((n, i) => n + i.tokens, tools);
  same(run.tokens[step - 1]!, sum, 'tokens of the items');
  same(items.at(-1)?.runningTokens ?? tools, sum, 'running tokens');
  const from = (step - 1) * TOKEN_KINDS.length;
  same(
    run.tokensByKind.subarray(from, from + TOKEN_KINDS.length).reduce((a, b) => a + b, 0),
    sum,
    'tokens by kind',
  );
}

const RANK = { preamble: 0, summary: 1, note: 2, placeholder: 3, message: 3, current: 4 };

function checkOrder({ run, step, items, shown, about }: Step): void {
  let last = 0;
  let message = -1;
  for (const item of items) {
    must(RANK[item.kind] >= last, () => `a ${item.kind} too late in the request`);
    last = RANK[item.kind];
    if (isInserted(item)) continue;
    for (const m of item.messages) {
      must(m > message, () => `message ${m} behind ${message}`);
      message = m;
    }
  }
  if (about.library || about.filtered) return;
  const turn = run.setup.prepared.structure.turns.list[step - 1]!;
  for (let m = turn.start; m < turn.currentEnd; m++)
    must(shown.has(m), () => `the current message ${m} is not sent`);
}

const UNSENT: readonly Fate[] = ['dropped', 'archived', 'folded', 'pending'];

/** The map and the preview cannot disagree. */
function checkFates({ run, step, items, shown, selection, about }: Step): void {
  const { units, prepared } = run.setup;
  const cited = new Set(items.filter((i) => i.kind === 'summary').flatMap((i) => i.messages));
  const short = new Set(selection.rewrites.filter((r) => r.kind !== 'marked').map((r) => r.message));
  // A call that is pulled back in beside its result may have been cited before.
  const partners = new Set<number>();
  for (const { cause, from, to } of selection.runs)
    if (cause === 'partner') for (let m = units.start[from]!; m < units.start[to]!; m++) partners.add(m);
  if (!about.amended && !about.library)
    for (const m of cited)
      must(partners.has(m) || !shown.has(m), () => `message ${m} is both cited and sent`);
  for (const turn of prepared.structure.turns.list) {
    const fate = fateAt(run.fates, step, turn.number);
    const what = `fate of turn ${turn.number}`;
    if (turn.number > step) {
      same(fate, 'none', what);
      continue;
    }
    const end = turn.number === step ? turn.currentEnd : turn.end;
    const own = Array.from({ length: end - turn.start }, (_, i) => turn.start + i);
    const kept = own.filter((m) => shown.has(m));
    const isShort = kept.some((m) => short.has(m));
    const whole = kept.length === own.length && !isShort;
    const isWhole = run.fates.fractions[(step - 1) * run.fates.turns + turn.number - 1] === 255;
    if (turn.number === step) {
      same(fate, own.length > 0 && kept.length === 0 ? 'dropped' : 'current', what);
      if (fate === 'current') same(isWhole, whole, 'the current turn is whole');
      continue;
    }
    same(isVerbatim(fate) && isWhole, whole, `turn ${turn.number} is whole`);
    if (kept.length > 0) must(isVerbatim(fate) || fate === 'condensed', () => `${what}: ${fate}, yet sent`);
    if (fate === 'condensed') must(isShort, () => `${what}: condensed, yet nothing is shortened`);
    if (fate === 'verbatim') must(!isShort, () => `${what}: verbatim, yet shortened`);
    if (kept.length === 0 && !about.amended)
      same(
        fate === 'summarized',
        own.some((m) => cited.has(m)),
        `${what} (${fate}) is summarized`,
      );
    if (UNSENT.includes(fate)) must(kept.length === 0, () => `${what}: ${fate}, yet sent`);
  }
}

function recalledMessages({ setup: { units } }: LaneRun, { runs }: Selection): ReadonlySet<number> {
  const out = new Set<number>();
  for (const { cause, from, to } of runs)
    if (cause === 'recalled') for (let m = units.start[from]!; m < units.start[to]!; m++) out.add(m);
  return out;
}

/** A call is sent exactly when its result is; libraries break this, and then the repair mends it. */
function checkPairs({ run, step, selection, about }: Step): void {
  if (about.filtered) return;
  // What a library breaks is its own matter; what comes back from the archive comes whole.
  const own = about.library && !about.repaired ? recalledMessages(run, selection) : null;
  if (own?.size === 0) return;
  const { turns, toolPairs } = run.setup.prepared.structure;
  const end = turns.list[step - 1]!.currentEnd;
  const sent = new Map<number, Rewrite | null>();
  forEachSent(run.setup, selection, ({ message, rewrite }) => {
    sent.set(message, rewrite);
  });
  const has = (m: number, part: number) => {
    const rewrite = sent.get(m);
    return rewrite !== undefined && isPartSent(rewrite, part);
  };
  for (const { callMessage, callPart, resultMessage, resultPart } of toolPairs.pairs) {
    if (callMessage < turns.preambleEnd || resultMessage >= end) continue;
    if (own && !own.has(callMessage) && !own.has(resultMessage)) continue;
    same(
      has(callMessage, callPart),
      has(resultMessage, resultPart),
      `the call in ${callMessage} is sent as its result in ${resultMessage} is`,
    );
  }
}

/** What is said to be left of a message is. */
function checkRewrites({ run, selection }: Step): void {
  const { messages } = run.setup.prepared.structure;
  for (const { message, parts, of } of selection.rewrites) {
    const said = messages[message]!.parts;
    same(of?.length ?? said.length, parts.length, `parts of message ${message}`);
    parts.forEach((part, i) => {
      const source = said[of?.[i] ?? i];
      if (source) same(part.type, source.type, `part ${i} of message ${message}`);
      if (part.type === 'tool-call' || part.type === 'tool-result')
        same(part.callId, source && 'callId' in source ? source.callId : null, `call of message ${message}`);
    });
  }
}

function checkPins({ run, step, about }: Step): void {
  if (about.filtered) return;
  const { units, prepared, lane } = run.setup;
  const { list } = prepared.structure.turns;
  const ofLane = messageIdsOf(String(lane.modifiers.pins?.messages ?? ''));
  const pinnedTurns = new Set([...prepared.pinnedTurns, ...turnsHolding(ofLane, prepared.structure)]);
  const replaced = supersededUnits(run.setup, step);
  for (let turn = 1; turn < step; turn++) {
    const fate = fateAt(run.fates, step, turn);
    const { start, end } = list[turn - 1]!;
    const first = units.ofMessage(start);
    const own = Array.from({ length: units.ofMessage(end - 1) - first + 1 }, (_, i) => first + i);
    if (own.every((u) => replaced.includes(u))) same(fate, 'dropped', `fate of the replaced turn ${turn}`);
    else if (!about.repaired)
      same(fate === 'pinned', about.pins && pinnedTurns.has(turn), `turn ${turn} is pinned`);
  }
}

/** Superseding beats pins, partners, summaries and recall, whatever the strategy works on. */
function checkReplaced({ run, step, items, shown, selection }: Step): void {
  const { units } = run.setup;
  const cited = new Set(items.filter((i) => i.kind === 'summary').flatMap((i) => i.messages));
  for (const u of supersededUnits(run.setup, step))
    for (let m = units.start[u]!; m < units.start[u + 1]!; m++) {
      must(!shown.has(m), () => `the replaced message ${m} is sent`);
      must(!cited.has(m), () => `the replaced message ${m} is summarized`);
    }
  checkMarks(step, run, items, selection);
}

/** A call has no words to mark. */
const hasWords = ({ parts }: ContextItem) =>
  parts.some(({ type }) => type === 'text' || type === 'tool-result');

/** What was replaced in part is marked wherever it is sent, and no summary and no note says it. */
function checkMarks(step: number, run: LaneRun, items: readonly ContextItem[], selection: Selection): void {
  const { setup } = run;
  const { marks, sentences } = setup.supersededAt(step);
  const links = setup.linksAt(step);
  for (const { message } of marks) {
    const item = items.find((i) => !isInserted(i) && i.messages.includes(message));
    if (!item) continue;
    const text = item.parts
      .flatMap((p) => ('text' in p && p.type !== 'reasoning' ? [p.text] : []))
      .join('\n');
    for (const { earlierMessage, scope, sentence, laterTurn } of links) {
      if (scope === 'turn' || earlierMessage !== message) continue;
      // Two links may name one message as a whole: one mark stands for both.
      const mark = scope === 'message' ? '[superseded by turn ' : markText(laterTurn).trim();
      if (scope === 'message' ? hasWords(item) : locateSentence(text, sentence!))
        must(text.includes(mark), () => `message ${message} is sent without ${mark}`);
    }
  }
  const index = setup.prepared.sentences.sentences;
  const said = [...selection.summaries, ...(selection.notes ? [selection.notes] : [])];
  for (const s of sentences)
    must(
      !said.some((x) =>
        x.sentences.some(
          ({ text, messages }) => text === index[s]!.text && messages.includes(index[s]!.message),
        ),
      ),
      () => `the replaced sentence “${index[s]!.text}” is in a summary or a note`,
    );
}

function checkBudget({ run, items, selection, about }: Step): void {
  const { budget } = run.setup.lane.params;
  if (typeof budget !== 'number' || about.library || about.amended || about.composed) return;
  const kept = items
    .filter((i) => i.kind === 'message' || i.kind === 'summary')
    .reduce((n, i) => n + i.tokens, 0);
  const flagged = selection.flags.some((f) => f.code === 'over-budget');
  same(flagged, kept > budget, `${kept} tokens of ${budget} are flagged`);
}

function checkReasons({ reasons, selection }: Step): void {
  same(reasons.length, selection.past, 'reasons');
  for (const { text } of reasons) must(!/^$|NaN|undefined|Infinity/.test(text), () => `the reason “${text}”`);
}

const CHECKS = [
  checkRuns,
  checkTokens,
  checkOrder,
  checkFates,
  checkPairs,
  checkRewrites,
  checkPins,
  checkReplaced,
  checkBudget,
  checkReasons,
];

/** Throws with the step where something of the contract does not hold. */
export function checkEveryStep(run: LaneRun): void {
  same(run.done, run.setup.prepared.structure.turns.list.length, 'steps');
  const about = aboutOf(run);
  for (let step = 1; step <= run.done; step++) {
    try {
      const at = stepOf(run, step, about);
      for (const check of CHECKS) check(at);
    } catch (cause) {
      throw new Error(`step ${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
}
