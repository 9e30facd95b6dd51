import { defaultParams, type ParamsSchema, type ParamValues, paramSpecs } from '../../core/params';

/** The defaults, with limits in tokens that a short conversation reaches. */
export function tightParams(schema: ParamsSchema, tokens = 120): ParamValues {
  const limits = paramSpecs(schema).filter(
    ({ unit, softMax, default: value }) =>
      (softMax === 'tokens' || (Array.isArray(unit) && unit[0] === 'token')) && Number(value) > tokens,
  );
  return { ...defaultParams(schema), ...Object.fromEntries(limits.map(({ name }) => [name, tokens])) };
}
