import { describe, expect, it } from 'vitest';
import { countedTexts, type Message, messageText } from '../core/conversation';
import type { Example } from './example';
import { exampleById, examples, loadExamples } from './registry';

await loadExamples();

const messagesOf = (example: Example) => example.document.conversation.messages;

/** Turns of segmentation `user`, without the preamble. */
function turnsOf(example: Example): Message[][] {
  const turns: Message[][] = [];
  for (const message of messagesOf(example)) {
    if (message.role === 'system') continue;
    if (message.role === 'user') turns.push([]);
    turns.at(-1)?.push(message);
  }
  return turns;
}

function required(id: string): Example {
  const example = exampleById(id);
  if (example === undefined) throw new Error(`the registry has no example ${id}`);
  return example;
}

const userText = (example: Example, turn: number): string => {
  const message = turnsOf(example)[turn - 1]?.[0];
  return message === undefined ? '' : messageText(message);
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (upper + lower) / 2;
};

it('the registry lists every example in the order of the picker', () => {
  expect(examples.map((example) => example.id)).toEqual(['three-files', 'support-chat', 'research-agent']);
  expect(examples.map((example) => example.order)).toEqual([1, 2, 3]);
  expect(exampleById('no-such-example')).toBeUndefined();
});

describe.each(examples.map((example) => [example.id, example] as const))('%s', (_, example) => {
  const messages = messagesOf(example);
  const position = new Map(messages.map((message, index) => [message.id, index]));

  it('has unique ids, distinct texts, and nothing empty', () => {
    expect(position.size).toBe(messages.length);
    const texts = messages.map((message) => countedTexts(message).join('\n'));
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('begins with a preamble and ends with the question that is open', () => {
    expect(messages.map((message) => message.role).indexOf('user')).toBe(1);
    expect(messages[0]?.role).toBe('system');
    expect(messages.at(-1)?.role).toBe('user');
    const lastTurn = turnsOf(example).length;
    expect(example.document.probes.map((probe) => probe.questionMessageId)).toContain(`u${lastTurn}`);
  });

  it('has strictly increasing times on everything that was said', () => {
    const times = messages.slice(1).map((message) => message.time?.sortMs ?? Number.NaN);
    expect(times.filter((time, index) => index > 0 && !(time > (times[index - 1] ?? Number.NaN)))).toEqual(
      [],
    );
  });

  it('has probes whose evidence exists, lies before the question, and holds the quote', () => {
    expect(example.document.probes.length).toBeGreaterThanOrEqual(3);
    expect(new Set(example.document.probes.map((probe) => probe.id)).size).toBe(
      example.document.probes.length,
    );
    for (const probe of example.document.probes) {
      const question = messages[position.get(probe.questionMessageId) ?? -1];
      expect(question?.role, probe.id).toBe('user');
      const evidence = probe.evidenceMessageIds.map((id) => messages[position.get(id) ?? -1]);
      expect(evidence.length, probe.id).toBeGreaterThan(0);
      for (const [index, id] of probe.evidenceMessageIds.entries()) {
        expect(evidence[index]?.id, `${probe.id} needs ${id}`).toBe(id);
        expect(position.get(id), probe.id).toBeLessThan(position.get(probe.questionMessageId) ?? -1);
      }
      const said = evidence.flatMap((message) => (message === undefined ? [] : countedTexts(message)));
      expect(said.filter((text) => text.includes(probe.quote ?? '\0')).length, probe.id).toBeGreaterThan(0);
      expect(probe.label, probe.id).toBeTruthy();
    }
  });

  it('has supersessions that point back', () => {
    for (const { laterMessageId, earlierMessageId, label } of example.document.supersessions) {
      expect(position.get(earlierMessageId)).toBeLessThan(position.get(laterMessageId) ?? -1);
      const earlier = messages[position.get(earlierMessageId) ?? -1];
      expect(earlier && messageText(earlier)).toContain(label);
    }
  });

  it('answers every tool call once, before the next message of the assistant', () => {
    let open = new Map<string | null, string>();
    const seen = new Set<string | null>();
    for (const message of messages) {
      if (message.role !== 'tool') expect([...open.keys()], `open before ${message.id}`).toEqual([]);
      for (const part of message.parts) {
        if (part.type === 'tool-call') {
          expect(seen.has(part.callId), `${part.callId} is used twice`).toBe(false);
          seen.add(part.callId);
          open = new Map(open).set(part.callId, part.name);
        } else if (part.type === 'tool-result') {
          expect(message.name, message.id).toBe(open.get(part.callId));
          expect(open.delete(part.callId), `${message.id} answers nothing`).toBe(true);
        }
      }
    }
    expect(open.size).toBe(0);
  });

  it('is plainly punctuated, without filler', () => {
    const all = JSON.stringify(example);
    expect(all).not.toMatch(/[\u2013\u2014\u2018-\u201f\u2026]/);
    expect(all).not.toMatch(/lorem|ipsum|foo\b|TODO/i);
  });
});

describe('three files, two days', () => {
  const example = required('three-files');
  const turns = turnsOf(example);

  it('has 30 turns of one question and one answer, the last still open', () => {
    expect(turns.length).toBe(30);
    expect(turns.slice(0, 29).every((turn) => turn.map((m) => m.role).join() === 'user,assistant')).toBe(
      true,
    );
    expect(turns[29]?.map((message) => message.role)).toEqual(['user']);
  });

  it('states the rule in turn 3 only, as a sentence of its own', () => {
    const rule = 'One rule for the whole project: never log customer e-mail addresses.';
    expect(userText(example, 3).split(/(?<=\.) /)).toContain(rule);
    const others = messagesOf(example).filter((message) => message.id !== 'u3');
    expect(others.filter((message) => /e-?mail/i.test(messageText(message)))).toEqual([]);
  });

  it('makes the buttons blue in turn 12 and green in turn 18', () => {
    expect(userText(example, 12)).toContain('Make the checkout buttons blue.');
    expect(userText(example, 18)).toContain('Use green for the checkout buttons instead of blue');
    expect(example.document.supersessions).toEqual([
      { laterMessageId: 'u18', earlierMessageId: 'u12', label: 'blue' },
    ]);
  });

  it('asks at turn 30 for the helper that needs turn 3', () => {
    expect(userText(example, 30)).toMatch(/^Add a logging helper to utils\.py/);
    const last = example.document.probes.find((probe) => probe.questionMessageId === 'u30');
    expect(last).toMatchObject({
      evidenceMessageIds: ['u3'],
      quote: 'never log customer e-mail addresses',
    });
  });

  it('has row labels that differ in their first 32 characters', () => {
    const labels = turns.map((_, index) => userText(example, index + 1).slice(0, 32));
    expect(new Set(labels).size).toBe(30);
  });

  it('spans two consecutive days, changing after turn 20', () => {
    const days = turns.map((turn) => turn[0]?.time?.text.slice(0, 10));
    expect(days).toEqual([...Array(20).fill('2026-03-10'), ...Array(10).fill('2026-03-11')]);
  });
});

describe('a box with a broken jar', () => {
  it('has 20 turns over several days and an address that changes', () => {
    const example = required('support-chat');
    const turns = turnsOf(example);
    expect(turns.length).toBe(20);
    expect(new Set(turns.map((turn) => turn[0]?.time?.text.slice(0, 10))).size).toBeGreaterThanOrEqual(4);
    expect(userText(example, 5)).toContain('14 Harbour Street');
    expect(userText(example, 12)).toContain('7 Mill Lane');
  });
});

describe('air for 24 classrooms', () => {
  const example = required('research-agent');
  const messages = messagesOf(example);
  const calls = (message: Message) => message.parts.filter((part) => part.type === 'tool-call');

  it('has turns long enough that segmentation `auto` takes one turn per model call', () => {
    expect(median(turnsOf(example).map((turn) => turn.length))).toBeGreaterThan(8);
  });

  it('has 25 to 35 tool rounds, a parallel pair and failures', () => {
    const rounds = messages.filter((message) => calls(message).length > 0);
    expect(rounds.length).toBeGreaterThanOrEqual(25);
    expect(rounds.length).toBeLessThanOrEqual(35);
    expect(rounds.filter((message) => calls(message).length === 2).length).toBe(1);
    const results = messages.flatMap((message) =>
      message.parts.filter((part) => part.type === 'tool-result'),
    );
    expect(results.some((part) => part.isError === true)).toBe(true);
  });

  it('takes place within one afternoon and states both rules at once', () => {
    const times = messages.slice(1).map((message) => message.time?.sortMs ?? Number.NaN);
    expect((times.at(-1) ?? Number.NaN) - (times[0] ?? Number.NaN)).toBeLessThan(5 * 3_600_000);
    expect(userText(example, 1)).toContain('only sources published after 2022');
    expect(userText(example, 1)).toContain('prices in euros without VAT');
  });
});
