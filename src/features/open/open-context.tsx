import { createContext, type ReactNode, useContext, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fail, type Problem, type Result } from '../../core/result';
import type { OpenParts } from '../../state/open-source';
import { useApp } from '../../state/react';

interface OpenState {
  /** Text waiting in the dialog: kept when the dialog closes, so that nothing pasted is lost. */
  readonly text: string;
  /** Why the last attempt did not open anything. */
  readonly problem: { readonly source: string; readonly problem: Problem } | null;
  /** The name of the file that is being read. */
  readonly reading: string | null;
}

export const createOpenStore = () =>
  createStore<OpenState>(() => ({ text: '', problem: null, reading: null }));
export type OpenStore = ReturnType<typeof createOpenStore>;

/** What reads files comes with the first one: the first screen does not need it. */
async function open(parts: OpenParts, input: readonly File[] | string): Promise<Result<void>> {
  const loaded = await import('../../state/open-source').catch(() => null);
  if (loaded) return loaded.openSource(parts, input);
  return fail({
    code: 'code-missing',
    message: 'The part that reads files could not be loaded. Is the connection gone?',
  });
}

/** Opening as commands: the dialog, the drop target, the file chooser and paste all end here. */
export function createOpenActions(parts: OpenParts, store: OpenStore) {
  const failed = (source: string, problem: Problem) => {
    store.setState({ problem: { source, problem }, reading: null });
    parts.shell.setState({ dialog: 'open' });
  };
  return {
    async files(files: readonly File[]): Promise<void> {
      const [file, ...others] = files;
      if (!file) return;
      const name = others.length === 0 ? file.name : `${files.length} files`;
      store.setState({ reading: name, problem: null });
      const opened = await open(parts, files);
      if (!opened.ok) return failed(name, opened.error);
      store.setState({ reading: null });
    },
    async text(text: string): Promise<void> {
      store.setState({ problem: null });
      const opened = await open(parts, text);
      if (opened.ok) store.setState({ text: '' });
      else failed('the text', opened.error);
    },
    /** Shows text in the dialog, where the user sees what it looks like before it is opened. */
    offer(text: string): void {
      store.setState({ text, problem: null });
      parts.shell.setState({ dialog: 'open' });
    },
    setText: (text: string) => store.setState({ text, problem: null }),
    forgetProblem: () => store.setState({ problem: null }),
  };
}

export type OpenActions = ReturnType<typeof createOpenActions>;

interface Opening {
  readonly store: OpenStore;
  readonly actions: OpenActions;
}

const Context = createContext<Opening | null>(null);

export const OpenProvider = ({ children }: { readonly children: ReactNode }) => {
  const app = useApp();
  const [opening] = useState<Opening>(() => {
    const store = createOpenStore();
    return { store, actions: createOpenActions(app, store) };
  });
  return <Context value={opening}>{children}</Context>;
};

function useOpening(): Opening {
  const opening = useContext(Context);
  if (!opening) throw new Error('DropTarget is missing around the page');
  return opening;
}

export const useOpenActions = (): OpenActions => useOpening().actions;
export const useOpenState = <T,>(select: (state: OpenState) => T): T => useStore(useOpening().store, select);
