import * as z from 'zod/mini';

export type ParamValue = number | string | boolean | null;
export type ParamValues = Readonly<Record<string, ParamValue>>;

/** What one parameter means to a form, a URL, a sweep and a generator of test cases. */
export interface ParamMeta {
  readonly title: string;
  /** One short line under the title. */
  readonly help: string;
  /** `messages`: set where the messages are; no form draws it. */
  readonly control: 'slider' | 'optional-slider' | 'segmented' | 'switch' | 'names' | 'messages';
  /** Singular and plural, e.g. ['turn', 'turns']; the literal 'unit' is replaced by what the lane counts. */
  readonly unit?: 'unit' | readonly [string, string];
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** The slider's upper end when it is lower than `max`: a number, or the conversation's number of units. */
  readonly softMax?: number | 'units' | 'tokens';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Key in links; unique within a strategy. */
  readonly urlKey: string;
  readonly sweepable: boolean;
  /** Two parameters that are ends of one interval share a two-thumb slider: the name of the upper end. */
  readonly rangeWith?: string;
  /** Rarely needed: shown behind "more". */
  readonly advanced?: boolean;
  /** Only meaningful while another parameter has one of these values. */
  readonly when?: { readonly param: string; readonly in: readonly ParamValue[] };
}

export const paramMeta = z.registry<ParamMeta>();

type NumberMeta = Omit<ParamMeta, 'control' | 'options' | 'min' | 'max'> & {
  readonly min: number;
  readonly max: number;
  readonly default: number;
};

export function int({ default: value, ...meta }: NumberMeta) {
  const schema = z._default(z.int().check(z.gte(meta.min), z.lte(meta.max)), value);
  paramMeta.add(schema, { ...meta, control: 'slider', step: meta.step ?? 1 });
  return schema;
}

export function real({ default: value, ...meta }: NumberMeta) {
  const schema = z._default(z.number().check(z.gte(meta.min), z.lte(meta.max)), value);
  paramMeta.add(schema, { ...meta, control: 'slider', step: meta.step ?? 0.01 });
  return schema;
}

/** A number that can be absent (null): no limit. */
export function optionalInt({
  default: value,
  ...meta
}: Omit<NumberMeta, 'default'> & { readonly default: number | null }) {
  const schema = z._default(z.nullable(z.int().check(z.gte(meta.min), z.lte(meta.max))), value);
  paramMeta.add(schema, { ...meta, control: 'optional-slider', step: meta.step ?? 1 });
  return schema;
}

type ChoiceMeta<T extends string> = Omit<
  ParamMeta,
  'control' | 'options' | 'min' | 'max' | 'step' | 'softMax'
> & {
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly default: T;
};

export function choice<const T extends string>({ default: value, ...meta }: ChoiceMeta<T>) {
  const values = meta.options.map((o) => o.value) as [T, ...T[]];
  const schema = z._default(z.enum(values), value as never);
  paramMeta.add(schema, { ...meta, control: 'segmented' });
  return schema;
}

export function flag({
  default: value,
  ...meta
}: Omit<ChoiceMeta<string>, 'options' | 'default'> & { readonly default: boolean }) {
  const schema = z._default(z.boolean(), value);
  paramMeta.add(schema, { ...meta, control: 'switch' });
  return schema;
}

/**
 * A set of names (tools, message types), as one string joined by commas; '' is the empty set. With `options` only those
 * names are valid. Read with `namesOf`.
 */
export function names({
  default: value,
  options,
  ...meta
}: Omit<ChoiceMeta<string>, 'options' | 'default'> & {
  readonly default: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}) {
  const allowed = options && new Set(options.map((o) => o.value));
  const valid = (text: string) => !allowed || namesOf(text).every((name) => allowed.has(name));
  const schema = z._default(z.string().check(z.refine(valid)), value);
  paramMeta.add(schema, { ...meta, ...(options ? { options } : {}), control: 'names' });
  return schema;
}

/** The names in a `names` value: separated by commas, plus signs or white space; in order, each once. */
export const namesOf = (value: string): string[] => [
  ...new Set(value.split(/[\s,+]+/u).filter((n) => n !== '')),
];

