import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useApp } from '../../state/react';
import { createEditorActions, type EditorActions } from './editor-actions';
import { createEditorStore, type EditorState, type EditorStore } from './editor-store';
import { createFind, type Find, type FindState } from './find/find';

interface Editor {
  readonly store: EditorStore;
  readonly actions: EditorActions;
  readonly find: Find;
}

const Context = createContext<Editor | null>(null);

export const EditorProvider = ({ children }: { readonly children: ReactNode }) => {
  const app = useApp();
  const [editor] = useState<Editor>(() => {
    const store = createEditorStore();
    return { store, actions: createEditorActions(app, store), find: createFind(app, store) };
  });
  useEffect(() => editor.find.start(), [editor]);
  return <Context value={editor}>{children}</Context>;
};

function useEditorContext(): Editor {
  const editor = useContext(Context);
  if (!editor) throw new Error('EditorProvider is missing');
  return editor;
}

export const useActions = (): EditorActions => useEditorContext().actions;
export const useEditor = <T,>(select: (state: EditorState) => T): T =>
  useStore(useEditorContext().store, useShallow(select));

export const useFinding = (): Find => useEditorContext().find;
export const useFind = <T,>(select: (state: FindState) => T): T =>
  useStore(useEditorContext().find.store, useShallow(select));
