/** What the token worker answers; shared by both sides. */
export type TokenContract = {
  /** The o200k_base counts of texts, in their order. */
  readonly count: { readonly request: { readonly texts: readonly string[] }; readonly response: Int32Array };
};
