import { useStore } from 'zustand';
import type { Result } from '../../core/result';
import { notify } from '../../state/notices';
import type { Queue } from '../../state/queue';
import { useApp, useWorkspace } from '../../state/react';
import { announce } from '../../ui/announcer';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icons';
import { Menu, type MenuEntry } from '../../ui/menu';
import './queue-strip.css';

/** The conversations in line: which one is open, the way to the next, and the line itself. */
export const QueueStrip = () => {
  const app = useApp();
  const { queue, removed, picking } = useStore(app.imports.store);
  const openId = useWorkspace((s) => s.document.conversation.id);
  const at = queue.findIndex((i) => i.conversationId === openId);

  const go = async (work: (queue: Queue) => Promise<Result<void>>) => {
    const imports = await app.imports.start();
    const done = imports && (await work(imports.queue));
    if (done && !done.ok) notify(app.notices, 'error', done.error);
    else announce(`${app.workspace.getState().document.conversation.title} is open.`);
  };
  const edit = async (work: (queue: Queue) => void) => {
    const imports = await app.imports.start();
    if (imports) work(imports.queue);
  };
  const title = (name: string) => (name === '' ? 'Untitled conversation' : name);
  const items: MenuEntry[] = [
    {
      heading: 'Queue',
      items: queue.map((item) => ({
        id: item.conversationId,
        label: title(item.title),
        hint: item.source,
        checked: item.conversationId === openId,
        onSelect: () => void go((q) => q.goTo(item.conversationId)),
      })),
    },
    { separator: 'edit' },
    ...(at >= 0
      ? [
          {
            id: 'remove',
            label: 'Remove this one from the queue',
            hint: 'It stays open',
            icon: 'close' as const,
            onSelect: () => void edit((q) => q.remove(openId)),
          },
        ]
      : []),
    ...(removed
      ? [
          {
            id: 'put-back',
            label: `Put back “${title(removed.title)}”`,
            icon: 'undo' as const,
            onSelect: () => void edit((q) => q.putBack()),
          },
        ]
      : []),
    ...(picking
      ? [
          {
            id: 'pick',
            label: 'Choose others…',
            icon: 'search' as const,
            onSelect: () => app.shell.setState({ dialog: 'pick' }),
          },
        ]
      : []),
    {
      id: 'clear',
      label: 'Empty the queue',
      hint: 'Edits of conversations that are not open go with it',
      icon: 'trash',
      onSelect: () => void edit((q) => q.clear()),
    },
  ];
  return (
    <nav className="queue-strip" aria-label="Queue">
      <IconButton
        icon="chevron-left"
        iconSize={14}
        label="Previous conversation in the queue"
        title="Previous in the queue"
        aria-disabled={at <= 0}
        onClick={() => void go((q) => q.goBy(-1))}
      />
      <Menu
        label="Queue"
        placement="bottom-end"
        items={items}
        trigger={(props) => (
          <button {...props} type="button" className="queue-strip__place">
            <span className="visually-hidden">Queue: </span>
            {at < 0 ? `${queue.length} queued` : `${at + 1} of ${queue.length}`}
            <Icon name="chevron-down" size={10} />
          </button>
        )}
      />
      <IconButton
        icon="chevron-right"
        iconSize={14}
        label="Next conversation in the queue"
        title="Next in the queue"
        aria-disabled={at === queue.length - 1}
        onClick={() => void go((q) => q.goBy(1))}
      />
    </nav>
  );
};
