import { toOpenAiMessages } from '../../core/exporters/openai-messages.exporter';
import type { ContextItem } from '../../core/items';
import { plural } from './words';

export interface CopiedRequest {
  readonly text: string;
  readonly messages: number;
  /** What the format has no place for, in words; '' when everything went in. */
  readonly left: string;
}

export interface CopyFormat {
  readonly id: string;
  readonly label: string;
  make(items: readonly ContextItem[], toolDefinitionTokens: number): CopiedRequest;
}

export const COPY_FORMATS: readonly CopyFormat[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    make(items, toolDefinitionTokens) {
      const { messages, dropped } = toOpenAiMessages(items);
      const left = [
        dropped.attachments > 0 ? plural(dropped.attachments, 'attachment') : '',
        dropped.reasoning > 0 ? plural(dropped.reasoning, 'reasoning part') : '',
        toolDefinitionTokens > 0 ? 'the tool definitions' : '',
      ].filter((s) => s !== '');
      return {
        text: `${JSON.stringify(messages, null, 2)}\n`,
        messages: messages.length,
        left: left.join(' and '),
      };
    },
  },
];
