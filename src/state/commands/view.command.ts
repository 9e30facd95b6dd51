import type { Command } from './command';

export const commands: readonly Command[] = [
  {
    id: 'view-compare',
    title: 'Compare',
    group: 'View',
    keys: ['1'],
    run: (app) => app.playback.setState({ view: 'compare' }),
  },
  {
    id: 'view-context',
    title: 'Context',
    group: 'View',
    keys: ['2'],
    run: (app) => app.playback.setState({ view: 'context' }),
  },
  {
    id: 'view-conversation',
    title: 'Conversation',
    group: 'View',
    keys: ['3'],
    run: (app) => app.playback.setState({ view: 'conversation' }),
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    group: 'View',
    keys: ['?'],
    run: (app) => app.shell.setState({ dialog: 'shortcuts' }),
  },
];
