import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConversationDocument, emptyDocument } from './conversation';
import { importText } from './importers/import-conversation';
import { conversations } from './importers/testing/arbitraries';
import type { Lane } from './lane';
import { PROJECT_FORMAT, PROJECT_VERSION, readProject, writeProject } from './project-file';

const LANES: readonly Lane[] = [
  {
    id: 'lane-1',
    strategyId: 'window',
    params: { k: 7 },
    unit: 'message',
    modifiers: { pins: {} },
  },
];
const SETTINGS = { segmentation: 'user', budgetLine: 900 };
const PLAYBACK = { step: 3, probeId: 'p' };

const write = (document: ConversationDocument) =>
  writeProject({ document, exampleId: null, lanes: LANES, settings: SETTINGS, playback: PLAYBACK });

const said = (id: string, text: string) =>
  ({ id, role: 'user', parts: [{ type: 'text', text }], time: null }) as const;
const marked: ConversationDocument = {
  conversation: {
    id: 'c',
    title: 'Marked',
    messages: [
      said('a', 'Blue. Never log it.'),
      { ...said('b', 'Green.'), kind: 'event', offsetMs: 1500 },
      said('d', 'Which?'),
    ],
  },
  pinnedMessageIds: ['a'],
  probes: [
    { id: 'p', questionMessageId: 'd', evidenceMessageIds: ['a'], quote: 'Never log it.', label: 'rule' },
  ],
  supersessions: [
    {
      laterMessageId: 'b',
      earlierMessageId: 'a',
      scope: 'sentence',
      sentence: 'Blue.',
      reinstatedByMessageId: 'd',
      label: 'colour',
    },
  ],
};

describe('project file', () => {
  it('opens as what was saved: conversation, marks, lanes, settings, step', () => {
    const opened = importText(write(marked));
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.format).toBe('project');
    expect(opened.value.warnings).toEqual([]);
    expect(opened.value.project).toEqual({
      document: marked,
      exampleId: null,
      lanes: LANES,
      settings: SETTINGS,
      playback: PLAYBACK,
    });
    expect(opened.value.labels?.questions).toEqual([{ id: 'p', text: 'Which?', evidenceMessageIds: ['a'] }]);
  });

  it('is the identity on any conversation', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const opened = importText(write(emptyDocument(conversation)));
        expect(opened.ok && opened.value.project?.document).toEqual(emptyDocument(conversation));
      }),
      { numRuns: 200 },
    );
  });

  it('reads version 1, the document alone', () => {
    const opened = importText(JSON.stringify(marked));
    expect(opened.ok && opened.value.project).toMatchObject({ document: marked, exampleId: null });
    expect(opened.ok && opened.value.project?.lanes).toBeUndefined();
  });

  it('refuses a newer version, and says which', () => {
    const newer = { ...JSON.parse(write(marked)), version: PROJECT_VERSION + 1 };
    const opened = importText(JSON.stringify(newer));
    expect(opened.ok ? '' : opened.error).toMatchObject({ code: 'project-too-new', where: 'version' });
  });

  it('names the place of what does not fit', () => {
    const broken = JSON.parse(write(marked));
    broken.document.conversation.messages[1].role = 'robot';
    const opened = importText(JSON.stringify(broken));
    expect(opened.ok ? '' : opened.error).toMatchObject({
      code: 'project-unreadable',
      where: 'document.conversation.messages.1.role',
    });
    expect(readProject({ format: PROJECT_FORMAT })).toMatchObject({ ok: false });
    expect(readProject({ format: PROJECT_FORMAT, version: '2' })).toMatchObject({ ok: false });
  });

  it('never throws, whatever names itself a project', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (version, document) => {
        readProject({ format: PROJECT_FORMAT, version, document });
        readProject({ format: PROJECT_FORMAT, version: 2, document });
        importText(JSON.stringify({ format: PROJECT_FORMAT, version, document }));
      }),
    );
  });
});
