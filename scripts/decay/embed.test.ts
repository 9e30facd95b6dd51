import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRelevanceFacts } from '../../src/core/relevance-facts';
import { makeStructure } from '../../src/core/structure';
import { ROOT } from '../lib/root';
import { openVectors } from './facts';
import { openDocument } from './open-document';
import { captureIo, decay, fixture, tempFolder } from './testing/capture';

const hasModel = existsSync(path.join(ROOT, 'public', 'models', 'manifest.json'));
const file = fixture('sharegpt', 'sample-sharegpt');

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

describe('embed', () => {
  it('says what is missing without the model', async () => {
    const temp = tempFolder();
    const { exitCode, json } = await decay(['embed', file], { root: temp.folder });
    temp.remove();
    expect(exitCode).toBe(1);
    expect(json.error.code).toBe('model-missing');
  });

  it.skipIf(!hasModel)('makes the vector of a text once, and starts no model for those it has', async () => {
    const temp = tempFolder();
    cpSync(path.join(ROOT, 'public', 'models'), path.join(temp.folder, 'public', 'models'), {
      recursive: true,
    });
    const talk = temp.write('talk.txt', 'User: hello\nAssistant: good morning');
    const first = await decay(['embed', talk], { root: temp.folder });
    // What is left of the model cannot be started.
    rmSync(path.join(temp.folder, 'public', 'models', first.json.model), { recursive: true });
    expect(await decay(['embed', talk], { root: temp.folder })).toEqual(first);
    temp.write('talk.txt', 'User: hello\nAssistant: good evening');
    const changed = await decay(['embed', talk], { root: temp.folder });
    temp.remove();
    expect(changed.exitCode).toBe(1);
    expect(changed.json.error.code).toBe('model-failed');
  });

  it.skipIf(!hasModel)('prints the vectors that relevance compares', async () => {
    const { exitCode, json } = await decay(['embed', file]);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ model: 'all-MiniLM-L6-v2', dimensions: 384 });
    const { document } = await openDocument(file, captureIo().io);
    const structure = makeStructure(document.conversation.messages, 'auto');
    expect(json.turns.map((t: { turn: number }) => t.turn)).toEqual(
      structure.turns.list.map((t) => t.number),
    );
    for (const { vector } of json.turns) {
      expect(vector).toHaveLength(384);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
      expect(vector.every((x: number) => Math.abs(Math.fround(x) - x) < 1e-8)).toBe(true);
    }
    const vectors = await openVectors(captureIo().io);
    if (!vectors.ok) throw new Error(vectors.error.message);
    await vectors.value.embed(structure.messages);
    const relevance = makeRelevanceFacts(structure, vectors.value.vectorOf, 'embedding');
    const asked = vectors.value.vectorOf(
      relevance.textOf(structure.messages[structure.turns.list[2]!.start]!)!,
    )!;
    const row = relevance.row(3, 'turn', 'user').similarity;
    expect(dot(json.turns[0].vector, Array.from(asked))).toBeCloseTo(row[0]!, 6);
  });
});
