import type { Message } from '../../core/conversation';
import { placeText } from '../../core/places';
import type { Problem } from '../../core/result';

/** The place in the input, unless the sentence names it already. */
export const placeOf = (problem: Problem): string | null =>
  problem.where && !problem.message.includes(problem.where) ? problem.where : null;

/** The messages of the open conversation, from 1, by id. */
export type MessageNumbers = ReadonlyMap<string, number>;

export const messageNumbers = (messages: readonly Message[]): MessageNumbers =>
  new Map(messages.map((m, i) => [m.id, i + 1]));

export interface ReportedPlace {
  readonly key: string;
  /** The line and the path in the file; '' where only the message is known. */
  readonly text: string;
  /** null: it is in no message of the open conversation. */
  readonly messageId: string | null;
  readonly number: number;
}

/** Every known place of a problem; those in messages that are not there any more keep their place in the file. */
export function problemPlaces(problem: Problem, numbers: MessageNumbers): readonly ReportedPlace[] {
  const { places } = problem;
  if (!places) {
    const text = placeOf(problem);
    return text === null ? [] : [{ key: text, text, messageId: null, number: 0 }];
  }
  return places.flatMap((place, i): ReportedPlace[] => {
    const number = place.messageId === undefined ? undefined : numbers.get(place.messageId);
    const text = placeText(place);
    const known = number === undefined ? null : place.messageId!;
    if (known === null && text === '') return [];
    return [{ key: `${i}`, text, messageId: known, number: number ?? 0 }];
  });
}
