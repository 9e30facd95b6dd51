import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { defaultParams, type ParamSpec, type ParamsSchema, paramSpecs } from '../../core/params';
import { sliderRange, sweptSettings } from '../../core/sweep';
import { allStrategies, loadAllStrategies, registry } from '../../strategies/registry';
import { ParamControl } from '../../ui/param-control';
import { fractionToValue, reaching, valueToFraction } from '../../ui/slider-math';

await loadAllStrategies();

const schemas: [string, ParamsSchema][] = [...allStrategies(), ...registry.modifiers.values()].map((part) => [
  part.id,
  part.params,
]);
const ranged = (schema: ParamsSchema) => {
  const specs = paramSpecs(schema);
  return specs
    .filter((s) => s.control === 'slider' || s.control === 'optional-slider')
    .filter((s) => !specs.some((lower) => lower.rangeWith === s.name))
    .map((spec) => ({ spec, upper: specs.find((s) => s.name === spec.rangeWith) }));
};
const ignore = () => undefined;

/** What a form says a parameter is, of a conversation of three turns and 120 tokens. */
function shownValues(schema: ParamsSchema, spec: ParamSpec, upper: ParamSpec | undefined, value?: number) {
  const html = renderToStaticMarkup(
    <ParamControl
      spec={spec}
      upper={upper}
      params={{ ...defaultParams(schema), ...(value === undefined ? {} : { [spec.name]: value }) }}
      range={sliderRange(spec, 3, 120, upper)}
      unit="turn"
      onInput={ignore}
      onCommit={ignore}
    />,
  );
  return [...html.matchAll(/aria-valuemin="([^"]+)" aria-valuemax="([^"]+)"|aria-valuenow="([^"]+)"/g)];
}

describe.each(schemas)('the sliders of %s', (_, schema) => {
  it('show the value in use, inside the track', () => {
    for (const { spec, upper } of ranged(schema)) {
      const range = sliderRange(spec, 3, 120, upper);
      for (const used of [spec.default, upper?.default].filter((d) => typeof d === 'number')) {
        expect(range.max, spec.name).toBeGreaterThanOrEqual(used);
        expect(fractionToValue(valueToFraction(used, range), range), spec.name).toBe(used);
      }
      const shown = shownValues(schema, spec, upper).flatMap((m) => (m[3] ? [Number(m[3])] : []));
      const used = [spec.default, upper?.default].filter((d) => typeof d === 'number');
      expect(shown, spec.name).toEqual(used);
    }
  });
  it('show the largest valid value as well, and its outcome', () => {
    for (const { spec, upper } of ranged(schema)) {
      if (upper) continue;
      const range = sliderRange(spec, 3, 120);
      const largest = spec.max!;
      expect(range.limit).toBe(largest);
      const shown = shownValues(schema, spec, upper, largest);
      expect(Number(shown.find((m) => m[3])?.[3]), spec.name).toBe(largest);
      expect(Number(shown.find((m) => m[2])?.[2]), spec.name).toBeGreaterThanOrEqual(largest);
      expect(valueToFraction(largest, reaching(range, largest))).toBe(1);
      const settings = sweptSettings(range, largest);
      expect(settings).toContain(largest);
      expect(settings.length).toBeLessThan(140);
    }
  });
});
