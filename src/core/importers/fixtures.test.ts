import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importAllBytes, importBytes } from './import-conversation';
import { importers } from './registry';
import { describeExpected, describeResult, type ExpectedCase } from './testing/expected-case';
import { fixtureInputs } from './testing/inputs';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const SHARED = join(import.meta.dirname, '../../../../shared');
const hasShared = existsSync(join(SHARED, 'cases'));
if (!hasShared) console.warn('../shared is absent: only the fixtures of this folder are tested.');

interface SampleRow {
  readonly file: string;
  readonly format: string;
  readonly messages: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** What the conventions say of these samples, by file or format: times without a zone, talk between people, other branches and so on. */
const SAMPLE_CODES: Record<string, readonly string[]> = {
  'claude-code': ['bookkeeping-skipped', 'fragments-merged', 'compaction'],
  'codex-rollout': ['bookkeeping-skipped', 'injected-context-skipped'],
  'ai-studio': ['reasoning-skipped'],
  'chatgpt-export': ['branches-hidden', 'hidden-skipped'],
  'chatgpt-copy-paste': ['bookkeeping-skipped'],
  'gemini-takeout': ['bookkeeping-skipped', 'threads-unknown'],
  locomo: ['no-assistant', 'no-time-zone'],
  longmemeval: ['no-time-zone'],
  'open-webui': ['branches-hidden'],
  sillytavern: ['branches-hidden', 'no-time-zone'],
  slack: ['bookkeeping-skipped'],
  discord: ['no-assistant'],
  vtt: ['relative-times', 'no-assistant'],
  srt: ['relative-times', 'no-assistant'],
  'chat-log': ['no-assistant', 'no-time-zone'],
  'chat-log-clock-only.txt': ['relative-times', 'no-assistant'],
};

/** Samples whose number of messages the index only describes. */
const SAMPLE_MESSAGES: Record<string, number> = { 'meeting.vtt': 21, 'meeting.srt': 21 };

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .map((e) => e.name);
const inputOf = (folder: string): string | undefined =>
  readdirSync(folder).find((f) => f.startsWith('input.'));

function expectCase(folder: string): void {
  const bytes = readFileSync(join(folder, inputOf(folder)!));
  const expected = readJson<ExpectedCase>(join(folder, 'expected.json'));
  const result = importBytes(new Uint8Array(bytes));
  expect(describeResult(result)).toEqual(describeExpected(expected));
  if (expected.title && result.ok) expect(result.value.conversation.title).toBe(expected.title);
}

function expectSample(path: string, row: SampleRow): void {
  const result = importBytes(new Uint8Array(readFileSync(path)), { name: row.file });
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  const { messages } = result.value.conversation;
  const times = messages.flatMap((m) => (m.time ? [m.time.text] : []));
  expect({
    format: result.value.format,
    messages: messages.length,
    first: times[0] ?? null,
    last: times.at(-1) ?? null,
    codes: result.value.warnings.map((w) => w.code),
  }).toEqual({
    format: row.format,
    messages: SAMPLE_MESSAGES[row.file] ?? row.messages,
    first: row.first,
    last: row.last,
    codes: SAMPLE_CODES[row.file] ?? SAMPLE_CODES[row.format] ?? [],
  });
}

describe('fixtures', () => {
  for (const id of folders(FIXTURES)) {
    for (const name of folders(join(FIXTURES, id))) {
      const folder = join(FIXTURES, id, name);
      it(`${id}/${name}`, () => {
        if (existsSync(join(folder, 'expected.json'))) expectCase(folder);
        else expectSample(join(folder, inputOf(folder)!), readJson(join(folder, 'index.json')));
      });
    }
  }

  it('of each, every conversation that is counted can be chosen', () => {
    for (const { path, bytes } of fixtureInputs()) {
      const [first, all] = [importBytes(bytes), importAllBytes(bytes)];
      if (!first.ok || !all.ok) continue;
      expect([path, [...all.value].length]).toEqual([path, first.value.otherConversations + 1]);
    }
  });

  it('every importer has fixtures', () => {
    expect(importers.map((i) => i.id).filter((id) => !existsSync(join(FIXTURES, id)))).toEqual([]);
  });
});

describe.skipIf(!hasShared)('../shared', () => {
  for (const name of hasShared ? folders(join(SHARED, 'cases')) : []) {
    const folder = join(SHARED, 'cases', name);
    if (inputOf(folder) !== undefined) it(name, () => expectCase(folder));
  }
  for (const row of hasShared ? readJson<SampleRow[]>(join(SHARED, 'samples/index.json')) : []) {
    it(row.file, () => expectSample(join(SHARED, 'samples', row.file), row));
  }
});
