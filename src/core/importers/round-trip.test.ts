import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type argumentsText, type Message, messageText } from '../conversation';
import { exporters } from '../exporters/registry';
import { findToolPairs } from '../tool-pairs';
import { importText } from './import-conversation';
import type { Imported } from './importer';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const opened = (text: string): Imported => {
  const result = importText(text);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
};

/** Arguments may come back as an object or as its text. */
const argumentsOf = (args: Parameters<typeof argumentsText>[0]): unknown => {
  try {
    return typeof args === 'string' ? JSON.parse(args) : args;
  } catch {
    return args;
  }
};

interface Keeps {
  readonly times: boolean;
  readonly errors: boolean;
}

const comparable = (messages: readonly Message[], keeps: Keeps): object => ({
  messages: messages.map((m) => ({
    role: m.role,
    text: messageText(m),
    // The exporter gives results the time of their call.
    time: keeps.times && m.role !== 'tool' ? (m.time?.text ?? null) : null,
    calls: m.parts.flatMap((p) =>
      p.type === 'tool-call' ? [[p.callId, p.name, argumentsOf(p.arguments)]] : [],
    ),
    results: m.parts.flatMap((p) =>
      p.type === 'tool-result' ? [[p.callId, p.text, keeps.errors && p.isError === true]] : [],
    ),
  })),
  pairs: findToolPairs(messages).pairs.map((p) => [p.callMessage, p.resultMessage]),
});

describe('import, export, import', () => {
  it.each([
    ['anthropic-messages', 'json', 'anthropic', 'anthropic-messages'],
    ['langchain-lc', 'json', 'langchain', 'langchain-dict'],
    ['langchain-dict', 'json', 'langchain', 'langchain-dict'],
    ['langgraph-state', 'json', 'langchain', 'langchain-dict'],
    ['claude-code', 'jsonl', 'langchain', 'langchain-dict'],
    ['codex-rollout', 'jsonl', 'langchain', 'langchain-dict'],
    ['vercel-ui', 'json', 'langchain', 'langchain-dict'],
    ['openai-responses', 'json', 'openai', 'openai-chat'],
  ])('%s (%s) as %s', (id, extension, family, format) => {
    const path = join(FIXTURES, id, `sample-${id}`, `input.${extension}`);
    const { messages } = opened(readFileSync(path, 'utf8')).conversation;
    const exporter = exporters.find((e) => e.id === family)!;
    const again = opened(exporter.make({ title: 'Sample', items: messages }).text);
    expect(again.format).toBe(format);
    // OpenAI's form has no flag for errors.
    const keeps = { times: exporter.keepsTimes, errors: family !== 'openai' };
    expect(comparable(again.conversation.messages, keeps)).toEqual(comparable(messages, keeps));
  });
});
