/** How often a property is tried: a handful in every run, many times that with `PROPERTY_FACTOR=50 npx vitest run …`. */
export const runs = (usual: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(usual * Number(process.env.PROPERTY_FACTOR ?? 1)),
});
