import { formatCount } from '../../core/format';
import type { ReadProgress } from '../../core/importers/sources/source-index';
import { plural } from '../../state/opened-text';
import { Progress } from '../../ui/progress';
import type { Reading } from './open-context';
import './reading-progress.css';

/** How far the reading is, and the way out of it. */
export const ReadingProgress = ({ reading: { name, progress, cancel } }: { readonly reading: Reading }) => (
  <div className="reading" data-testid="reading">
    <div className="reading__progress">
      <Progress
        label={
          <>
            <span className="reading__name">Reading {name}</span>
            <span className="reading__numbers">{progress ? numbersOf(progress) : ''}</span>
          </>
        }
        value={progress && progress.bytesTotal > 0 ? progress.bytesRead / progress.bytesTotal : null}
      />
    </div>
    <button type="button" className="reading__cancel" onClick={cancel}>
      Cancel
    </button>
  </div>
);

const MEGABYTE = 1_000_000;

/** "45 of 118 MB, 1,204 conversations"; small files say only what was found. */
export function numbersOf({ bytesRead, bytesTotal, conversations }: ReadProgress): string {
  const megabytes = (bytes: number): string => formatCount(bytes / MEGABYTE);
  const parts = [
    bytesTotal >= MEGABYTE ? `${megabytes(bytesRead)} of ${megabytes(bytesTotal)} MB` : '',
    conversations > 0 ? plural(conversations, 'conversation') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
