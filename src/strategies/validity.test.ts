import { beforeAll, describe, expect, it } from 'vitest';
import type { Message, Part, Role } from '../core/conversation';
import { contextItems } from '../core/items';
import type { Lane } from '../core/lane';
import type { ParamValues } from '../core/params';
import { reasonForMessage } from '../core/reasons';
import { simulateLane } from '../core/simulate';
import { checkRequest, type Validity } from '../core/validity';
import { exampleById, loadExamples } from '../examples/registry';
import { newLane } from '../state/lanes';
import { loadAllStrategies, registry } from './registry';
import { prepareFor } from './testing/prepare';

await loadExamples();

beforeAll(loadAllStrategies);

function check(messages: readonly Message[], lane: Lane, step: number): Validity {
  const prepared = prepareFor(messages);
  const run = simulateLane(prepared, lane, registry)!;
  const selection = run.selection(step)!;
  return checkRequest({
    items: contextItems(run.setup, selection),
    structure: prepared.structure,
    selection,
    keepPreamble: prepared.options.keepPreamble,
    reasonFor: (message) => reasonForMessage(run, step, message)?.text ?? null,
  });
}

const codes = (validity: Validity) => validity.problems.map((p) => p.code);
const lane = (strategyId: string, params: ParamValues = {}): Lane => newLane('a', strategyId, params);

const say = (role: Role, text: string): Message => ({
  id: `${role} ${text}`,
  role,
  time: null,
  parts: [{ type: 'text', text }],
});
const with1 = (role: Role, id: string, part: Part): Message => ({ id, role, time: null, parts: [part] });
const call = with1('assistant', 'c', { type: 'tool-call', callId: '1', name: 'read', arguments: {} });
const result = with1('tool', 'r', { type: 'tool-result', callId: '1', text: 'port 80' });

/** Turn 1: question, call, result, answer. Turn 2: the question asked. */
const AGENT = [
  say('system', 'be brief'),
  say('user', 'which port?'),
  call,
  result,
  say('assistant', 'port 80'),
  say('user', 'thanks'),
];

describe('the check of a request', () => {
  it('finds nothing wrong with a full history', () => {
    const { messages } = exampleById('research-agent')!.document.conversation;
    const last = prepareFor(messages).structure.turns.list.length;
    const validity = check(messages, lane('full'), last);
    expect(validity.problems).toEqual([]);
    expect(validity.facts).toEqual(['tool pairs whole', 'roles in order']);
    expect(validity.repairable).toBe(false);
  });

  it('names who refuses a result without its call, and the repair mends it', () => {
    const two = lane('langchain-buffer-window', { k: 1 });
    const validity = check(AGENT, two, 2);
    expect(codes(validity)).toEqual(['system-lost', 'orphan-result', 'tool-first']);
    expect(validity.problems[1]).toMatchObject({
      message:
        '1 tool result without its call: OpenAI, Anthropic and Gemini refuse a tool result that does not follow its call',
      providers: ['OpenAI', 'Anthropic', 'Gemini'],
    });
    expect(validity.repairable).toBe(true);
    const repaired = check(AGENT, { ...two, modifiers: { repair: { mode: 'pull' } } }, 2);
    expect(codes(repaired)).toEqual(['system-lost', 'assistant-first']);
    // Nobody but OpenAI takes a call that nothing stands before.
    expect(repaired.problems[1]!.providers).toEqual(['Anthropic', 'Gemini']);
    expect(repaired.repairable).toBe(false);
  });

  it('sees a call whose part alone was taken out', () => {
    const validity = check(
      AGENT.map((m) => (m === call ? { ...m, parts: [{ type: 'text', text: 'I look' }] } : m)),
      lane('full'),
      2,
    );
    expect(codes(validity)).toEqual(['orphan-result']);
    expect(validity.problems[0]!.message).toContain('missing in the source too');
    expect(validity.repairable).toBe(false);
  });

  it('says why the instructions are gone', () => {
    const { problems } = check(AGENT, lane('langchain-buffer-window', { k: 1 }), 2);
    expect(problems[0]).toEqual({
      code: 'system-lost',
      message:
        'the system message is not sent: no provider refuses that, but the instructions are gone (number 5 from the end, outside the last 2k = 2 messages)',
      providers: [],
    });
  });

  it('misses what must be answered, and a request without any message', () => {
    const nothing = lane('langchain-trim-messages', { maxTokens: 1, includeSystem: false });
    expect(codes(check(AGENT, nothing, 2))).toEqual(['empty', 'current-lost', 'system-lost']);
    const rules = lane('langchain-trim-messages', { maxTokens: 10, includeSystem: true });
    const validity = check([say('system', 'be brief'), say('user', 'a long question '.repeat(20))], rules, 1);
    expect(codes(validity)).toEqual(['empty', 'current-lost']);
    expect(validity.problems[0]!.providers).toEqual(['Anthropic', 'Gemini']);
  });

  it('says that a limit could not be kept, which no provider refuses for that', () => {
    const pinned = {
      ...lane('token-window', { budget: 1 }),
      modifiers: { pins: { messages: 'c' } },
    };
    expect(check(AGENT, pinned, 2).problems).toEqual([
      {
        code: 'over-limit',
        message: expect.stringMatching(/^(the )?pinned .* over the budget/),
        providers: [],
      },
    ]);
    expect(codes(check(AGENT, { ...pinned, params: { budget: 9_000 } }, 2))).toEqual([]);
  });

  it('tells a call without its result, and one that still waits', () => {
    const open = [say('user', 'which port?'), call, say('user', 'well?'), result];
    expect(codes(check(open.slice(0, 3), lane('full'), 2))).toEqual(['unanswered-call']);
    expect(check(open, lane('full'), 2).notes).toContain('1 tool call not answered yet');
  });

  it('tells a start with the assistant and a message that answers nothing', () => {
    const talk = [say('assistant', 'hello'), say('tool', 'by hand'), say('user', 'hi')];
    const validity = check(talk, lane('full'), prepareFor(talk).structure.turns.list.length);
    expect(codes(validity)).toEqual(['orphan-result', 'assistant-first']);
    expect(validity.problems[1]!.providers).toEqual(['Anthropic']);
  });

  it('takes roles that do not alternate for a fault only where the strategy made it one', () => {
    const talk = [say('user', 'one'), say('assistant', 'two'), say('user', 'three')];
    const filter = { excludeTypes: 'ai', includeTypes: '', excludeNames: '', includeNames: '' };
    const filtered = { ...lane('full'), modifiers: { 'filter-messages': filter } };
    expect(codes(check(talk, filtered, 2))).toEqual(['roles-not-alternating']);
    const source = check([say('user', 'one'), say('user', 'two')], lane('full'), 2);
    expect(source.problems).toEqual([]);
    expect(source.notes).toEqual(['user messages follow each other']);
  });
});
