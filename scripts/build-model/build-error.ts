/** A failure the person who runs the build can act on: the message is one sentence and is shown without a stack. */
export class BuildError extends Error {
  override name = 'BuildError';
}
