import type { Lane } from '../../src/core/lane';
import { type RegisteredStrategy, worksOnMessages } from '../../src/core/lane-context';
import { defaultParams, type ParamValues } from '../../src/core/params';
import type { SegmentationChoice } from '../../src/core/turns';
import { allModifiers, allStrategies, loadAllStrategies, registry } from '../../src/strategies/registry';
import { type Args, choose, columns, type OptionTable } from './args';
import { UsageError } from './command';
import { TOKENIZERS, type TokenizerName } from './facts';
import { type Configurable, paramHelp, setParams, splitSetting } from './param-options';

export interface LaneOptions {
  readonly lane: Lane;
  /** Turns to pin besides the file's own, ascending. */
  readonly pinnedTurns: readonly number[];
  readonly segmentation: SegmentationChoice;
  readonly tokens: TokenizerName;
}

export const FACT_OPTIONS: OptionTable = {
  segmentation: { value: 'auto|user|call', help: 'what one turn is (auto)' },
  tokens: { value: 'o200k|cl100k|estimate', help: 'what counts tokens (o200k)' },
};

export const LANE_OPTIONS: OptionTable = {
  strategy: { value: 'ID', help: 'the strategy; required' },
  compress: { value: 'ID', help: 'a compressor that acts on what the strategy kept' },
  set: {
    value: 'NAME=VALUE',
    help: 'a parameter of the strategy, or compress.NAME of the compressor',
    repeatable: true,
  },
  modifier: {
    value: 'ID[:NAME=VALUE,...]',
    help: 'a modifier; lists are joined by +, as in pins:turns=3+7',
    repeatable: true,
  },
  unit: { value: 'turn|message', help: 'what the strategy counts (turn; always message for a library)' },
  ...FACT_OPTIONS,
};

/** Before the names of a compressor's parameters. */
const COMPRESS_PREFIX = 'compress.';
/** Pins belong to the conversation, not to the modifier: its `turns` is the command line's own. */
const PINS = 'pins';
const PINNED_TURNS_HELP = '\n  turns     turns to pin besides those of the file; turn numbers joined by +';

await loadAllStrategies();
const strategies: readonly RegisteredStrategy[] = allStrategies();
const compressors = strategies.filter((s) => !worksOnMessages(s) && s.compresses);

/** @throws UsageError */
export function readLane(args: Args): LaneOptions {
  const strategy = strategyOf(args.one('strategy'));
  const compressor = compressorOf(args.one('compress'));
  checkComposition(strategy, compressor);
  const settings = args.all('set').map(splitSetting);
  const own = settings.filter(([name]) => !name.startsWith(COMPRESS_PREFIX));
  const passedOn = settings
    .filter(([name]) => name.startsWith(COMPRESS_PREFIX))
    .map(([name, value]) => [name.slice(COMPRESS_PREFIX.length), value] as const);
  if (passedOn.length > 0 && !compressor)
    throw new UsageError(`“${COMPRESS_PREFIX}${passedOn[0]![0]}” needs --compress ID.`);
  const { on, pinnedTurns } = readModifiers(args.all('modifier'));
  const unit = choose(args, 'unit', ['turn', 'message'], 'turn');
  return {
    lane: {
      id: 'lane',
      strategyId: strategy.id,
      params: setParams(strategy, own),
      // Libraries' rules know no turns.
      unit: worksOnMessages(strategy) ? 'message' : unit,
      modifiers: on,
      ...(compressor
        ? { compress: { strategyId: compressor.id, params: setParams(compressor, passedOn) } }
        : {}),
    },
    pinnedTurns,
    segmentation: readSegmentation(args),
    tokens: choose(args, 'tokens', TOKENIZERS, 'o200k'),
  };
}

/** @throws UsageError */
export const readSegmentation = (args: Args): SegmentationChoice =>
  choose(args, 'segmentation', ['auto', 'user', 'call'], 'auto');

/** What a parameter's name belongs to in a lane, and the name there. @throws UsageError */
export function ownerOf(lane: Lane, name: string): { owner: Configurable; name: string } {
  if (!name.startsWith(COMPRESS_PREFIX)) return { owner: strategyOf(lane.strategyId), name };
  if (!lane.compress) throw new UsageError(`“${name}” needs --compress ID.`);
  return { owner: compressorOf(lane.compress.strategyId)!, name: name.slice(COMPRESS_PREFIX.length) };
}

/** The lane with one more parameter set. @throws UsageError */
export function withSetting(lane: Lane, fullName: string, value: string): Lane {
  const { owner, name } = ownerOf(lane, fullName);
  if (name === fullName) return { ...lane, params: setParams(owner, [[name, value]], lane.params) };
  const compress = lane.compress!;
  return { ...lane, compress: { ...compress, params: setParams(owner, [[name, value]], compress.params) } };
}

