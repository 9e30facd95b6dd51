/** The sizes by which LangChain's middlewares are triggered and by which they keep. */

import { formatCount } from '../../../core/format';
import { countedTokens, unitWord } from '../../../core/strategy';
import { isObject, objectOf, optionalNumber } from './golden-input';

/** null: not asked for. */
export interface ContextSize {
  readonly tokens: number | null;
  readonly messages: number | null;
}

/** One of the conditions holds: everything that it asks for is reached. A condition that asks for nothing never holds. */
export const isReached = (
  conditions: readonly ContextSize[],
  size: { readonly tokens: number; readonly messages: number },
): boolean =>
  conditions.some(
    ({ tokens, messages }) =>
      (tokens !== null || messages !== null) &&
      (tokens === null || size.tokens >= tokens) &&
      (messages === null || size.messages >= messages),
  );

/** "4,000 tokens and 20 messages"; `exact` false: its tokens were counted as an estimate. */
export const sizeText = ({ tokens, messages }: ContextSize, exact = true): string =>
  [
    ...(tokens === null ? [] : [countedTokens(tokens, exact)]),
    ...(messages === null ? [] : [`${formatCount(messages)} ${unitWord('message', messages)}`]),
  ].join(' and ');

export function caseSize(value: unknown, what: string): ContextSize {
  const size = objectOf(value, what);
  if (size.fraction !== undefined) throw new Error(`${what}.fraction needs a model, and a case has none`);
  return {
    tokens: optionalNumber(size.tokens, `${what}.tokens`),
    messages: optionalNumber(size.messages, `${what}.messages`),
  };
}

/** One condition or a list of alternatives; without any the library never acts. */
export function caseConditions(value: unknown, what: string): ContextSize[] {
  if (isObject(value)) return [caseSize(value, what)];
  return Array.isArray(value) ? value.map((size) => caseSize(size, what)) : [];
}
