/**
 * Errors are values: a stable code, one sentence for the user, and (where there is one) the place in the input.
 */
export interface Problem {
  /** Stable, kebab-case; tests and documentation refer to it. */
  readonly code: string;
  /** One sentence for the user: what is wrong and what still works. */
  readonly message: string;
  /** Where in the input: a line, a JSON path, or an item number, as the user would look it up. */
  readonly where?: string;
  /** How many times it occurred; 1 when absent. */
  readonly count?: number;
}

export type Result<T, E = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const fail = <E = Problem>(error: E): Result<never, E> => ({ ok: false, error });
