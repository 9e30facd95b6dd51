import type { Reason } from '../core/selection';
import type { LaneRun } from '../core/simulate';

/** What a ranked reason says behind its formula: "rank 16 of 22; the top 6 are kept"; null where it names no rank. */
export const rankIn = (text: string): string | null => /: (rank \d.*)$/.exec(text)?.[1] ?? null;

/** A reason with the messages it is about; no name where it is about the whole turn. */
export interface NamedReason {
  readonly reason: Reason;
  /** "message 1 of 2 (user, evidence)" */
  readonly name: string | null;
}

/**
 * The distinct reasons of a past turn's units, in the order of the messages. Where a lane counts messages, each says which
 * messages it is about: a turn may be in only in part. `reasons`: of all past units; `evidence`: message indexes.
 */
export function namedReasons(
  run: LaneRun,
  reasons: readonly Reason[],
  turn: number,
  evidence: readonly number[],
): NamedReason[] {
  const { units, prepared } = run.setup;
  const grouped = new Map<string, { reason: Reason; messages: number[] }>();
  reasons.forEach((reason, unit) => {
    if (units.turnOf[unit] !== turn) return;
    const known = grouped.get(reason.text);
    if (known) known.messages.push(units.start[unit]!);
    else grouped.set(reason.text, { reason, messages: [units.start[unit]!] });
  });
  const { start, end } = prepared.structure.turns.list[turn - 1]!;
  const whole = units.kind === 'turn' || (grouped.size === 1 && end - start > 1) || end - start === 1;
  return [...grouped.values()].map(({ reason, messages }) => ({
    reason,
    name: whole ? null : messagesName(messages),
  }));

  function messagesName(messages: readonly number[]): string {
    const numbers = messages.map((m) => m - start + 1);
    if (messages.length > 1) {
      const list = `${numbers.slice(0, -1).join(', ')} and ${numbers[numbers.length - 1]}`;
      return `messages ${list} of ${end - start}${messages.some((m) => evidence.includes(m)) ? ' (with evidence)' : ''}`;
    }
    const { role } = prepared.structure.messages[messages[0]!]!;
    const mark = evidence.includes(messages[0]!) ? ', evidence' : '';
    return `message ${numbers[0]} of ${end - start} (${role}${mark})`;
  }
}

/** "message 1 of 2 (user): rank 25 of 31; the top 6 are kept" */
export const named = ({ name }: Pick<NamedReason, 'name'>, text: string): string =>
  name === null ? text : `${name}: ${text}`;
