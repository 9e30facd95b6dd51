import type { Command } from './command';

/** The browser's own search sees only the rows that are drawn; elsewhere the key stays the browser's. */
export const command: Command = {
  id: 'find',
  title: 'Find in the conversation',
  group: 'Conversation',
  keys: ['Mod+f'],
  isEnabled: (app) => app.playback.getState().view === 'conversation',
  run: (app) => app.shell.setState({ editing: 'find' }),
};
