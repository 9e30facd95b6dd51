import { describe, expect, it } from 'vitest';
import { registry } from '../strategies/registry';
import { prepareFor } from '../strategies/testing/prepare';
import { laneOf, talk } from '../strategies/testing/talk';
import {
  type ArchiveEntry,
  archivedSince,
  archivedTurns,
  byId,
  type LaneArchive,
  MAX_ARCHIVE_CHARACTERS,
  MAX_ARCHIVES,
  standing,
  surplusArchives,
  updateArchive,
} from './archive';
import { archiveQuery, hitRanges, searchArchive, snippet } from './archive-search';
import { emptyDocument, type Message } from './conversation';
import { bringBack } from './edit/bring-back';
import { deleteMessages, setText } from './edit/edit';
import { simulateLane } from './simulate';

const MESSAGES = talk(
  'u: The pool size is 20.',
  'a: Noted: a pool of 20.',
  'u: Never log e-mail addresses.',
  'a: Addresses are masked.',
  'u: Which port does the server use?',
  'a: Port 8080, set in server.toml.',
  'u: 港の許可証は?',
  'a: はい。',
);

const NONE: ReadonlySet<number> = new Set();

function lane(messages: readonly Message[], k: number, restored = NONE, laneId = 'a'): LaneArchive {
  const run = simulateLane(prepareFor(messages), laneOf('window', { k, overflow: 'archive' }), registry)!;
  return { laneId, title: 'Sliding window', since: archivedSince(run.fates), restored };
}

const archive = (messages: readonly Message[], k = 1, known: readonly ArchiveEntry[] = []) =>
  archivedTurns(prepareFor(messages), [lane(messages, k)], new Map(known.map((e) => [e.key, e])));
const documentOf = (messages: readonly Message[]) => emptyDocument({ id: 'c', title: 'c', messages });
const said = (messages: readonly Message[]) =>
  messages.map((m) => (m.parts[0]?.type === 'text' ? m.parts[0].text : ''));
const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

describe('what is archived', () => {
  it('is every turn outside the window at some step, since the first of them', () => {
    const entries = archive(MESSAGES);
    expect(entries.map((e) => [e.turn, e.by[0]!.since])).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(entries[0]!.messages).toEqual(MESSAGES.slice(0, 2));
    expect(entries[0]!.tokens).toBe(
      prepareFor(MESSAGES)
        .tokens.message.slice(0, 2)
        .reduce((a, b) => a + b),
    );
  });

  it('is nothing where what falls out is dropped', () => {
    const run = simulateLane(prepareFor(MESSAGES), laneOf('window', { k: 1 }), registry)!;
    expect([...archivedSince(run.fates)]).toEqual([0, 0, 0, 0, 0]);
  });

  it('names all lanes that archive a turn, and those that brought it back', () => {
    const entries = archivedTurns(
      prepareFor(MESSAGES),
      [lane(MESSAGES, 1, NONE, 'a'), lane(MESSAGES, 2, new Set([3]), 'b')],
      new Map(),
    );
    expect(entries.map((e) => e.by.map((b) => [b.laneId, b.since, b.restored]))).toEqual([
      [
        ['a', 3, false],
        ['b', 4, false],
      ],
      [['a', 4, false]],
      [['b', null, true]],
    ]);
  });
});

describe('an archive after a change', () => {
  const known = archive(MESSAGES);

  it('keeps the same entries while nothing changed', () => {
    const { entries, put, remove } = updateArchive(known, archive(MESSAGES), MESSAGES);
    expect(put).toEqual([]);
    expect(remove).toEqual([]);
    expect(entries[0]).toBe(known[0]);
  });

  it('loses what no lane archives any more', () => {
    const { entries, remove } = updateArchive(known, archive(MESSAGES, 2), MESSAGES);
    expect(entries.map((e) => e.turn)).toEqual([1]);
    expect(remove).toEqual([known[1]!.key]);
  });

  it('loses what is only counted in other turns', () => {
    const { entries, remove } = updateArchive(known, [], [...MESSAGES].reverse());
    expect(entries).toEqual([]);
    expect(remove).toHaveLength(2);
  });

  it('keeps what was deleted, and what was edited beside its new words', () => {
    const without = MESSAGES.filter((m) => m.id !== 'm1' && m.id !== 'm2');
    const deleted = updateArchive(known, archive(without), without);
    expect(deleted.entries.map((e) => e.messages[0]!.id)).toEqual(['m1', 'm3']);
    expect(standing(deleted.entries[0]!, byId(without))).toBe('deleted');

    const edited = value(setText('m3', 'Log everything.')(documentOf(MESSAGES))).conversation.messages;
    const after = updateArchive(known, archive(edited), edited);
    expect(after.entries.map((e) => [e.turn, standing(e, byId(edited))])).toEqual([
      [1, 'there'],
      [2, 'edited'],
      [2, 'there'],
    ]);
    // Undone: the old words are said again, and the new ones are what is kept.
    const undone = updateArchive(after.entries, archive(MESSAGES), MESSAGES);
    expect(undone.entries.map((e) => standing(e, byId(MESSAGES)))).toEqual(['there', 'edited', 'there']);
  });

  it('tells a message by its words, not by the order of its fields', () => {
    const message = (parts: Message['parts']): Message => ({ id: 'x', role: 'user', parts, time: null });
    const a = message([{ type: 'attachment', kind: 'image', mediaType: 'image/png', name: 'a' }]);
    const b = message([{ name: 'a', mediaType: 'image/png', kind: 'image', type: 'attachment' }]);
    const entry = { ...known[0]!, messages: [a] };
    expect(standing(entry, byId([b]))).toBe('there');
    expect(standing(entry, byId([message([])]))).toBe('edited');
  });
});

