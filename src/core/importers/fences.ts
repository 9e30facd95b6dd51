/** A line that opens or closes a code fence: its character, run length and whether only the run is on the line. */
interface FenceRun {
  readonly char: '`' | '~';
  readonly length: number;
  readonly bare: boolean;
}

const RUN = /^[ \t]*(`{3,}|~{3,})(.*)$/s;

function fenceRun(line: string): FenceRun | null {
  // Nearly every line of a large text fails here, at a fraction of the pattern's cost.
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const match = RUN.exec(line);
  if (!match) return null;
  const [, run = '', rest = ''] = match;
  const char = run.startsWith('`') ? '`' : '~';
  // CommonMark: ```code``` on one line is inline code, not the start of a fence.
  if (char === '`' && rest.includes('`')) return null;
  return { char, length: run.length, bare: rest.trim() === '' };
}

/**
 * Calls `outside(line, index)` for every line that is not inside a code fence. The callback returns what of the line may
 * open a fence: a transcript's fence can start behind the speaker (`Assistant: ```css`).
 * A fence that never closes is text, else one stray ``` would hide every later speaker.
 */
export function walkOutsideFences(
  lines: readonly string[],
  outside: (line: string, index: number) => string,
): void {
  const longestCloser = closersAhead(lines);
  for (let i = 0; i < lines.length; i++) {
    const opener = fenceRun(outside(lines[i]!, i));
    if (!opener) continue;
    if ((longestCloser[opener.char][i + 1] ?? 0) < opener.length) continue;
    i++;
    while (!closes(opener, lines[i]!)) i++;
  }
}

const closes = (opener: FenceRun, line: string): boolean => {
  const run = fenceRun(line);
  return run?.bare === true && run.char === opener.char && run.length >= opener.length;
};

/** For each line, the longest closing run at or after it: keeps the walk linear when many fences never close. */
function closersAhead(lines: readonly string[]): Record<'`' | '~', Int32Array> {
  const longest = { '`': new Int32Array(lines.length + 1), '~': new Int32Array(lines.length + 1) };
  for (let i = lines.length - 1; i >= 0; i--) {
    const run = fenceRun(lines[i]!);
    for (const char of ['`', '~'] as const) {
      const here = run?.bare && run.char === char ? run.length : 0;
      longest[char][i] = Math.max(longest[char][i + 1]!, here);
    }
  }
  return longest;
}
