import { useMemo, useState } from 'react';
import { formatCount } from '../../core/format';
import type { Problem } from '../../core/result';
import { plural } from '../../state/opened-text';
import { useApp, useShell, useWorkspace } from '../../state/react';
import type { ImportReport, SourceReport } from '../../state/shell';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icons';
import { formatTitle } from './format-title';
import { type MessageNumbers, messageNumbers, problemPlaces } from './report-text';
import './report-dialog.css';

/** What was read of the open conversation's source, and everything that was read differently or not at all. */
export const ReportDialog = () => {
  const { shell } = useApp();
  const report = useShell((s) => s.report);
  const close = () => shell.setState({ dialog: null });
  return (
    <Dialog
      open
      title="Import report"
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      {report ? <Report report={report} /> : <p className="report__none">Nothing was imported yet.</p>}
    </Dialog>
  );
};

const Report = ({ report }: { readonly report: ImportReport }) => {
  const { id, messages } = useWorkspace((s) => s.document.conversation);
  const isOpen = report.conversationId === id;
  const numbers = useMemo(() => messageNumbers(isOpen ? messages : []), [isOpen, messages]);
  const others = (report.sources ?? []).filter((s) => s.name !== report.source);
  const own = report.sources?.find((s) => s.name === report.source);
  const inFile = own ? own.conversations - 1 : report.otherConversations;
  return (
    <>
      <section className="report" aria-label={report.source}>
        <h3 className="report__source">{report.source}</h3>
        <p className="report__about">
          {formatTitle(report.format)}. {plural(report.messages, 'message')} opened
          {inFile > 0 && `; ${plural(inFile, 'other conversation')} of this file not opened here`}.
        </p>
        <Warnings warnings={report.warnings} numbers={numbers} />
      </section>
      {others.map((source) => (
        <OtherSource key={source.name} source={source} />
      ))}
    </>
  );
};

const NO_NUMBERS: MessageNumbers = new Map();

const OtherSource = ({ source }: { readonly source: SourceReport }) => (
  <section className="report" aria-label={source.name}>
    <h3 className="report__source">{source.name}</h3>
    <p className="report__about">
      {source.format === null
        ? 'Not read.'
        : `${formatTitle(source.format)}. ${plural(source.conversations, 'conversation')}, not opened here.`}
    </p>
    {source.report.length > 0 && <Warnings warnings={source.report} numbers={NO_NUMBERS} />}
  </section>
);

interface WarningsProps {
  readonly warnings: readonly Problem[];
  /** Of the messages that can be gone to. */
  readonly numbers: MessageNumbers;
}

const Warnings = ({ warnings, numbers }: WarningsProps) => {
  if (warnings.length === 0) return <p className="report__none">Everything in it was read as it stands.</p>;
  return (
    <ul className="report__warnings">
      {warnings.map((warning) => (
        <li key={`${warning.code} ${warning.message}`} data-code={warning.code}>
          <Warning warning={warning} numbers={numbers} />
        </li>
      ))}
    </ul>
  );
};

/** Most sentences say the count themselves. */
const says = (sentence: string, count: number): boolean =>
  sentence.split(/[^\d,]+/).some((word) => word === `${count}` || word === formatCount(count));

/** Enough to look through; the others come with a press. */
const FEW_PLACES = 20;

const Warning = ({ warning, numbers }: { readonly warning: Problem; readonly numbers: MessageNumbers }) => {
  const [open, setOpen] = useState(false);
  const [all, setAll] = useState(false);
  const places = problemPlaces(warning, numbers);
  const count = warning.count ?? 1;
  const words = (
    <>
      <span>{warning.message}</span>
      {count > 1 && !says(warning.message, count) && (
        <span className="report__count">{formatCount(count)}</span>
      )}
    </>
  );
  if (places.length === 0) return <p className="report__warning">{words}</p>;
  const shown = all ? places : places.slice(0, FEW_PLACES);
  const unknown = count - places.length;
  return (
    <>
      <button
        type="button"
        className="report__warning report__warning--open"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {words}
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={12} />
      </button>
      {open && (
        <ul className="report__places" aria-label={`Places: ${warning.message}`}>
          {shown.map(({ key, text, messageId, number }) => (
            <li key={key}>
              {messageId === null ? text : <PlaceLink id={messageId} number={number} text={text} />}
            </li>
          ))}
          {places.length > shown.length && (
            <li>
              <button type="button" className="report__link" onClick={() => setAll(true)}>
                Show {formatCount(places.length - shown.length)} more
              </button>
            </li>
          )}
          {unknown > 0 && places.length === shown.length && (
            <li className="report__rest">
              {unknown === 1 ? 'One more place is' : `${formatCount(unknown)} more places are`} counted only.
            </li>
          )}
        </ul>
      )}
    </>
  );
};

interface PlaceLinkProps {
  readonly id: string;
  readonly number: number;
  readonly text: string;
}

/** Goes to the message in the conversation. */
const PlaceLink = ({ id, number, text }: PlaceLinkProps) => {
  const { shell, playback } = useApp();
  return (
    <>
      <button
        type="button"
        className="report__link"
        onClick={() => {
          playback.setState({ view: 'conversation' });
          shell.setState({ dialog: null, wish: { messageId: id } });
        }}
      >
        Message {number}
      </button>
      {text !== '' && <span className="report__path"> {text}</span>}
    </>
  );
};
