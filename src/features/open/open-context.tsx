import { createContext, type ReactNode, useContext, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ReadProgress } from '../../core/importers/sources/source-index';
import { fail, type Problem, type Result } from '../../core/result';
import type { OpenOptions, OpenParts } from '../../state/open-source';
import { useApp } from '../../state/react';
import { changeFailed } from '../../state/workspace';

interface OpenState {
  /** Text waiting in the dialog: kept when the dialog closes, so that nothing pasted is lost. */
  readonly text: string;
  /** Why the last attempt did not open anything. */
  readonly problem: { readonly source: string; readonly problem: Problem } | null;
  readonly reading: Reading | null;
}

/** A file, several or a text that are being read. */
export interface Reading {
  /** As sentences name it: `chat.json`, `3 files`. */
  readonly name: string;
  /** null until the first answer. */
  readonly progress: ReadProgress | null;
  /** The open conversation stays as it is. */
  cancel(): void;
}

export const createOpenStore = () =>
  createStore<OpenState>(() => ({ text: '', problem: null, reading: null }));
export type OpenStore = ReturnType<typeof createOpenStore>;

/** What reads files comes with the first one: the first screen does not need it. */
async function open(
  parts: OpenParts,
  input: readonly File[] | string,
  options: OpenOptions,
): Promise<Result<void>> {
  const loaded = await import('../../state/open-source').catch(() => null);
  // Whatever fails, the strip that says “Reading” ends.
  if (loaded) return loaded.openSource(parts, input, options).catch((error) => fail(changeFailed(error)));
  return fail({
    code: 'code-missing',
    message: 'The part that reads files could not be loaded. Is the connection gone?',
  });
}

/** Opening as commands: the dialog, the drop target, the file chooser and paste all end here. */
export function createOpenActions(parts: OpenParts, store: OpenStore) {
  /** Whether it opened. What is begun later takes the place of what is being read. */
  async function read(name: string, input: readonly File[] | string): Promise<boolean> {
    store.getState().reading?.cancel();
    const controller = new AbortController();
    const { signal } = controller;
    const show = (progress: ReadProgress | null) =>
      store.setState({ reading: { name, progress, cancel: () => controller.abort() } });
    store.setState({ problem: null });
    show(null);
    signal.addEventListener('abort', () => store.setState({ reading: null }));
    const opened = await open(parts, input, { signal, onProgress: (now) => signal.aborted || show(now) });
    if (signal.aborted) return opened.ok;
    store.setState({ reading: null });
    if (!opened.ok) {
      store.setState({ problem: { source: name, problem: opened.error } });
      parts.shell.setState({ dialog: 'open', news: null });
    }
    return opened.ok;
  }
  return {
    async files(files: readonly File[]): Promise<void> {
      const [file, ...others] = files;
      if (file) await read(others.length === 0 ? file.name : `${files.length} files`, files);
    },
    async text(text: string): Promise<void> {
      if (await read('the text', text)) store.setState({ text: '' });
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
