import { requestItems } from '../../core/exporters/exporter';
import { exporters } from '../../core/exporters/registry';
import type { ContextItem } from '../../core/items';

export interface CopiedRequest {
  readonly text: string;
  readonly messages: number;
  /** What is left out or said in another way, in words; '' when everything went in as it is. */
  readonly notes: string;
}

export interface CopyFormat {
  readonly id: string;
  readonly label: string;
  make(items: readonly ContextItem[], toolDefinitionTokens: number): CopiedRequest;
}

/** A request that was copied, and what it was made of. */
export interface Copy {
  readonly format: CopyFormat;
  readonly request: CopiedRequest;
  readonly items: readonly ContextItem[];
}

/** Items are made anew whenever anything is counted or compared again: only other words are another request. */
export const isStillShown = (
  copy: Copy,
  items: readonly ContextItem[],
  toolDefinitionTokens: number,
): boolean =>
  copy.items === items || copy.format.make(items, toolDefinitionTokens).text === copy.request.text;

/** The formats for a request: what a file needs beyond it (ids, times) has no sense here. */
export const COPY_FORMATS: readonly CopyFormat[] = exporters
  .filter((exporter) => exporter.id !== 'conversation-json')
  .map((exporter) => ({
    id: exporter.id,
    label: exporter.label,
    make(items, toolDefinitionTokens) {
      const { text, messages, notes } = exporter.make({ title: 'Context', items: requestItems(items) });
      const all = [...notes, ...(toolDefinitionTokens > 0 ? ['the tool definitions are left out'] : [])];
      return { text, messages, notes: all.join(', ') };
    },
  }));
