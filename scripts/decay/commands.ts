import type { Command } from './command';
import { embed } from './embed';
import { evaluate } from './evaluate';
import { importFile } from './import';
import { select } from './select';
import { simulate } from './simulate';

/** Every command, in the order of the help: a new one is a file and a line here. */
export const commands: readonly Command[] = [importFile, simulate, select, embed, evaluate];
