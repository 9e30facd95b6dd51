import type { Structure } from '../../core/structure';
import { turnLabel } from '../../core/turn-label';

/** About what a row of the turns list holds. */
const ROW = 36;
const SHORTEST = 14;

/** A turn's label, cut after its first clause where the whole does not fit: rather a phrase than an ellipsis. */
export function shortLabel(structure: Structure, turn: number): string {
  const label = turnLabel(structure, turn);
  if (label.length <= ROW) return label;
  for (const match of label.matchAll(/[.:;,!?](?=\s)/g)) {
    if (match.index > ROW) break;
    if (match.index >= SHORTEST) return label.slice(0, match.index + (match[0] === '?' ? 1 : 0));
  }
  return label;
}
