import { paramSpecs } from '../../core/params';
import { laneForm, laneLetter, resetLane, setModifier, setParams, setUnit } from '../../state/lanes';
import { useApp, useLibraries, useResults, useShell, useWorkspace } from '../../state/react';
import { openArchive } from '../../state/shell';
import { Button, IconButton } from '../../ui/button';
import { SegmentedControl } from '../../ui/segmented-control';
import { Switch } from '../../ui/switch';
import { CompressorSection } from './compressor-section';
import { ParamForm } from './param-form';
import { PinPrices } from './pin-prices';
import { StrategySelect } from './strategy-select';
import './parameter-panel.css';

/** All parameters of one lane, beside the maps: the form comes from the strategy's schema. */
export const ParameterPanel = () => {
  const { shell, workspace } = useApp();
  const id = useShell((s) => s.laneSettingsId);
  const lanes = useWorkspace((w) => w.lanes);
  const links = useResults((s) => s.supersessions.length);
  const libraries = useLibraries();
  const index = lanes.findIndex((l) => l.id === id);
  const lane = lanes[index];
  if (!lane) return null;
  const close = () => {
    shell.setState({ laneSettingsId: null });
    // The menu that opened the panel is gone: its button is where the hand came from.
    document.querySelector<HTMLElement>(`[data-lane-id="${lane.id}"] .lane-head__menu`)?.focus();
  };
  const form = laneForm(lane);
  const linkCount =
    links === 0
      ? 'Nothing is linked yet: see Replaced turns in the conversation.'
      : `${links} ${links === 1 ? 'link applies' : 'links apply'} in this conversation.`;
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
        {form.library !== null && <p className="parameter-panel__library">{form.library}</p>}
        <p className="parameter-panel__docs">
          {form.docs} {form.unitNote}
        </p>
        <div className="parameter-panel__row">
          <StrategySelect laneId={lane.id} strategyId={lane.strategyId} />
          {form.unitNote === null && (
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
          )}
        </div>
        {paramSpecs(form.params).length === 0 && (
          <p className="parameter-panel__docs">It has no parameters.</p>
        )}
        <ParamForm
          lane={lane}
          schema={form.params}
          params={lane.params}
          part=""
          onChange={(values, gesture) => setParams(workspace, lane.id, values, gesture)}
        />
        {lane.params.overflow === 'archive' && (
          <Button
            variant="secondary"
            size="small"
            className="parameter-panel__archive"
            onClick={() => openArchive(shell, lane.id)}
          >
            Open the archive
          </Button>
        )}
        <CompressorSection lane={lane} />
        <h3 className="parameter-panel__section">Modifiers</h3>
        {form.modifiers.map(({ modifier, params }) => (
          <div key={modifier.id} className="parameter-panel__modifier">
            <Switch
              label={modifier.title}
              hint={modifier.supersedes ? `${modifier.docs} ${linkCount}` : modifier.docs}
              checked={params !== null}
              onChange={(on) => setModifier(workspace, lane.id, modifier.id, on ? {} : null)}
            />
            {params !== null && (
              <ParamForm
                lane={lane}
                schema={modifier.params}
                params={params}
                part={modifier.id}
                onChange={(values, gesture) =>
                  setModifier(workspace, lane.id, modifier.id, { ...params, ...values }, gesture)
                }
              />
            )}
            {params !== null && modifier.pinnedUnits && <PinPrices laneId={lane.id} />}
          </div>
        ))}
        {libraries !== 'loaded' && (
          <p className="parameter-panel__docs">
            {libraries === 'failed'
              ? 'The other modifiers could not be loaded: “try again” stands in the list of strategies.'
              : 'The other modifiers are being loaded.'}
          </p>
        )}
        {form.modifierNote && <p className="parameter-panel__docs">{form.modifierNote}</p>}
        <Button variant="secondary" size="small" onClick={() => resetLane(workspace, lane.id)}>
          Reset to defaults
        </Button>
      </div>
    </aside>
  );
};
