/** Random conversations, parameters and lanes for property tests: the awkward cases on purpose. */
import * as fc from 'fast-check';
import type { Message, Part, Role, Supersession } from '../../core/conversation';
import type { Lane } from '../../core/lane';
import { worksOnMessages } from '../../core/lane-context';
import {
  messageIdsText,
  type ParamSpec,
  type ParamsSchema,
  type ParamValue,
  type ParamValues,
  paramSpecs,
} from '../../core/params';
import { parseTimestamp } from '../../core/timestamps';
import type { Segmentation } from '../../core/turns';
import { allModifiers, allStrategies, loadAllStrategies, registry } from '../registry';
import type { PrepareOptions } from './prepare';

await loadAllStrategies();

/** The same cases in every run, so that a failure is a change's own; CONTRACT_SEED=7 looks further. */
export const CONTRACT_SEED = Number(import.meta.env.CONTRACT_SEED ?? 20_261_130);
if (!Number.isInteger(CONTRACT_SEED)) throw new Error('CONTRACT_SEED is a whole number.');
fc.configureGlobal({ seed: CONTRACT_SEED });

const WORDS = [
  'We must never log addresses.',
  'Make the buttons blue.',
  'Actually use green instead of blue.',
  'The pool size is 20.',
  'What is left?',
  'ok',
  'Retry at most three times.',
  'decided: UTC everywhere',
  'payments time out at noon',
  '',
];
const CALL_IDS = ['c1', 'c2', 'c3', null];

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((w) => w.join(' '));
const textPart = text.map((t): Part => ({ type: 'text', text: t }));
const call = fc
  .constantFrom(...CALL_IDS)
  .map((callId): Part => ({ type: 'tool-call', callId, name: 'read', arguments: { path: 'a.py' } }));
const result = fc
  .tuple(fc.constantFrom(...CALL_IDS), text)
  .map(([callId, t]): Part => ({ type: 'tool-result', callId, text: t }));

interface Draft {
  readonly role: Role;
  readonly parts: readonly Part[];
  /** Minutes after the message before; null: no time. */
  readonly after: number | null;
}

const partsOf: Record<Role, fc.Arbitrary<Part[]>> = {
  system: fc.tuple(textPart),
  user: fc.oneof({ weight: 5, arbitrary: fc.tuple(textPart) }, fc.constant<Part[]>([])),
  assistant: fc.oneof(
    fc.tuple(textPart),
    fc.array(call, { minLength: 1, maxLength: 2 }),
    fc.tuple(textPart, call),
  ),
  tool: fc.array(result, { minLength: 1, maxLength: 2 }),
};

const draft: fc.Arbitrary<Draft> = fc
  .constantFrom<Role>('user', 'user', 'user', 'assistant', 'assistant', 'assistant', 'tool', 'tool', 'system')
  .chain((role) =>
    fc.record({
      role: fc.constant(role),
      parts: partsOf[role],
      after: fc.option(fc.constantFrom(0, 1, 50, 200, 5_000), { freq: 4 }),
    }),
  );

const build = (drafts: readonly Draft[], idFrom = 0, startMs = Date.UTC(2026, 0, 5)): Message[] => {
  let now = startMs;
  return drafts.map(({ role, parts, after }, i) => {
    now += (after ?? 0) * 60_000;
    return {
      id: `m${idFrom + i}`,
      role,
      parts,
      time: after === null ? null : parseTimestamp(new Date(now).toISOString()),
    };
  });
};

export const conversation = (maxLength = 24): fc.Arbitrary<Message[]> =>
  fc.array(draft, { maxLength, size: 'max' }).map((d) => build(d));

/** A suffix that starts a new turn in both segmentations, whatever it is appended to. */
export const suffix: fc.Arbitrary<Message[]> = fc
  .array(draft, { maxLength: 12, size: 'max' })
  .map((d) =>
    build([{ role: 'user', parts: [{ type: 'text', text: 'blue pool addresses' }], after: 7 }, ...d], 500),
  );

function valueFor(spec: ParamSpec): fc.Arbitrary<ParamValue> {
  if (spec.control === 'switch') return fc.boolean();
  if (spec.control === 'segmented') return fc.constantFrom(...spec.options!.map((o) => o.value));
  if (spec.control === 'names') {
    const from = spec.options?.map((o) => o.value) ?? ['read', 'write', 'search'];
    return fc.subarray(from).map((n) => n.join(','));
  }
  if (spec.control === 'messages')
    return fc.subarray(['m0', 'm3', 'm8', 'm14', 'm505', 'a, b']).map(messageIdsText);
  const min = spec.min ?? 0;
  const max = spec.max ?? 1;
  if (!Number.isInteger(spec.step ?? 1)) return fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  const tokens = Array.isArray(spec.unit) && spec.unit[0] === 'token';
  const near = fc.integer({ min, max: Math.min(max, min + (tokens ? 150 : 8)) });
  const number = fc.oneof({ weight: 8, arbitrary: near }, fc.constantFrom(min, max));
  return spec.control === 'optional-slider' ? fc.option(number) : number;
}

export const paramsFor = (schema: ParamsSchema): fc.Arbitrary<ParamValues> =>
  fc.record(Object.fromEntries(paramSpecs(schema).map((spec) => [spec.name, valueFor(spec)])));

const compressors = allStrategies().flatMap((s) => (!worksOnMessages(s) && s.compresses ? [s] : []));
const compressing = fc
  .constantFrom(...compressors)
  .chain((s) => paramsFor(s.params).map((params) => ({ strategyId: s.id, params })));

export const laneFor = (strategyId: string): fc.Arbitrary<Lane> =>
  fc.record({
    id: fc.constant('lane'),
    strategyId: fc.constant(strategyId),
    params: paramsFor(registry.strategies.get(strategyId)!.params),
    unit: fc.constantFrom('turn' as const, 'message' as const),
    compress: fc.option(compressing, { freq: 3 }),
    modifiers: fc
      .tuple(...allModifiers().map((m) => fc.option(paramsFor(m.params), { freq: 2 })))
      .map((on) => Object.fromEntries(allModifiers().flatMap((m, i) => (on[i] ? [[m.id, on[i]]] : [])))),
  });

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

const pins = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 23 }), { maxLength: 3 }),
    // In the suffix, or nowhere.
    fc.array(fc.integer({ min: 0, max: 520 }), { maxLength: 4 }),
  )
  .map(([near, far]) => [...near, ...far].map((n) => `m${n}`));

/** What `prepareFor` takes, with a segmentation that is chosen. */
export type CaseOptions = PrepareOptions & { readonly segmentation: Segmentation };

const options: fc.Arbitrary<CaseOptions> = fc.record({
  segmentation: fc.constantFrom<Segmentation>('user', 'call'),
  relevance: fc.constantFrom('pseudo-random' as const, 'lexical' as const),
  pinnedMessageIds: pins,
  supersessions: fc.array(link, { maxLength: 3 }),
  keepPreamble: fc.boolean(),
  toolDefinitionTokens: fc.constantFrom(0, 37),
  tokens: fc.constantFrom({ overhead: 4, includeReasoning: false }, { overhead: 0, includeReasoning: false }),
});

/** A lane over a conversation. */
export interface LaneCase {
  readonly messages: readonly Message[];
  readonly lane: Lane;
  readonly options: CaseOptions;
}

export const caseFor = (strategyId: string): fc.Arbitrary<LaneCase> =>
  fc.record({ messages: conversation(), lane: laneFor(strategyId), options });
