import type { Command } from './command';

export const command: Command = {
  id: 'export',
  title: 'Save or export',
  group: 'Conversation',
  keys: ['Mod+s'],
  run: (app) => app.shell.setState({ dialog: 'export' }),
};
