import * as z from 'zod/mini';
import type { Role } from '../../core/conversation';
import { leftOutAt } from '../../core/left-out';
import type { Modifier } from '../../core/modifier';
import { names, namesOf } from '../../core/params';
import { NO_EXTRAS, type Selection } from '../../core/selection';
import { forEachSent } from '../../core/sent';
import { filterMessages, type MessageFilter } from '../frameworks/lib/message-filters';
import { MESSAGE_TYPE_OPTIONS } from '../frameworks/lib/message-types';

const params = z.object({
  excludeTypes: names({
    title: 'Exclude types',
    help: 'messages of these types are not sent; excluding wins over including',
    options: MESSAGE_TYPE_OPTIONS,
    default: '',
    urlKey: 'fx',
    sweepable: false,
  }),
  includeTypes: names({
    title: 'Include types',
    help: 'where anything is included, a message must match one of the lists',
    options: MESSAGE_TYPE_OPTIONS,
    default: '',
    urlKey: 'fi',
    sweepable: false,
  }),
  excludeNames: names({
    title: 'Exclude names',
    help: 'of speakers and tools, separated by commas',
    default: '',
    urlKey: 'fn',
    sweepable: false,
  }),
  includeNames: names({
    title: 'Include names',
    help: 'of speakers and tools, separated by commas',
    default: '',
    urlKey: 'fm',
    sweepable: false,
  }),
});

/** Empty lists are lists that are not given. */
function filterOf(values: z.output<typeof params>): MessageFilter {
  const set = <T extends string>(value: string) => {
    const list = namesOf(value);
    return list.length > 0 ? new Set(list as T[]) : undefined;
  };
  const filter = {
    includeTypes: set(values.includeTypes),
    includeNames: set(values.includeNames),
    excludeTypes: set(values.excludeTypes),
    excludeNames: set(values.excludeNames),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, list]) => list !== undefined)) as MessageFilter;
}

/** Summaries and notes are messages of the finished request too; null where none of them goes. */
function insertedLeft(
  filter: MessageFilter,
  selection: Selection,
): Pick<Selection, 'summaries' | 'notes'> | null {
  const stays = (role: Role) => filterMessages([{ role, name: null, id: null }], filter).length > 0;
  const summaries = stays(selection.summaryRole) ? selection.summaries : NO_EXTRAS.summaries;
  const notes = stays('system') ? selection.notes : null;
  return summaries === selection.summaries && notes === selection.notes ? null : { summaries, notes };
}

export const modifier: Modifier<typeof params> = {
  id: 'filter-messages',
  title: 'Filter messages',
  docs: 'LangChain’s filterMessages on the finished request: messages are left out or let in by type and name; summaries and notes too, by the type that they are sent as.',
  order: 60,
  params,
  onByDefault: false,
  leavesOut: { cause: 'filtered', explainAt: leftOutAt },
  amend(values, selection, setup) {
    const filter = filterOf(values);
    if (Object.keys(filter).length === 0) return selection;
    const { messages } = setup.prepared.structure;
    const sent: {
      message: number;
      role: (typeof messages)[number]['role'];
      name: string | null;
      id: null;
    }[] = [];
    forEachSent(setup, selection, ({ message }) => {
      const { role, name } = messages[message]!;
      sent.push({ message, role, name: name ?? null, id: null });
    });
    const left = new Set(filterMessages(sent, filter).map((s) => s.message));
    const out = sent.map((s) => s.message).filter((m) => !left.has(m));
    const inserted = insertedLeft(filter, selection);
    if (out.length === 0 && inserted === null) return selection;
    return {
      ...selection,
      ...inserted,
      omitted: [...new Set([...selection.omitted, ...out])].sort((a, b) => a - b),
      rewrites: selection.rewrites.filter(({ message }) => left.has(message)),
    };
  },
};
