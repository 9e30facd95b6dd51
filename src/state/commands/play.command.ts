import type { Command } from './command';

const turns = (app: Parameters<Command['run']>[0]) =>
  app.results.getState().prepared?.structure.turns.list.length ?? 0;

export const commands: readonly Command[] = [
  {
    id: 'play',
    title: 'Play or pause',
    group: 'Play',
    keys: [' ', 'k'],
    isEnabled: (app) => turns(app) > 1,
    run: (app) => app.player.toggle(),
  },
  {
    id: 'step-forward',
    title: 'Step forward',
    group: 'Play',
    keys: ['ArrowRight'],
    run: (app) => app.player.stepBy(1),
  },
  {
    id: 'step-back',
    title: 'Step back',
    group: 'Play',
    keys: ['ArrowLeft'],
    run: (app) => app.player.stepBy(-1),
  },
  {
    id: 'step-forward-five',
    title: 'Five steps forward',
    group: 'Play',
    keys: ['Shift+ArrowRight'],
    run: (app) => app.player.stepBy(5),
  },
  {
    id: 'step-back-five',
    title: 'Five steps back',
    group: 'Play',
    keys: ['Shift+ArrowLeft'],
    run: (app) => app.player.stepBy(-5),
  },
  {
    id: 'first-step',
    title: 'First step',
    group: 'Play',
    keys: ['Home'],
    run: (app) => app.player.stepBy(-turns(app)),
  },
  {
    id: 'last-step',
    title: 'Last step',
    group: 'Play',
    keys: ['End'],
    run: (app) => app.player.stepBy(turns(app)),
  },
];
