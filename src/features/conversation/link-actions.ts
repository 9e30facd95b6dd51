import type { DismissedSuggestion, Supersession } from '../../core/conversation';
import type { Edit } from '../../core/edit/edit';
import {
  addLink,
  dismissSuggestion,
  linkMessages,
  type Replaced,
  removeLink,
  restoreSuggestions,
  setReinstated,
} from '../../core/edit/link-edits';
import { dismissalOf, type OpenSuggestion } from '../../core/supersession-review';
import type { AppState } from '../../state/app-state';
import { setModifierInAll } from '../../state/lanes';
import { announce } from '../../ui/announcer';

interface Editing {
  apply(id: string | null, label: string, edit: Edit): boolean;
  focus(id: string | undefined): void;
}

/** What links later messages to earlier ones, by hand and from suggestions. */
export function createLinkActions(app: AppState, { apply, focus }: Editing) {
  const messages = () => app.workspace.getState().document.conversation.messages;
  const turnOf = (id: string): number => {
    const { prepared } = app.results.getState();
    const index = messages().findIndex((m) => m.id === id);
    return prepared?.structure.turns.turnOfMessage[index] ?? 0;
  };
  const linking = () => {
    const { linking } = app.shell.getState();
    return linking?.conversationId === app.workspace.getState().document.conversation.id ? linking : null;
  };

  function startLink(laterId: string): void {
    const { id } = app.workspace.getState().document.conversation;
    app.shell.setState({ marking: null, linking: { conversationId: id, laterId, earlierId: null } });
  }

  /** The nearest thing that the same speaker said before. */
  function focusLikeliest(laterId: string): void {
    const all = messages();
    const later = all.findIndex((m) => m.id === laterId);
    const before = all.slice(0, later);
    focus((before.findLast((m) => m.role === all[later]?.role) ?? before.at(-1))?.id);
  }

  function cancelLink(): void {
    const open = linking();
    app.shell.setState({ linking: null });
    if (open) focus(open.laterId);
  }

  return {
    startLink,
    cancelLink,
    focusLikeliest,

    /** True when a link is being made and the message was taken as its earlier end, or cannot be one. */
    chooseEarlier(id: string): boolean {
      const open = linking();
      if (!open) return false;
      const all = messages();
      const [earlier, later] = [id, open.laterId].map((x) => all.findIndex((m) => m.id === x));
      if (earlier! < later! && turnOf(id) > 0) app.shell.setState({ linking: { ...open, earlierId: id } });
      else announce('Choose a message before the one that replaces it.');
      return true;
    },

    /** Back to the choice of the earlier message. */
    chooseAgain(): void {
      const open = linking();
      if (!open) return;
      app.shell.setState({ linking: { ...open, earlierId: null } });
      focus(open.earlierId ?? open.laterId);
    },

    finishLink(replaced: Replaced): void {
      const open = linking();
      if (!open?.earlierId) return;
      const { laterId, earlierId } = open;
      app.shell.setState({ linking: null });
      if (apply(laterId, 'link turns', linkMessages(laterId, earlierId, replaced)))
        announce(`Linked: turn ${turnOf(laterId)} replaces turn ${turnOf(earlierId)}. Undo takes it back.`);
      focus(laterId);
    },

    removeLink(link: Supersession): void {
      if (apply(null, 'remove link', removeLink(link))) announce('Link removed. Undo brings it back.');
    },

    /** null: the earlier statement stays replaced to the end. */
    reinstate(link: Supersession, messageId: string | null): void {
      const label = messageId === null ? 'link to the end' : 'bring back replaced turn';
      if (!apply(null, label, setReinstated(link, messageId))) return;
      const earlier = turnOf(link.earlierMessageId);
      announce(
        messageId === null
          ? `Turn ${earlier} stays replaced to the end.`
          : `Turn ${earlier} holds again after turn ${turnOf(messageId)}.`,
      );
    },

    accept({ link }: OpenSuggestion): void {
      if (apply(null, 'accept suggestion', addLink(link)))
        announce(
          `Accepted: turn ${turnOf(link.laterMessageId)} replaces turn ${turnOf(link.earlierMessageId)}.`,
        );
    },

    dismiss({ link }: OpenSuggestion): void {
      if (apply(null, 'dismiss suggestion', dismissSuggestion(dismissalOf(link))))
        announce('Suggestion dismissed.');
    },

    showDismissed(dismissed: readonly DismissedSuggestion[]): void {
      apply(null, 'show dismissed suggestions', restoreSuggestions(dismissed));
    },

    actOnLinks: (on: boolean): void => setModifierInAll(app.workspace, 'supersession', on),
  };
}
