import type { Role } from '../../../core/conversation';

/** LangChain's names of the roles. */
export type MessageType = 'human' | 'ai' | 'system' | 'tool';

const TYPE: Readonly<Record<Role, MessageType>> = {
  user: 'human',
  assistant: 'ai',
  system: 'system',
  tool: 'tool',
};

export const typeOf = (message: { readonly role: Role }): MessageType => TYPE[message.role];

export const MESSAGE_TYPE_OPTIONS: readonly { readonly value: MessageType; readonly label: string }[] = [
  { value: 'human', label: 'Human' },
  { value: 'ai', label: 'AI' },
  { value: 'system', label: 'System' },
  { value: 'tool', label: 'Tool' },
];
