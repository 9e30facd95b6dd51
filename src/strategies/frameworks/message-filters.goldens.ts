/** filterMessages and mergeMessageRuns on the conformance cases; message i has the id "m{i}" there. */
import type { Golden } from '../../core/message-rule';
import { caseMessages, type Json, objectOf, optionalNames } from './lib/golden-input';
import { filterMessages, type MessageFilter, mergeMessageRuns } from './lib/message-filters';
import type { MessageType } from './lib/message-types';

const LISTS = [
  'includeTypes',
  'includeNames',
  'includeIds',
  'excludeTypes',
  'excludeNames',
  'excludeIds',
] as const satisfies readonly (keyof MessageFilter)[];

const caseFilter = (params: Json): MessageFilter =>
  Object.fromEntries(
    LISTS.flatMap((key) => {
      const names = optionalNames(params[key], `params.${key}`);
      return names ? [[key, new Set(names as MessageType[])]] : [];
    }),
  );

const identified = (input: Json) => caseMessages(input).map((m) => ({ ...m, id: `m${m.i}` }));

export const goldens: readonly Golden[] = [
  {
    function: 'filterMessages',
    run(input) {
      const filter = caseFilter(objectOf(input.params ?? {}, 'params'));
      return { kept: filterMessages(identified(input), filter).map((m) => m.i) };
    },
  },
  {
    function: 'mergeMessageRuns',
    run(input) {
      const runs = mergeMessageRuns(identified(input));
      return {
        groups: runs.map((run) => run.messages.map((m) => m.i)),
        messages: runs.map(({ messages, content, toolCalls }) => ({
          role: messages[0]!.role,
          content,
          toolCallIds: toolCalls.map((call) => call.id),
          id: messages[0]!.id,
        })),
      };
    },
  },
];
