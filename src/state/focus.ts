import type { ResolvedProbe } from '../core/probes';
import type { PlaybackState } from './playback';

/** The probe the headline is about: the chosen one, else the first at or after the step, else the last. */
export function focusedProbe(
  probes: readonly ResolvedProbe[],
  { probeId, step }: Pick<PlaybackState, 'probeId' | 'step'>,
): ResolvedProbe | null {
  return (
    probes.find((p) => p.probe.id === probeId) ??
    probes.find((p) => p.step >= step) ??
    probes[probes.length - 1] ??
    null
  );
}

/** The turns the crosshair marks: the one the user chose, else what the focused probe needs. */
export function focusedTurns(
  probe: ResolvedProbe | null,
  { selectedTurn }: Pick<PlaybackState, 'selectedTurn'>,
): readonly number[] {
  if (selectedTurn !== null) return [selectedTurn];
  return probe?.evidenceTurns ?? [];
}
