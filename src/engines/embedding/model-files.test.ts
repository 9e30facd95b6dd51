import { describe, expect, it } from 'vitest';
import { downloadModel } from './model-files';

const manifest = {
  id: 'm',
  version: 'v',
  dimensions: 384,
  files: [
    { path: 'm/config.json', bytes: 2 },
    { path: 'm/onnx/model.onnx', bytes: 4 },
  ],
};
const served: Record<string, () => Response> = {
  'http://host/models/m/config.json': () => new Response('{}'),
  'http://host/models/m/onnx/model.onnx': () => new Response(Uint8Array.of(1, 2, 3, 4)),
};
const download = (
  change: Record<string, () => Response> = {},
  onBytes: (l: number, t: number) => void = () => {},
) =>
  downloadModel('http://host/models/', manifest, onBytes, (url) =>
    Promise.resolve({ ...served, ...change }[url]!()),
  );
const model = 'http://host/models/m/onnx/model.onnx';

describe('downloadModel', () => {
  it('gives the bytes by path and counts them over all files', async () => {
    const seen: [number, number][] = [];
    const result = await download({}, (loaded, total) => seen.push([loaded, total]));
    expect(result.ok && [...result.value.get('m/onnx/model.onnx')!]).toEqual([1, 2, 3, 4]);
    expect(seen[0]).toEqual([0, 6]);
    expect(seen.at(-1)).toEqual([6, 6]);
  });

  it.each<[string, () => Response, string]>([
    ['absent', () => new Response('', { status: 404 }), 'm/onnx/model.onnx: status 404'],
    [
      'replaced by a web page',
      () => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      'the server answered with a web page',
    ],
    ['too short', () => new Response(Uint8Array.of(1)), 'shorter than the manifest says'],
    ['too long', () => new Response(new Uint8Array(5)), 'longer than the manifest says'],
    [
      'out of reach',
      () => {
        throw new TypeError('Failed to fetch');
      },
      'could not be fetched: Failed to fetch',
    ],
  ])('says which file is missing when it is %s', async (_, response, words) => {
    const result = await download({ [model]: response });
    expect(result).toMatchObject({ ok: false, error: { code: 'model-missing' } });
    expect(!result.ok && result.error.message).toContain(words);
  });
});
