import { type ReactNode, useState } from 'react';
import { type ArchiveQuery, hitRanges } from '../../core/archive-search';
import { formatCount } from '../../core/format';

/** About 25 lines at first. */
const FIRST = 2_400;
/** What one press adds at most: more text than this at once makes the page slow. */
const STEP = 100_000;

/** A text with what was looked for marked in it. */
export const Marked = ({ text, query }: { readonly text: string; readonly query: ArchiveQuery | null }) => {
  const out: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of hitRanges(text, query)) {
    out.push(
      text.slice(at, from),
      <mark key={from} className="archive-hit">
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return [...out, text.slice(at)];
};

/** The whole text, its beginning first where it is long. */
export const LongText = ({ text, query }: { readonly text: string; readonly query: ArchiveQuery | null }) => {
  const [limit, setLimit] = useState(FIRST);
  const shown = text.length <= limit ? text : text.slice(0, limit).toWellFormed();
  const left = text.length - shown.length;
  return (
    <>
      <Marked text={shown} query={query} />
      {left > 0 && (
        <>
          {'… '}
          <button type="button" className="archive-more" onClick={() => setLimit(limit + STEP)}>
            Show {formatCount(Math.min(left, STEP))} more characters
          </button>
        </>
      )}
    </>
  );
};
