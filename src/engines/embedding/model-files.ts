import { fail, ok, type Problem, type Result } from '../../core/result';
import { describeError } from '../worker-rpc';
import { type ModelManifest, parseManifest } from './model-manifest';

type Fetch = (url: string) => Promise<Response>;

const missing = (what: string): Problem => ({
  code: 'model-missing',
  message: `The embedding model is not on this server (${what}); everything but similarity by meaning still works.`,
});

/** Reads `manifest.json` in the models folder. Fails with `model-missing`. */
export async function fetchManifest(modelsUrl: string, fetcher: Fetch): Promise<Result<ModelManifest>> {
  const response = await request(`${modelsUrl}manifest.json`, 'manifest.json', fetcher);
  if (!response.ok) return response;
  const text = await response.value.text().catch(() => '');
  const manifest = parseManifest(text);
  return manifest ? ok(manifest) : fail(missing('manifest.json is not a model manifest'));
}

/**
 * Downloads every file of the model, at once, counting bytes over all of them. Fails with `model-missing` for a file
 * that is absent, an HTML page in its place (single-page hosts answer so), or of another size than the manifest says.
 * @returns the files' bytes by path
 */
export async function downloadModel(
  modelsUrl: string,
  manifest: ModelManifest,
  onBytes: (loaded: number, total: number) => void,
  fetcher: Fetch,
): Promise<Result<Map<string, Uint8Array<ArrayBuffer>>>> {
  const total = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  let loaded = 0;
  onBytes(0, total);
  const results = await Promise.all(
    manifest.files.map(async ({ path, bytes }) => {
      const response = await request(modelsUrl + path, path, fetcher);
      if (!response.ok) return response;
      const data = await readBody(response.value, path, bytes, (count) => {
        loaded += count;
        onBytes(Math.min(loaded, total), total);
      });
      return data.ok ? ok([path, data.value] as const) : data;
    }),
  );
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const result of results) {
    if (!result.ok) return result;
    files.set(...result.value);
  }
  return ok(files);
}

async function request(url: string, path: string, fetcher: Fetch): Promise<Result<Response>> {
  let response: Response;
  try {
    response = await fetcher(url);
  } catch (error) {
    return fail(missing(`${path} could not be fetched: ${describeError(error)}`));
  }
  if (!response.ok) return fail(missing(`${path}: status ${response.status}`));
  if (response.headers.get('content-type')?.includes('text/html')) {
    return fail(missing(`${path}: the server answered with a web page`));
  }
  return ok(response);
}

async function readBody(
  response: Response,
  path: string,
  bytes: number,
  onBytes: (count: number) => void,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const data = new Uint8Array(bytes);
  let at = 0;
  try {
    const reader = response.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > bytes) {
        await reader.cancel();
        return fail(missing(`${path} is longer than the manifest says`));
      }
      data.set(part.value, at);
      at += part.value.length;
      onBytes(part.value.length);
    }
  } catch (error) {
    return fail(missing(`${path} broke off: ${describeError(error)}`));
  }
  return at === bytes ? ok(data) : fail(missing(`${path} is shorter than the manifest says`));
}
