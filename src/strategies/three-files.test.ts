import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fateAt } from '../core/fate-codes';
import { hash64 } from '../core/hash';
import { makeRelevanceFacts } from '../core/relevance-facts';
import { simulateLane } from '../core/simulate';
import { countTokensInNode } from '../engines/tokens/node-token-counter';
import { example } from '../examples/three-files.example';
import { loadAllStrategies, registry } from './registry';
import { prepareFor } from './testing/prepare';
import { laneOf } from './testing/talk';

await loadAllStrategies();

const folder = path.join(import.meta.dirname, '../../public/examples');
const facts = path.join(folder, 'three-files.json');
const built = existsSync(facts);
if (!built) console.warn('skipped: run "tsx scripts/prepare-examples.ts" to test with the real embeddings');

describe.skipIf(!built)('three files, two days, with the real embeddings and tokens', () => {
  const vectors = new Map<string, Float32Array>();
  if (built) {
    const file = JSON.parse(readFileSync(facts, 'utf8')) as { dimensions: number; vectors: string[] };
    const bytes = readFileSync(path.join(folder, 'three-files.f32'));
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    file.vectors.forEach((hash, i) => {
      vectors.set(hash, floats.subarray(i * file.dimensions, (i + 1) * file.dimensions));
    });
  }
  const prepared = prepareFor(example.document.conversation.messages, {
    countTokens: countTokensInNode,
    relevance: (structure) => makeRelevanceFacts(structure, (text) => vectors.get(hash64(text)), 'embedding'),
  });
  const run = (id: string, params = {}) => simulateLane(prepared, laneOf(id, params), registry)!;
  const turn3 = (id: string, params = {}) => fateAt(run(id, params).fates, 30, 3);

  it('knows every similarity', () => {
    for (let step = 2; step <= 30; step++)
      expect(prepared.relevance.row(step, 'turn', 'auto').pending).toBe(0);
  });

  it('fetches the rule of turn 3 at turn 30 by relevance, where window and tiered have lost it', () => {
    expect(turn3('semantic-recency')).toBe('retrieved');
    expect(turn3('full')).toBe('verbatim');
    expect(turn3('window')).toBe('dropped');
    expect(turn3('tiered')).toBe('dropped');
    expect(turn3('token-window', { budget: 1_000 })).toBe('dropped');
  });

  it('pays for it at least three times less than full history', () => {
    expect(run('full').tokens[29]! / run('semantic-recency').tokens[29]!).toBeGreaterThanOrEqual(3);
  });

  it('loses turn 3 without a floor: a window in disguise', () => {
    expect(turn3('semantic-recency', { floor: 0 })).toBe('dropped');
  });
});
