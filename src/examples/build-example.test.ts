import { describe, expect, it } from 'vitest';
import {
  assistant,
  buildExample,
  probe,
  replaces,
  toolCall,
  toolError,
  toolResult,
  user,
} from './build-example';

const build = () =>
  buildExample({
    id: 'small',
    order: 9,
    title: 'Small',
    about: 'A script with every kind of line.',
    system: ['One.', 'Two.'],
    script: [
      user('2026-03-10T09:00:00Z', 'Look it up.'),
      assistant(
        '2026-03-10T09:00:01Z',
        '',
        toolCall('c1', 'search', { query: 'x' }),
        toolCall('c2', 'open_page', { url: 'y' }),
      ),
      toolResult('2026-03-10T09:00:02Z', 'c1', ['first', 'second']),
      toolError('2026-03-10T09:00:03Z', 'c2', 'not found'),
      assistant('2026-03-10T09:00:04Z', 'Found.'),
      user('2026-03-10T09:05:00Z', 'And now?'),
    ],
    probes: [probe(2, [1, 'a1-2'], 'Found', 'what was found')],
    supersessions: [replaces(2, 'a1', 'search')],
  });

describe('buildExample', () => {
  it('numbers messages by turn, role and place in the turn', () => {
    expect(build().document.conversation.messages.map((m) => m.id)).toEqual([
      'system',
      'u1',
      'a1',
      't1',
      't1-2',
      'a1-2',
      'u2',
    ]);
  });

  it('turns references into message ids', () => {
    const { probes, supersessions } = build().document;
    expect(probes).toEqual([
      {
        id: 'probe-2',
        questionMessageId: 'u2',
        evidenceMessageIds: ['u1', 'a1-2'],
        quote: 'Found',
        label: 'what was found',
      },
    ]);
    expect(supersessions).toEqual([{ laterMessageId: 'u2', earlierMessageId: 'a1', label: 'search' }]);
  });

  it('writes instants, joins lines, and leaves no empty text beside calls', () => {
    const [system, , calls, result, failed] = build().document.conversation.messages;
    expect(system).toEqual({
      id: 'system',
      role: 'system',
      parts: [{ type: 'text', text: 'One.\nTwo.' }],
      time: null,
    });
    expect(calls?.parts.map((part) => part.type)).toEqual(['tool-call', 'tool-call']);
    expect(calls?.time).toEqual({
      text: '2026-03-10T09:00:01.000Z',
      sortMs: Date.UTC(2026, 2, 10, 9, 0, 1),
      precision: 'instant',
    });
    expect(result).toMatchObject({
      name: 'search',
      parts: [{ type: 'tool-result', text: 'first\nsecond' }],
    });
    expect(failed).toMatchObject({ name: 'open_page', parts: [{ callId: 'c2', isError: true }] });
  });

  it('is pure', () => {
    expect(build()).toEqual(build());
  });
});
