import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Lane, LanePart } from '../../core/lane';
import {
  type ParamSpec,
  type ParamsSchema,
  type ParamValue,
  type ParamValues,
  paramSpecs,
} from '../../core/params';
import { sliderRange } from '../../core/sweep';
import { laneUnit } from '../../state/lanes';
import { useApp, useResults } from '../../state/react';
import { isActive, type SweptParam, sweepId, sweptSpecs } from '../../state/sweeps';
import { endGesture } from '../../state/workspace';
import { NamesField } from '../../ui/names-field';
import { helpText, ParamControl } from '../../ui/param-control';
import { type Sweep, sweepUnder } from '../../ui/slider-sweep';
import { NamesNote } from './names-note';

export interface ParamFormProps {
  readonly lane: Lane;
  readonly schema: ParamsSchema;
  /** Of the lane's strategy, of its compressor, or of one of its modifiers. */
  readonly params: ParamValues;
  /** What the parameters belong to. */
  readonly part: LanePart;
  readonly onChange: (values: ParamValues, gesture: string) => void;
}

/** A form from a schema: the controls that apply at present, rarely needed ones behind "more". */
export const ParamForm = ({ lane, schema, params, part, onChange }: ParamFormProps) => {
  const { tokens, structure } = useResults((s) => ({
    tokens: s.prepared?.tokens,
    structure: s.prepared?.structure,
  }));
  const { sweepStore } = useApp();
  const sweeps = useStore(sweepStore, (s) => s.sweeps);
  const total = useMemo(() => tokens?.message.reduce((a, b) => a + b, 0) ?? 0, [tokens]);
  const specs = paramSpecs(schema);
  const uppers = new Set(specs.map((s) => s.rangeWith).filter((n) => n !== undefined));
  const shown = specs.filter((s) => s.control !== 'messages' && !uppers.has(s.name) && isActive(s, params));
  const unit = laneUnit(lane);
  const units = structure?.units(unit).count ?? 0;
  const swept = new Set(sweptSpecs(lane, part).map((s) => s.name));

  const sweepOf = (spec: ParamSpec): Sweep | undefined => {
    const points = sweeps[sweepId(lane.id, spec.name, part)]?.points;
    if (!points || points.length < 2) return undefined;
    return sweepUnder(points, Number(params[spec.name]));
  };
  const control = (spec: ParamSpec) => {
    const upper = specs.find((s) => s.name === spec.rangeWith);
    const set = (values: Readonly<Record<string, ParamValue>>) =>
      onChange(values, [lane.id, part, spec.name].filter((name) => name !== '').join('/'));
    if (spec.control === 'names') {
      const value = String(params[spec.name] ?? '');
      return (
        <div key={spec.name}>
          <NamesField
            label={spec.title}
            hint={helpText(spec, unit)}
            value={value}
            options={spec.options}
            onChange={(names) => {
              set({ [spec.name]: names });
              endGesture();
            }}
          />
          {!spec.options && structure && <NamesNote value={value} structure={structure} />}
        </div>
      );
    }
    const own = (
      <ParamControl
        key={spec.name}
        spec={spec}
        upper={upper}
        params={params}
        range={sliderRange(spec, units, total, upper)}
        unit={unit}
        onInput={set}
        onCommit={(values) => {
          set(values);
          endGesture();
        }}
        sweep={sweepOf(spec)}
      />
    );
    return swept.has(spec.name) ? (
      <Swept key={spec.name} laneId={lane.id} part={part} param={spec.name}>
        {own}
      </Swept>
    ) : (
      own
    );
  };
  const basic = shown.filter((s) => !s.advanced);
  const advanced = shown.filter((s) => s.advanced);
  if (shown.length === 0) return null;
  return (
    <div className="parameter-panel__form">
      {basic.map(control)}
      {advanced.length > 0 && (
        <details className="parameter-panel__more">
          <summary>More parameters</summary>
          <div className="parameter-panel__form">{advanced.map(control)}</div>
        </details>
      )}
    </div>
  );
};

/** Has the outcomes of a slider computed while it is on screen. */
const Swept = ({ laneId, part, param, children }: SweptParam & { readonly children: ReactNode }) => {
  const { sweeps } = useApp();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let left: (() => void) | null = null;
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.at(-1)?.isIntersecting ?? false;
      if (seen) left ??= sweeps.show({ laneId, part, param });
      else {
        left?.();
        left = null;
      }
    });
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      left?.();
    };
  }, [sweeps, laneId, part, param]);
  return (
    <div ref={element} className="parameter-panel__swept">
      {children}
    </div>
  );
};
