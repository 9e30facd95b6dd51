import { type ExportSource, requestItems } from '../core/exporters/exporter';
import { contextItems } from '../core/items';
import type { AppState } from './app-state';

/** The open conversation, as it is. */
export function conversationSource({ workspace }: Pick<AppState, 'workspace'>): ExportSource {
  const { title, messages } = workspace.getState().document.conversation;
  return { title, items: messages };
}

/** What a lane sends at a step; null while that step is not simulated. */
export function requestSource(
  { results }: Pick<AppState, 'results'>,
  laneId: string,
  step: number,
  title: string,
): ExportSource | null {
  const run = results.getState().lanes[laneId]?.run;
  const selection = run?.selection(step);
  return run && selection ? { title, items: requestItems(contextItems(run.setup, selection)) } : null;
}

/** A file name of what a title leaves: letters, digits and dashes of any script, at most 60 characters. */
export function fileName(title: string, extension: string): string {
  const stem = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `${stem === '' ? 'conversation' : stem}.${extension}`;
}
