import { useEffect, useState } from 'react';
import { useShell, useWorkspace } from '../../state/react';
import { announce } from '../../ui/announcer';
import { useOpenState } from './open-context';
import { ReadingProgress } from './reading-progress';
import './open-status.css';

/** Most files are read before there is anything to say. */
const PATIENCE_MS = 300;

/** What is being read, at the foot of the page; where a dialog is open, the dialog shows it. */
export const ReadingStatus = () => {
  const reading = useOpenState((s) => s.reading);
  const dialog = useShell((s) => s.dialog);
  const title = useWorkspace((s) => s.document.conversation.title);
  const [isPatient, setPatient] = useState(true);
  const name = reading?.name;
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isPatient && name !== undefined) announce(`Reading ${name}.`);
  }, [isPatient, name]);
  if (!reading || isPatient || dialog !== null) return null;
  const cancel = () => {
    reading.cancel();
    announce(`Reading ${reading.name} was cancelled. “${title}” stays open, unchanged.`);
  };
  return (
    <section className="open-status open-status--reading" aria-label="Reading a file">
      <ReadingProgress reading={{ ...reading, cancel }} />
    </section>
  );
};
