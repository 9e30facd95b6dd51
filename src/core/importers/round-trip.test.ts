/** Import, export, import: every sample in its own family, and in the product's own files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Conversation, emptyDocument } from '../conversation';
import { exporters } from '../exporters/registry';
import { writeProject } from '../project-file';
import { importText } from './import-conversation';
import type { Imported } from './importer';
import { carried, type Family, FORMAT_OF } from './testing/carried';

/** `leftOut`: what the family's form has no place for, as the export says it; absent: nothing. */
interface Row {
  readonly family: Family;
  readonly leftOut?: readonly string[];
}
const own: Row = { family: 'conversation-json' };

/** Every sample with the family that it comes from; those whose format has no exporter take the product's own. */
const FAMILIES: Readonly<Record<string, Row>> = {
  'openai-chat.json': { family: 'openai' },
  'openai-chat-legacy-functions.json': { family: 'openai', leftOut: ['8 names of tools are left out'] },
  'openai-chat-jsonl.jsonl': { family: 'openai', leftOut: ['23 times are left out'] },
  'openai-responses.json': {
    family: 'openai',
    leftOut: ['1 reasoning part is left out', '26 message ids are left out'],
  },
  'hf-messages.jsonl': { family: 'openai' },
  'anthropic-messages.json': { family: 'anthropic', leftOut: ['1 reasoning part is left out'] },
  'langchain-dict.json': { family: 'langchain' },
  'langchain-lc.json': { family: 'langchain' },
  'langgraph-state.json': { family: 'langchain' },
  'markdown-transcript.md': { family: 'markdown' },
  'text-transcript.txt': { family: 'markdown' },
  'chatgpt-copy-paste.txt': { family: 'markdown' },
  'chat-log.txt': { family: 'markdown' },
  'chat-log-clock-only.txt': { family: 'markdown' },
  'meeting.vtt': { family: 'markdown' },
  'meeting.srt': { family: 'markdown' },
  'ai-studio.json': own,
  'alpaca.json': own,
  'chatgpt-export.json': own,
  'claude-ai-export.json': own,
  'claude-code.jsonl': own,
  'codex-rollout.jsonl': own,
  'discord.json': own,
  'gemini-contents.json': own,
  'gemini-takeout.json': own,
  'locomo.json': own,
  'longmemeval.json': own,
  'open-webui.json': own,
  'sharegpt.json': own,
  'sillytavern.jsonl': own,
  'slack.json': own,
  'vercel-core-v4.json': own,
  'vercel-model-v5.json': own,
  'vercel-ui.json': own,
};

const FIXTURES = join(import.meta.dirname, 'fixtures');
const SHARED = join(import.meta.dirname, '../../../../shared/samples');

/** The samples among the fixtures, by the file name they have in ../shared/samples. */
const samples = readdirSync(FIXTURES).flatMap((id) =>
  readdirSync(join(FIXTURES, id))
    .filter((name) => existsSync(join(FIXTURES, id, name, 'index.json')))
    .map((name) => {
      const folder = join(FIXTURES, id, name);
      const { file } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { file: string };
      const input = readdirSync(folder).find((f) => f.startsWith('input.'))!;
      return { file, path: join(folder, input) };
    }),
);

function opened(text: string): Imported {
  const result = importText(text);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
const sampleOf = (path: string): Conversation => opened(readFileSync(path, 'utf8')).conversation;

describe('import, export, import', () => {
  it('every sample has a family', () => {
    const files = samples.map((s) => s.file);
    expect(Object.keys(FAMILIES).sort()).toEqual(files.sort());
    if (!existsSync(SHARED)) return;
    const index = JSON.parse(readFileSync(join(SHARED, 'index.json'), 'utf8')) as { file: string }[];
    expect(index.map((row) => row.file).filter((file) => !files.includes(file))).toEqual([]);
  });

  it.each(samples.map((s) => [s.file, s.path]))('%s keeps what its family carries', (file, path) => {
    const { title, messages } = sampleOf(path);
    const { family, leftOut = [] } = FAMILIES[file]!;
    const { text, notes } = exporters.find((e) => e.id === family)!.make({ title, items: messages });
    const again = opened(text);
    expect(again.format).toMatch(FORMAT_OF[family]);
    const hasIds = messages.every((m) => m.parts.every((p) => !('callId' in p) || p.callId !== null));
    expect(carried(again.conversation.messages, family, hasIds)).toEqual(carried(messages, family, hasIds));
    expect(notes).toEqual(leftOut);
  });

  it.each(samples.map((s) => [s.file, s.path]))('%s is the same in a project file', (_, path) => {
    const conversation = sampleOf(path);
    const document = emptyDocument(conversation);
    const playback = { step: 1, probeId: null };
    const text = writeProject({ document, exampleId: null, lanes: [], settings: {}, playback });
    expect(opened(text).conversation).toEqual(conversation);
  });
});
