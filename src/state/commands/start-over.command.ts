import type { Command } from './command';

export const command: Command = {
  id: 'start-over',
  title: 'Start over with the example',
  group: 'Conversation',
  keys: [],
  run: (app) => app.startOver(),
};