/** A lane's settings as they are printed with its results. */
export const laneJson = ({ lane, pinnedTurns }: LaneOptions): object => ({
  strategy: lane.strategyId,
  params: lane.params,
  ...(lane.compress
    ? { compress: { strategy: lane.compress.strategyId, params: lane.compress.params } }
    : {}),
  unit: lane.unit,
  modifiers:
    pinnedTurns.length > 0
      ? { ...lane.modifiers, pins: { ...lane.modifiers.pins, turns: pinnedTurns } }
      : lane.modifiers,
});

function strategyOf(id: string | undefined) {
  if (id === undefined) throw new UsageError('--strategy ID is missing.');
  const strategy = registry.strategies.get(id);
  if (!strategy) throw new UsageError(unknown('strategy', id, strategies));
  return strategy;
}

function compressorOf(id: string | undefined): RegisteredStrategy | undefined {
  if (id === undefined) return undefined;
  const compressor = compressors.find((c) => c.id === id);
  if (!compressor) throw new UsageError(unknown('compressor', id, compressors));
  return compressor;
}

/** A library's rule is the whole of what it does, and one compressor is enough. @throws UsageError */
function checkComposition(strategy: RegisteredStrategy, compressor: RegisteredStrategy | undefined): void {
  if (!compressor) return;
  if (worksOnMessages(strategy))
    throw new UsageError(`${strategy.title} is a library's own rule; no compressor can follow it.`);
  if (strategy.compresses)
    throw new UsageError(
      `${strategy.title} compresses itself; --compress follows a strategy that only chooses.`,
    );
}

const unknown = (what: string, id: string, known: readonly { readonly id: string }[]): string =>
  known.length === 0
    ? `There is no ${what} “${id}”.`
    : `There is no ${what} “${id}”; there are ${known.map((k) => k.id).join(', ')}.`;

/** Those that are on in a new lane of the app, and those asked for. */
function readModifiers(asked: readonly string[]) {
  const on: Record<string, ParamValues> = {};
  for (const m of allModifiers()) if (m.onByDefault) on[m.id] = defaultParams(m.params);
  const pinned = new Set<number>();
  for (const text of asked) {
    const id = modifierId(text);
    const modifier = registry.modifiers.get(id);
    if (!modifier) throw new UsageError(unknown('modifier', id, allModifiers()));
    let settings = text
      .slice(id.length + 1)
      .split(',')
      .filter((setting) => setting !== '')
      .map(splitSetting);
    if (id === PINS) {
      for (const [name, value] of settings)
        if (name === 'turns') for (const t of turnList(value)) pinned.add(t);
      settings = settings.filter(([name]) => name !== 'turns');
    }
    on[id] = setParams(modifier, settings, on[id]);
  }
  return { on, pinnedTurns: [...pinned].sort((a, b) => a - b) };
}

/** Of "ID:NAME=VALUE,...". */
const modifierId = (text: string): string => text.split(':', 1)[0]!;

function turnList(text: string): number[] {
  return text.split('+').map((part) => {
    if (!/^[1-9]\d*$/.test(part))
      throw new UsageError(`pins: turns is turn numbers joined by +, not “${text}”.`);
    return Number(part);
  });
}

function titleOf(strategy: RegisteredStrategy): string {
  const { title, library } = strategy;
  const source = library ? `${title}, ${library.name} ${library.version}` : title;
  return compressors.includes(strategy) ? `${source} (also a compressor)` : source;
}

/** The strategies and modifiers there are, or the parameters of those that were named. */
export function laneHelp(args: Args): string {
  const named = [args.one('strategy'), args.one('compress')].flatMap((id) => {
    const strategy = id === undefined ? undefined : registry.strategies.get(id);
    return strategy ? [paramHelp(strategy)] : [];
  });
  const modifiers = args.all('modifier').flatMap((text) => {
    const modifier = registry.modifiers.get(modifierId(text));
    return modifier ? [paramHelp(modifier) + (modifier.id === PINS ? PINNED_TURNS_HELP : '')] : [];
  });
  if (named.length + modifiers.length > 0) return [...named, ...modifiers].join('\n\n');
  return [
    'Strategies (add --strategy ID to see its parameters):',
    columns(strategies.map((s) => [s.id, titleOf(s)])),
    '',
    'Modifiers (add --modifier ID to see its parameters):',
    columns(allModifiers().map((m) => [m.id, m.onByDefault ? `${m.title} (always on)` : m.title])),
  ].join('\n');
}
