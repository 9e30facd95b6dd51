import type { Command } from './command';

export const command: Command = {
  id: 'edit-json',
  title: 'Edit the conversation as JSON',
  group: 'Conversation',
  keys: ['j'],
  run: (app) => {
    app.playback.setState({ view: 'conversation' });
    app.shell.setState({ editing: 'json' });
  },
};
