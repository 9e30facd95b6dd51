import type { Command } from './command';

export const command: Command = {
  id: 'open',
  title: 'Use your own conversation',
  group: 'Conversation',
  keys: ['o', 'Mod+o'],
  run: (app) => app.shell.setState({ dialog: 'open' }),
};
