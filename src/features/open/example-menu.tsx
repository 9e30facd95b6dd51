import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Conversation } from '../../core/conversation';
import { formatCount } from '../../core/format';
import { exampleById, examples } from '../../examples/registry';
import { useApp, useLibraries, useResults, useShell, useWorkspace } from '../../state/react';
import { openArchive } from '../../state/shell';
import { Icon } from '../../ui/icons';
import { Menu } from '../../ui/menu';
import './example-menu.css';

/** A restored example is another object with the same words: they decide. */
function isEdited(exampleId: string | null, conversation: Conversation): boolean {
  const original = exampleId === null ? undefined : exampleById(exampleId)?.document.conversation;
  if (!original || original.messages === conversation.messages) return false;
  return JSON.stringify(original.messages) !== JSON.stringify(conversation.messages);
}

/** The open conversation's name, and one click to any other. */
export const ExampleMenu = () => {
  const app = useApp();
  const { title, exampleId } = useWorkspace((s) => ({
    title: s.document.conversation.title,
    exampleId: s.exampleId,
  }));
  const turns = useResults((s) => s.prepared?.structure.turns.list.length ?? 0);
  const conversation = useWorkspace((s) => s.document.conversation);
  const hasReport = useShell((s) => s.report?.conversationId === conversation.id);
  const several = useStore(app.imports.store, (s) => s.picking !== null);
  const loaded = useLibraries() === 'loaded';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the original may only be there once all examples are.
  const edited = useMemo(() => isEdited(exampleId, conversation), [exampleId, conversation, loaded]);
  const about = `${formatCount(turns)} ${turns === 1 ? 'turn' : 'turns'}${exampleId === null ? '' : edited ? ', edited sample' : ', sample'}`;
  return (
    <Menu
      label="Conversations"
      placement="bottom-end"
      onOpen={() => void app.libraries.load()}
      trigger={(props) => (
        <button {...props} type="button" className="example-menu">
          <span className="example-menu__title">{title === '' ? 'Untitled conversation' : title}</span>
          <span className="example-menu__about">{about}</span>
          <Icon name="chevron-down" size={12} />
        </button>
      )}
      items={[
        ...examples.map((example) => ({
          id: example.id,
          label: example.title,
          hint: example.about,
          checked: example.id === exampleId,
          onSelect: () => void app.openExample(example.id),
        })),
        ...(loaded ? [] : [{ id: 'more', label: 'Loading…', disabled: true, onSelect: () => undefined }]),
        { separator: 'own' },
        {
          id: 'open',
          label: 'Use your own conversation…',
          icon: 'upload',
          onSelect: () => app.shell.setState({ dialog: 'open' }),
        },
        ...(several
          ? [
              {
                id: 'pick',
                label: 'Other conversations of the file…',
                icon: 'search',
                onSelect: () => app.shell.setState({ dialog: 'pick' }),
              } as const,
            ]
          : []),
        {
          id: 'export',
          label: 'Save or export…',
          icon: 'download',
          onSelect: () => app.shell.setState({ dialog: 'export' }),
        },
        ...(hasReport
          ? [
              {
                id: 'report',
                label: 'Import report…',
                icon: 'info',
                onSelect: () => app.shell.setState({ dialog: 'report' }),
              } as const,
            ]
          : []),
        { id: 'archive', label: 'Archive…', keys: ['A'], onSelect: () => openArchive(app.shell) },
        {
          id: 'start-over',
          label: 'Start over',
          hint: 'The first example, four strategies, default settings; undo brings this back',
          icon: 'undo',
          onSelect: () => app.startOver(),
        },
      ]}
    />
  );
};
