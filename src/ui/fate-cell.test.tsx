import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FateCell } from './fate-cell';

it('draws a turn that is in the context in part as its map does: filled from below', () => {
  const half = renderToStaticMarkup(<FateCell fate="verbatim" fraction={51} />);
  expect(half).toContain('data-part="20"');
  expect(half).toContain('inset(80% 0 0)');
  const whole = renderToStaticMarkup(<FateCell fate="verbatim" fraction={255} />);
  expect(whole).not.toContain('data-part');
  // What is not in the context is not in it in part either.
  expect(renderToStaticMarkup(<FateCell fate="dropped" fraction={0} />)).not.toContain('data-part');
});
