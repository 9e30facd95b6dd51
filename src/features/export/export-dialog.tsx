import { useMemo, useState } from 'react';
import { exporters } from '../../core/exporters/registry';
import { copyText, download } from '../../platform/download';
import { conversationSource, fileName, requestSource } from '../../state/exports';
import { laneLetter, laneTitle } from '../../state/lanes';
import { projectText } from '../../state/project';
import { useApp, usePlayback, useResults, useWorkspace } from '../../state/react';
import { announce } from '../../ui/announcer';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { NumberField } from '../../ui/number-field';
import { SegmentedControl } from '../../ui/segmented-control';
import { Select } from '../../ui/select';
import './export-dialog.css';

type What = 'conversation' | 'request';

/** Saving everything, and the conversation or one request in the formats of others. */
export const ExportDialog = () => {
  const app = useApp();
  const close = () => app.shell.setState({ dialog: null });
  const title = useWorkspace((w) => w.document.conversation.title);
  return (
    <Dialog open title="Save or export" onClose={close} size="medium">
      <div className="export">
        <section className="export__part">
          <h3>Project</h3>
          <p className="export__note">
            Everything: the conversation, pins, questions and their evidence, replaced statements, strategies
            and settings. Opens again as it is now.
          </p>
          <Button
            variant="primary"
            icon="download"
            onClick={() => {
              download(fileName(title, 'tdp.json'), projectText(app), 'application/json');
              announce('The project was given to the browser as a file.');
            }}
          >
            Save the project
          </Button>
        </section>
        <Messages title={title} />
      </div>
    </Dialog>
  );
};

const Messages = ({ title }: { readonly title: string }) => {
  const app = useApp();
  const lanes = useWorkspace((w) => w.lanes);
  const document = useWorkspace((w) => w.document);
  const results = useResults((s) => s.lanes);
  const { step: now, selectedLaneId } = usePlayback((p) => ({
    step: p.step,
    selectedLaneId: p.selectedLaneId,
  }));
  const turns = useResults((s) => s.prepared?.structure.turns.list.length ?? 0);
  const [what, setWhat] = useState<What>('conversation');
  const [laneId, setLaneId] = useState(selectedLaneId ?? lanes[0]?.id ?? '');
  const [step, setStep] = useState(Math.max(1, now));
  const [format, setFormat] = useState(exporters[0]!.id);
  const [done, setDone] = useState<{ readonly text: string; readonly of: string } | null>(null);

  const lane = lanes.find((l) => l.id === laneId) ?? lanes[0];
  const offered = exporters.filter((e) => what === 'conversation' || e.id !== 'conversation-json');
  const exporter = offered.find((e) => e.id === format) ?? offered[0]!;
  // biome-ignore lint/correctness/useExhaustiveDependencies: document and results are what the sources are read from.
  const exported = useMemo(() => {
    const source =
      what === 'conversation'
        ? conversationSource(app)
        : lane && requestSource(app, lane.id, step, `${title}, ${laneTitle(lane)}, step ${step}`);
    return source ? exporter.make(source) : null;
  }, [app, document, results, what, lane, step, title, exporter]);

  const notes = exported?.notes ?? [];
  const name = fileName(
    what === 'conversation' || !lane
      ? `${title} ${exporter.id}`
      : `${title} ${laneTitle(lane)} step ${step} ${exporter.id}`,
    exporter.extension,
  );
  return (
    <section className="export__part">
      <h3>Messages</h3>
      <SegmentedControl
        label="What"
        options={[
          { value: 'conversation', label: 'The conversation' },
          { value: 'request', label: 'What a strategy sends', disabled: lanes.length === 0 },
        ]}
        value={what}
        onChange={setWhat}
      />
      {what === 'request' && lane && (
        <div className="export__row">
          <Select
            label="Strategy"
            options={lanes.map((l, i) => ({ value: l.id, label: `${laneLetter(i)} ${laneTitle(l)}` }))}
            value={lane.id}
            onChange={setLaneId}
          />
          <NumberField
            label="Step"
            min={1}
            max={Math.max(1, turns)}
            integer
            value={step}
            onChange={setStep}
          />
        </div>
      )}
      <Select
        label="Format"
        options={offered.map((e) => ({ value: e.id, label: e.label }))}
        value={exporter.id}
        onChange={setFormat}
      />
      <p className="export__note">{exporter.describe}</p>
      {exported ? (
        <>
          <p className="export__summary" data-testid="export-summary">
            {exported.messages} {exported.messages === 1 ? 'message' : 'messages'}, {sizeText(exported.text)}
          </p>
          {notes.length > 0 && (
            <ul className="export__changes" aria-label="What changes in this format">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
          <div className="export__row">
            <Button
              variant="secondary"
              icon="download"
              onClick={() => {
                const type = exporter.extension === 'md' ? 'text/markdown' : 'application/json';
                download(name, exported.text, type);
                setDone({ text: `Given to the browser as ${name}.`, of: exported.text });
              }}
            >
              Download
            </Button>
            <Button
              variant="secondary"
              icon="copy"
              onClick={async () => {
                const copied = await copyText(exported.text);
                const text = copied
                  ? 'Copied.'
                  : 'The browser did not let this page write to the clipboard; use Download.';
                setDone({ text, of: exported.text });
              }}
            >
              Copy
            </Button>
            <span role="status" className="export__done">
              {done?.of === exported.text ? done.text : ''}
            </span>
          </div>
        </>
      ) : (
        <p className="export__note">This step is still being computed.</p>
      )}
    </section>
  );
};

function sizeText(text: string): string {
  const kb = new TextEncoder().encode(text).length / 1000;
  return kb < 1000 ? `${Math.max(1, Math.round(kb))} kB` : `${(kb / 1000).toFixed(1)} MB`;
}