describe('bringing back', () => {
  const [one, two] = archive(MESSAGES) as [ArchiveEntry, ArchiveEntry];

  it('puts a deleted turn at its place, whatever else is gone', () => {
    const all = documentOf(MESSAGES);
    const gone = value(deleteMessages(new Set(['m1', 'm2', 'm3', 'm4']))(all));
    const second = value(bringBack(two.messages, two.place)(gone));
    expect(second.conversation.messages.map((m) => m.id)).toEqual(['m3', 'm4', 'm5', 'm6', 'm7', 'm8']);
    const both = value(bringBack(one.messages, one.place)(second));
    expect(both.conversation.messages).toEqual(MESSAGES);
  });

  it('puts half a turn beside the other half, and old words in place of new ones', () => {
    const half = value(deleteMessages(new Set(['m3']))(documentOf(MESSAGES)));
    const edited = value(setText('m4', 'They are logged.')(half));
    expect(value(bringBack(two.messages, two.place)(edited)).conversation.messages).toEqual(MESSAGES);
    const tail = value(deleteMessages(new Set(['m4']))(documentOf(MESSAGES)));
    expect(value(bringBack(two.messages, two.place)(tail)).conversation.messages).toEqual(MESSAGES);
  });

  it('finds a place where no neighbour is left', () => {
    const empty = documentOf([]);
    expect(said(value(bringBack(two.messages, two.place)(empty)).conversation.messages)).toEqual([
      'Never log e-mail addresses.',
      'Addresses are masked.',
    ]);
  });
});

describe('searching', () => {
  const entries = archivedTurns(
    prepareFor(MESSAGES),
    [{ ...lane(MESSAGES, 1), since: Int32Array.of(0, 3, 4, 5, 6) }],
    new Map(),
  );
  const find = (text: string) => searchArchive(entries, archiveQuery(text)).map((e) => e.turn);
  const marked = (text: string, query: string) =>
    hitRanges(text, archiveQuery(query)).map(([from, to]) => text.slice(from, to));

  it('shows everything while nothing is looked for', () => {
    expect(find('')).toEqual([1, 2, 3, 4]);
    expect(find('   ')).toEqual([1, 2, 3, 4]);
  });

  it('finds other forms of a word, and words that are being typed', () => {
    expect(find('logging')).toEqual([2]);
    expect(find('addr')).toEqual([2]);
    expect(find('email address')).toEqual([2]);
    expect(find('server.to')).toEqual([3]);
    expect(find('pool email')).toEqual([]);
    expect(find('許可証')).toEqual([4]);
    expect(find('港')).toEqual([4]);
    expect(find('?')).toEqual([3, 4]);
  });

  it('puts the best first', () => {
    const twice = talk('u: server pool lamp', 'u: server server pool', 'u: nothing');
    const found = searchArchive(
      archivedTurns(prepareFor(twice), [{ ...lane(twice, 1), since: Int32Array.of(0, 1, 1, 1) }], new Map()),
      archiveQuery('server '),
    );
    expect(found.map((e) => e.turn)).toEqual([2, 1]);
  });

  it('marks what was found', () => {
    expect(marked('Never log; logging is logged.', 'log')).toEqual(['log', 'logging', 'logged']);
    expect(marked('Port 8080, a portal', 'port ')).toEqual(['Port']);
    expect(marked('港の許可証', '許可')).toEqual(['許可']);
    expect(marked('what? where?', '?')).toEqual(['?', '?']);
    expect(marked('nothing here', '')).toEqual([]);
  });

  it('shows the words around the first hit', () => {
    expect(snippet(entries[2]!, archiveQuery('server.toml')!)).toContain('set in server.toml.');
    expect(snippet(entries[2]!, archiveQuery('crane')!)).toBe('');
  });
});

describe('archives of many conversations', () => {
  const info = (n: number, characters = 10) => ({
    conversationId: `c${n}`,
    title: `${n}`,
    updated: n,
    characters,
  });

  it('lets the oldest go, never the open one', () => {
    const infos = Array.from({ length: MAX_ARCHIVES + 2 }, (_, i) => info(i));
    expect(surplusArchives(infos, 'c0').map((i) => i.conversationId)).toEqual(['c1', 'c2']);
    expect(surplusArchives(infos.slice(2), 'c9')).toEqual([]);
  });

  it('lets the oldest go where all together are too long', () => {
    const half = MAX_ARCHIVE_CHARACTERS / 2;
    expect(surplusArchives([info(1, half), info(2, half), info(3, half)], 'c3').map((i) => i.title)).toEqual([
      '1',
    ]);
    expect(surplusArchives([info(1, 3 * half)], 'c1')).toEqual([]);
  });
});
