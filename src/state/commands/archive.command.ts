import { openArchive } from '../shell';
import type { Command } from './command';

export const command: Command = {
  id: 'archive',
  title: 'Open the archive',
  group: 'Conversation',
  keys: ['a'],
  run: (app) => openArchive(app.shell),
};
