/** Messages that are sent with other parts than they were said with. */
import type { Part } from '../../../core/conversation';
import type { PositionRewrite } from '../../../core/message-rule';

/** Makes each changed form of a message once, whatever the number of steps that send it. */
export class Rewrites {
  private readonly made: { readonly form: readonly number[]; readonly rewrite: PositionRewrite }[][] = [];

  constructor(private readonly tokensOfParts: (parts: readonly Part[]) => number) {}

  /** `form` tells the changed forms of a message apart: indexes of its parts, such as those that stay. */
  at(position: number, form: readonly number[], parts: () => readonly Part[]): PositionRewrite {
    this.made[position] ??= [];
    const forms = this.made[position];
    const known = forms.find((f) => f.form.length === form.length && f.form.every((k, i) => k === form[i]));
    if (known) return known.rewrite;
    const sent = parts();
    const rewrite = { position, parts: sent, tokens: this.tokensOfParts(sent) };
    forms.push({ form, rewrite });
    return rewrite;
  }
}
