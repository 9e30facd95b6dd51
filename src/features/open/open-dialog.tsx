import { useEffect, useId } from 'react';
import { emptyDocument } from '../../core/conversation';
import { importers } from '../../core/importers/registry';
import { examples } from '../../examples/registry';
import { openDocument } from '../../state/documents';
import { useApp, useLibraries, useWorkspace } from '../../state/react';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icons';
import { Notice } from '../../ui/notice';
import { FILE_INPUT_ID } from './drop-target';
import { useOpenActions, useOpenState } from './open-context';
import { ReadingProgress } from './reading-progress';
import { placeOf } from './report-text';
import { useTextPreview } from './text-preview';
import './open-dialog.css';

const PLACEHOLDER = `User: Which port does the server use?
Assistant: 8080.

or JSON: [{"role": "user", "content": "…"}, …]`;

/** The one place to bring in a conversation: a file, a text, or a bundled one. */
export const OpenDialog = () => {
  const { shell } = useApp();
  const actions = useOpenActions();
  const close = () => {
    actions.forgetProblem();
    shell.setState({ dialog: null });
  };
  return (
    <Dialog open size="large" title="Open a conversation" onClose={close} className="open-dialog">
      <OpenProblem />
      <div className="open">
        <FileSection />
        <TextSection />
        <ExampleSection onDone={close} />
        <Formats />
      </div>
    </Dialog>
  );
};

const OpenProblem = () => {
  const failed = useOpenState((s) => s.problem);
  const title = useWorkspace((s) => s.document.conversation.title);
  if (!failed) return null;
  const { message } = failed.problem;
  const place = placeOf(failed.problem);
  return (
    <Notice tone="error" className="open__problem">
      <strong>{failed.source} was not opened.</strong> {message} {place && `Where: ${place}. `}
      {!message.includes('unchanged') && `“${title}” stays open, unchanged.`}
    </Notice>
  );
};

const FileSection = () => {
  const reading = useOpenState((s) => s.reading);
  return (
    <section className="open__section open__file" aria-labelledby="open-file">
      <h3 id="open-file" className="open__title">
        A file
      </h3>
      <div className="open__zone">
        <Icon name="upload" size={20} />
        {reading ? <ReadingProgress reading={reading} /> : <p>Drop a file here, or anywhere on the page</p>}
        <Button variant="primary" onClick={() => document.getElementById(FILE_INPUT_ID)?.click()}>
          Choose a file
        </Button>
      </div>
      <p className="open__note">It is read in this browser and sent nowhere.</p>
    </section>
  );
};

const TextSection = () => {
  const actions = useOpenActions();
  const text = useOpenState((s) => s.text);
  const preview = useTextPreview(text);
  const id = useId();
  const open = () => actions.text(text);
  return (
    <section className="open__section open__text" aria-labelledby="open-text">
      <h3 id="open-text" className="open__title">
        A text
      </h3>
      <textarea
        className="open__area"
        aria-labelledby="open-text"
        aria-describedby={id}
        placeholder={PLACEHOLDER}
        spellCheck={false}
        dir="auto"
        // A press of "paste" elsewhere brought its text here: it is what one looks at next.
        // biome-ignore lint/a11y/noAutofocus: inside a modal dialog, where the focus has to go somewhere.
        autoFocus={text !== ''}
        value={text}
        onChange={(event) => actions.setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') open();
        }}
      />
      <div className="open__row">
        <p
          id={id}
          role="status"
          className={classNames('open__preview', preview && !preview.ok && 'open__preview--wrong')}
          data-testid="text-preview"
        >
          {preview ? preview.text : 'Paste or type: JSON, JSON lines, or lines with speakers.'}
        </p>
        <Button variant="primary" disabled={text.trim() === ''} onClick={open}>
          Open
        </Button>
      </div>
    </section>
  );
};

const ExampleSection = ({ onDone }: { readonly onDone: () => void }) => {
  const app = useApp();
  const loaded = useLibraries() === 'loaded';
  useEffect(() => {
    void app.libraries.load();
  }, [app]);
  const writeOne = () => {
    const id = `own-${Date.now().toString(36)}`;
    const document = emptyDocument({ id, title: 'Untitled conversation', messages: [] });
    openDocument(app.workspace, document, null, 'start an empty conversation');
    app.playback.setState({
      view: 'conversation',
      step: 0,
      probeId: null,
      selectedTurn: null,
      hover: null,
      playing: false,
      legendFilter: null,
    });
    app.shell.setState({ writing: true });
    onDone();
  };
  return (
    <section className="open__section open__examples" aria-labelledby="open-examples">
      <h3 id="open-examples" className="open__title">
        An example
      </h3>
      <ul>
        {!loaded && <li>Loading…</li>}
        {examples.map((example) => (
          <li key={example.id}>
            <button
              type="button"
              className="open__example"
              onClick={() => {
                onDone();
                void app.openExample(example.id);
              }}
            >
              <span className="open__example-title">{example.title}</span>
              <span className="open__example-about">{example.about}</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="open__example" onClick={writeOne}>
            <span className="open__example-title">An empty conversation</span>
            <span className="open__example-about">Write it here, message by message.</span>
          </button>
        </li>
      </ul>
    </section>
  );
};

const Formats = () => (
  <details className="open__formats">
    <summary>What can be opened</summary>
    <dl>
      {importers.map((importer) => (
        <div key={importer.id}>
          <dt>{importer.title}</dt>
          <dd>{importer.describe}</dd>
        </div>
      ))}
    </dl>
  </details>
);
