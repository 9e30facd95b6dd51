import { useApp, useShell, useWorkspace } from '../state/react';
import { change, DEFAULT_SETTINGS, type Settings } from '../state/workspace';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { NumberField } from '../ui/number-field';
import { SegmentedControl } from '../ui/segmented-control';
import { Switch } from '../ui/switch';

/** What counts and what it costs: the settings every lane shares. */
export const SettingsDialog = () => {
  const { shell, workspace } = useApp();
  const open = useShell((s) => s.dialog === 'settings');
  const settings = useWorkspace((w) => w.settings);
  const set = (patch: Partial<Settings>) =>
    change(workspace, 'change settings', (w) => ({ settings: { ...w.settings, ...patch } }));
  const { tokens, request, prices, limit } = settings;
  return (
    <Dialog open={open} title="Settings" onClose={() => shell.setState({ dialog: null })} size="medium">
      <div className="settings">
        <h3>Turns</h3>
        <SegmentedControl
          label="A turn is"
          options={[
            { value: 'auto', label: 'Auto' },
            { value: 'user', label: 'One user message' },
            { value: 'call', label: 'One model call' },
          ]}
          value={settings.segmentation}
          onChange={(segmentation) => set({ segmentation })}
        />
        <p className="settings__note">
          Auto takes one model call as a turn when the median user turn has more than 8 messages, as in agent
          logs.
        </p>
        <h3>Tokens</h3>
        <NumberField
          label="Added per message"
          min={0}
          max={100}
          integer
          value={tokens.overhead}
          onChange={(overhead) => set({ tokens: { ...tokens, overhead } })}
        />
        <NumberField
          label="Tool definitions per request"
          min={0}
          max={1_000_000}
          integer
          value={request.toolDefinitionTokens}
          onChange={(toolDefinitionTokens) => set({ request: { ...request, toolDefinitionTokens } })}
        />
        <NumberField
          label="Budget line in the charts"
          min={0}
          max={10_000_000}
          integer
          value={settings.budgetLine}
          onChange={(budgetLine) => set({ budgetLine })}
        />
        <NumberField
          label="The model’s limit"
          min={1}
          max={10_000_000}
          integer
          value={limit.tokens}
          onChange={(most) => set({ limit: { ...limit, tokens: most } })}
        />
        <NumberField
          label="Kept free for the reply"
          min={0}
          max={10_000_000}
          integer
          value={limit.outputReserve}
          onChange={(outputReserve) => set({ limit: { ...limit, outputReserve } })}
        />
        <Switch
          label="Send the preamble"
          hint="leading system messages, with every request"
          checked={request.keepPreamble}
          onChange={(keepPreamble) => set({ request: { ...request, keepPreamble } })}
        />
        <Switch
          label="Count reasoning"
          hint="recorded thinking text counts as input tokens"
          checked={tokens.includeReasoning}
          onChange={(includeReasoning) => set({ tokens: { ...tokens, includeReasoning } })}
        />
        <h3>Prices, dollars per million tokens</h3>
        <NumberField
          label="Input"
          min={0}
          max={10_000}
          value={prices.inputPerMillion}
          onChange={(inputPerMillion) => set({ prices: { ...prices, inputPerMillion } })}
        />
        <NumberField
          label="Input read from a cache"
          min={0}
          max={10_000}
          value={prices.cachedPerMillion}
          onChange={(cachedPerMillion) => set({ prices: { ...prices, cachedPerMillion } })}
        />
        <NumberField
          label="Shortest cached prefix, tokens"
          min={0}
          max={1_000_000}
          integer
          value={prices.minCachedPrefix}
          onChange={(minCachedPrefix) => set({ prices: { ...prices, minCachedPrefix } })}
        />
        <Button variant="secondary" size="small" onClick={() => set(DEFAULT_SETTINGS)}>
          Reset to defaults
        </Button>
      </div>
    </Dialog>
  );
};