type MessagesMeta = Pick<ParamMeta, 'title' | 'help' | 'urlKey'>;

/** A set of messages by their ids; '' is the empty set. Read with `messageIdsOf`, written with `messageIdsText`. */
export function messageIds(meta: MessagesMeta) {
  const schema = z._default(z.string(), '');
  paramMeta.add(schema, { ...meta, control: 'messages', sweepable: false });
  return schema;
}

/** Ids may hold the characters that separate names. */
export const messageIdsText = (ids: readonly string[]): string =>
  ids.map((id) => id.replace(/[%,+\s]/gu, encodeURIComponent)).join(',');

export const messageIdsOf = (value: string): string[] => namesOf(value).map(decoded);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Written by hand: then it is the id itself.
    return text;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape's value types are what `z.output` recovers.
export type ParamsSchema = z.ZodMiniObject<any>;

export interface ParamSpec extends ParamMeta {
  readonly name: string;
  readonly default: ParamValue;
}

const specCache = new WeakMap<ParamsSchema, readonly ParamSpec[]>();

/** The parameters of a schema in declaration order with their metadata. */
export function paramSpecs(schema: ParamsSchema): readonly ParamSpec[] {
  let specs = specCache.get(schema);
  if (!specs) {
    const defaults = z.parse(schema, {}) as ParamValues;
    specs = Object.entries(schema.shape as Record<string, z.ZodMiniType>).map(([name, field]) => {
      const meta = paramMeta.get(field);
      if (!meta) throw new Error(`parameter ${name} has no metadata`);
      return { ...meta, name, default: defaults[name] ?? null };
    });
    specCache.set(schema, specs);
  }
  return specs;
}

export const defaultParams = (schema: ParamsSchema): ParamValues => z.parse(schema, {}) as ParamValues;

/**
 * Any stored or linked values as valid ones: what does not fit falls back to its default and is named in `rejected`.
 */
export function restoreParams(
  schema: ParamsSchema,
  input: unknown,
): { readonly params: ParamValues; readonly rejected: readonly string[] } {
  const source = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const params: Record<string, ParamValue> = {};
  const rejected: string[] = [];
  for (const spec of paramSpecs(schema)) {
    const field = (schema.shape as Record<string, z.ZodMiniType>)[spec.name]!;
    const parsed = z.safeParse(field, source[spec.name]);
    params[spec.name] = parsed.success ? (parsed.data as ParamValue) : spec.default;
    if (!parsed.success) rejected.push(spec.name);
  }
  for (const name of Object.keys(source)) if (!(name in params)) rejected.push(name);
  return { params, rejected };
}

/** Parameters that differ from the defaults as URL pairs; `paramsFromUrl` reads them back to the same values. */
export function paramsToUrl(schema: ParamsSchema, params: ParamValues): [string, string][] {
  const out: [string, string][] = [];
  for (const spec of paramSpecs(schema)) {
    const value = params[spec.name];
    if (value !== undefined && value !== spec.default)
      out.push([spec.urlKey, value === null ? 'none' : String(value)]);
  }
  return out;
}

export function paramsFromUrl(schema: ParamsSchema, pairs: Iterable<readonly [string, string]>) {
  const byKey = new Map(paramSpecs(schema).map((s) => [s.urlKey, s]));
  const source: Record<string, unknown> = {};
  for (const [key, text] of pairs) {
    const spec = byKey.get(key);
    if (spec) source[spec.name] = parseParamText(spec, text);
    else source[key] = text;
  }
  return restoreParams(schema, source);
}

/** A parameter's value as text (a link, a command line) before it is validated; 'none' is an absent number. */
export function parseParamText(spec: ParamSpec, text: string): unknown {
  if (spec.control === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  if (spec.control === 'segmented' || spec.control === 'names' || spec.control === 'messages') return text;
  if (spec.control === 'optional-slider' && text === 'none') return null;
  return text.trim() === '' ? text : Number(text);
}
