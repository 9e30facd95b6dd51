import { formatCount } from '../../src/core/format';
import {
  defaultParams,
  type ParamSpec,
  type ParamsSchema,
  type ParamValues,
  paramSpecs,
  parseParamText,
  restoreParams,
} from '../../src/core/params';
import { columns } from './args';
import { UsageError } from './command';

/** What has parameters: a strategy, a compressor, a modifier. */
export interface Configurable {
  readonly title: string;
  readonly params: ParamsSchema;
}

/** Splits "name=value". @throws UsageError */
export function splitSetting(setting: string): readonly [name: string, value: string] {
  const at = setting.indexOf('=');
  if (at < 1) throw new UsageError(`“${setting}” is not of the form name=value.`);
  return [setting.slice(0, at), setting.slice(at + 1)];
}

/** The defaults with some parameters set from text. @throws UsageError for an unknown one or a value out of range. */
export function setParams(
  owner: Configurable,
  settings: readonly (readonly [name: string, value: string])[],
  base: ParamValues = defaultParams(owner.params),
): ParamValues {
  const params = { ...base };
  for (const [name, text] of settings) {
    const spec = specOf(owner, name);
    const { params: parsed, rejected } = restoreParams(owner.params, { [name]: parseParamText(spec, text) });
    if (rejected.length > 0)
      throw new UsageError(`${owner.title}: ${name} is ${rangeText(spec)}, not “${text}”.`);
    params[name] = parsed[name]!;
  }
  return params;
}

/** @throws UsageError with the names there are. */
export function specOf({ title, params }: Configurable, name: string): ParamSpec {
  const specs = paramSpecs(params);
  const spec = specs.find((s) => s.name === name);
  if (spec) return spec;
  const known = specs.length === 0 ? 'it has none' : `it has ${specs.map((s) => s.name).join(', ')}`;
  throw new UsageError(`${title} has no parameter “${name}”; ${known}.`);
}

/** "a whole number from 0 to 100,000", "one of drop, archive". */
export function rangeText(spec: ParamSpec): string {
  const options = spec.options?.map((o) => o.value).join(', ');
  if (spec.control === 'switch') return 'true or false';
  if (spec.control === 'segmented') return `one of ${options}`;
  if (spec.control === 'names') return options ? `any of ${options}, joined by +` : 'names joined by +';
  if (spec.control === 'messages') return 'message ids joined by +';
  const whole = Number.isInteger(spec.step ?? 1) ? 'a whole number' : 'a number';
  const range = `${whole} from ${number(spec.min ?? 0)} to ${number(spec.max ?? 1)}`;
  return spec.control === 'optional-slider' ? `${range}, or none` : range;
}

const number = (n: number): string => (Number.isInteger(n) ? formatCount(n) : String(n));

/** The parameters, one a line, for the help. */
export function paramHelp({ title, params }: Configurable): string {
  const specs = paramSpecs(params);
  if (specs.length === 0) return `${title} has no parameters.`;
  return [
    `Parameters of ${title}:`,
    columns(specs.map((s) => [s.name, `${s.help}; ${rangeText(s)} (${s.default ?? 'none'})`])),
  ].join('\n');
}
