/** Placeholder type until the helper's file arrives. */
export interface Notes {
  readonly sentences: readonly { readonly text: string; readonly messages: readonly number[] }[];
  readonly text: string;
  readonly tokens: number;
  readonly left: number;
}
