import { formatCount } from '../core/format';
import type { ParamSpec, ParamValue, ParamValues } from '../core/params';
import { RangeSlider } from './range-slider';
import { SegmentedControl } from './segmented-control';
import { Slider } from './slider';
import type { SliderRange } from './slider-math';
import type { Sweep } from './slider-sweep';
import type { SliderTarget } from './slider-track';
import { Switch } from './switch';

export interface ParamControlProps {
  readonly spec: ParamSpec;
  /** The upper end when two parameters share a slider. */
  readonly upper?: ParamSpec | undefined;
  readonly params: ParamValues;
  readonly range: SliderRange;
  /** What the lane counts: 'turn' or 'message'. */
  readonly unit: 'turn' | 'message';
  readonly sweep?: Sweep | undefined;
  readonly target?: SliderTarget | null;
  readonly onInput: (values: Readonly<Record<string, ParamValue>>) => void;
  readonly onCommit: (values: Readonly<Record<string, ParamValue>>) => void;
  /** A lane's head has no room for the sentence, nor for the switch of a limit that is set. */
  readonly brief?: boolean;
}

/** "5 turns", "10 messages", "4,000 tokens", "0.30". */
export function formatParam(spec: ParamSpec, value: number, unit: 'turn' | 'message'): string {
  const whole = Number.isInteger(spec.step ?? 1);
  const text = whole ? formatCount(value) : value.toFixed(decimals(spec.step ?? 0.01));
  if (!spec.unit) return text;
  const [one, many] = spec.unit === 'unit' ? [unit, `${unit}s`] : spec.unit;
  return `${text} ${value === 1 ? one : many}`;
}

const middleOf = ({ min, max, step, bend = max }: SliderRange) => Math.round((min + bend) / 2 / step) * step;

const decimals = (step: number) => Math.min(3, Math.max(0, Math.ceil(-Math.log10(step))));

/**
 * One parameter's control, made from its metadata: whatever a strategy declares gets a form without further code. A field
 * of names is the form's own (features/parameters/param-form.tsx): no lane's head has one.
 */
export const ParamControl = ({
  spec,
  upper,
  params,
  range,
  unit,
  sweep,
  target,
  onInput,
  onCommit,
  brief,
}: ParamControlProps) => {
  const value = params[spec.name] ?? null;
  const hint = brief ? undefined : helpText(spec, unit);
  const set = (v: ParamValue) => ({ [spec.name]: v });
  if (spec.control === 'switch') {
    return (
      <Switch label={spec.title} hint={hint} checked={value === true} onChange={(v) => onCommit(set(v))} />
    );
  }
  if (spec.control === 'segmented') {
    return (
      <div className="param-choice">
        <span className="param-choice__label">
          {spec.title}
          {hint && <span className="param-choice__hint">{hint}</span>}
        </span>
        <SegmentedControl
          label={spec.title}
          size="small"
          options={(spec.options ?? []).map((o) => ({
            ...o,
            label: o.label === 'Turns' && unit === 'message' ? 'Messages' : o.label,
          }))}
          value={String(value)}
          onChange={(v) => onCommit(set(v))}
        />
      </div>
    );
  }
  if (upper) {
    const pair = [Number(value), Number(params[upper.name])] as const;
    const both = ([low, high]: readonly [number, number]) => ({ [spec.name]: low, [upper.name]: high });
    return (
      <RangeSlider
        label={spec.title}
        hint={hint}
        thumbLabels={[spec.title, upper.title]}
        {...range}
        value={[pair[0], Math.max(pair[0], pair[1])]}
        format={formatCount}
        formatOne={(v) => formatParam(spec, v, unit)}
        onInput={(v) => onInput(both(v))}
        onCommit={(v) => onCommit(both(v))}
        fills={['var(--fate-verbatim)', 'var(--fate-summarized)']}
        {...(sweep ? { sweep, sweepThumb: 0 as const } : {})}
      />
    );
  }
  const limited = spec.control !== 'optional-slider' || value !== null;
  return (
    <>
      {spec.control === 'optional-slider' && !(brief && limited) && (
        <Switch
          label={spec.title}
          hint={limited ? hint : 'no limit'}
          checked={limited}
          onChange={(on) => onCommit(set(on ? middleOf(range) : null))}
        />
      )}
      {limited && (
        <Slider
          label={spec.title}
          hint={spec.control === 'optional-slider' ? undefined : hint}
          {...range}
          value={Number(value)}
          format={(v) => formatParam(spec, v, unit)}
          onInput={(v) => onInput(set(v))}
          onCommit={(v) => onCommit(set(v))}
          target={target ?? null}
          {...(sweep ? { sweep } : {})}
        />
      )}
    </>
  );
};

export const helpText = (spec: ParamSpec, unit: 'turn' | 'message'): string =>
  unit === 'message' ? spec.help.replaceAll('turns', 'messages').replaceAll('turn ', 'message ') : spec.help;
