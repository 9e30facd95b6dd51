import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type ParamSpec, type ParamValue, paramSpecs } from '../../core/params';
import { sliderRange } from '../../core/sweep';
import {
  laneForm,
  laneLetter,
  resetLane,
  setModifier,
  setParams,
  setStrategy,
  setUnit,
  strategyChoices,
} from '../../state/lanes';
import { useApp, useResults, useShell, useWorkspace } from '../../state/react';
import { isActive, sweepId } from '../../state/sweeps';
import { endGesture } from '../../state/workspace';
import { Button, IconButton } from '../../ui/button';
import { ParamControl } from '../../ui/param-control';
import { SegmentedControl } from '../../ui/segmented-control';
import { Select } from '../../ui/select';
import { Switch } from '../../ui/switch';
import './parameter-panel.css';

/** All parameters of one lane, beside the maps: the form comes from the strategy's schema. */
export const ParameterPanel = () => {
  const { shell, workspace } = useApp();
  const id = useShell((s) => s.laneSettingsId);
  const lanes = useWorkspace((w) => w.lanes);
  const index = lanes.findIndex((l) => l.id === id);
  const lane = lanes[index];
  if (!lane) return null;
  const close = () => {
    shell.setState({ laneSettingsId: null });
    // The menu that opened the panel is gone: its button is where the hand came from.
    document.querySelector<HTMLElement>(`[data-lane-id="${lane.id}"] .lane-head__menu`)?.focus();
  };
  const form = laneForm(lane);
  // The panel stands on the other side of the lane it changes, so that the lane's map stays in sight.
  const side = index >= lanes.length / 2 ? 'left' : 'right';
  return (
    <aside
      className={`parameter-panel parameter-panel--${side}`}
      aria-label={`Parameters of ${laneLetter(index)} ${form.title}`}
      data-lane={lane.strategyId}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <header className="parameter-panel__head">
        <h2>
          <span className="lane-head__letter">{laneLetter(index)}</span> {form.title}
        </h2>
        <IconButton icon="close" label="Close parameters" onClick={close} autoFocus />
      </header>
      <div className="parameter-panel__body">
        <p className="parameter-panel__docs">{form.docs}</p>
        <div className="parameter-panel__row">
          <Select
            label="Strategy"
            options={strategyChoices().map((s) => ({ value: s.id, label: s.title }))}
            value={lane.strategyId}
            onChange={(value) => setStrategy(workspace, lane.id, value)}
          />
          <SegmentedControl
            label="Counts"
            size="small"
            options={[
              { value: 'turn', label: 'Turns' },
              { value: 'message', label: 'Messages' },
            ]}
            value={lane.unit}
            onChange={(unit) => setUnit(workspace, lane.id, unit)}
          />
        </div>
        <ParamForm laneId={lane.id} schema={form.params} />
        <h3 className="parameter-panel__section">Modifiers</h3>
        {form.modifiers.map(({ modifier, params }) => (
          <div key={modifier.id} className="parameter-panel__modifier">
            <Switch
              label={modifier.title}
              hint={modifier.docs}
              checked={params !== null}
              onChange={(on) => setModifier(workspace, lane.id, modifier.id, on ? {} : null)}
            />
            {params !== null &&
              paramSpecs(modifier.params).map((spec) => (
                <ParamControl
                  key={spec.name}
                  spec={spec}
                  params={params}
                  range={{ min: 0, max: 1, step: 1 }}
                  unit={lane.unit}
                  onInput={(values) => setModifier(workspace, lane.id, modifier.id, { ...params, ...values })}
                  onCommit={(values) =>
                    setModifier(workspace, lane.id, modifier.id, { ...params, ...values })
                  }
                />
              ))}
          </div>
        ))}
        {form.modifierNote && <p className="parameter-panel__docs">{form.modifierNote}</p>}
        <Button variant="secondary" size="small" onClick={() => resetLane(workspace, lane.id)}>
          Reset to defaults
        </Button>
      </div>
    </aside>
  );
};

const ParamForm = ({
  laneId,
  schema,
}: {
  readonly laneId: string;
  readonly schema: Parameters<typeof paramSpecs>[0];
}) => {
  const { workspace, sweepStore } = useApp();
  const lane = useWorkspace((w) => w.lanes.find((l) => l.id === laneId));
  const { tokens, structure } = useResults((s) => ({
    tokens: s.prepared?.tokens,
    structure: s.prepared?.structure,
  }));
  const sweeps = useStore(sweepStore, (s) => s.sweeps);
  const total = useMemo(() => tokens?.message.reduce((a, b) => a + b, 0) ?? 0, [tokens]);
  if (!lane) return null;
  const specs = paramSpecs(schema);
  const uppers = new Set(specs.map((s) => s.rangeWith).filter((n) => n !== undefined));
  const shown = specs.filter((s) => !uppers.has(s.name) && isActive(s, lane.params));
  const units = structure?.units(lane.unit).count ?? 0;
  if (specs.length === 0) return <p className="parameter-panel__docs">It has no parameters.</p>;

  const control = (spec: ParamSpec) => {
    const upper = specs.find((s) => s.name === spec.rangeWith);
    const range = sliderRange(spec, units, total);
    const points = sweeps[sweepId(lane.id, spec.name)]?.points;
    const current = Number(lane.params[spec.name]);
    const nearest = points?.reduce((best, p) =>
      Math.abs(p.value - current) < Math.abs(best.value - current) ? p : best,
    );
    const set = (values: Readonly<Record<string, ParamValue>>) =>
      setParams(workspace, lane.id, values, `${lane.id}/${spec.name}`);
    return (
      <ParamControl
        key={spec.name}
        spec={spec}
        upper={upper}
        params={lane.params}
        range={range}
        unit={lane.unit}
        onInput={set}
        onCommit={(values) => {
          set(values);
          endGesture();
        }}
        sweep={
          points && points.length > 1
            ? {
                values: points.map((p) => p.recall),
                positions: points.map((p) => (p.value - range.min) / Math.max(1e-9, range.max - range.min)),
                text: `${Math.round((nearest?.recall ?? 0) * 100)} %`,
              }
            : undefined
        }
      />
    );
  };
  const basic = shown.filter((s) => !s.advanced);
  const advanced = shown.filter((s) => s.advanced);
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
