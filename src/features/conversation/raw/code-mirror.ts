import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Everything is ink: colour means fate in this app. */
const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--ink2)' },
  { tag: tags.punctuation, color: 'var(--ink3)' },
]);

/** The JSON editor; `label` is its accessible name. */
export const rawExtensions = (label: string): Extension => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  bracketMatching(),
  search({ top: true }),
  json(),
  syntaxHighlighting(highlighting),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorState.tabSize.of(2),
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
  // Tab is not bound: it leaves the editor, as everywhere in the page.
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...searchKeymap]),
];
