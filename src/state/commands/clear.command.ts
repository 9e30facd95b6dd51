import type { Command } from './command';

/** Back to what the question needs: no turn chosen, all fates shown. */
export const command: Command = {
  id: 'clear',
  title: 'Clear the selection',
  group: 'View',
  keys: ['Escape'],
  isEnabled: (app) => {
    const { selectedTurn, legendFilter } = app.playback.getState();
    return selectedTurn !== null || legendFilter !== null;
  },
  run: (app) => app.playback.setState({ selectedTurn: null, legendFilter: null }),
};
