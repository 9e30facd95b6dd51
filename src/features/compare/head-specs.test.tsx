import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { sliderRange } from '../../core/sweep';
import { headSpecs } from '../../state/compare-model';
import { allStrategies, loadAllStrategies } from '../../strategies/registry';
import { laneOf } from '../../strategies/testing/talk';
import { ParamControl } from '../../ui/param-control';

await loadAllStrategies();

const headOf = (id: string, params = {}) => headSpecs(laneOf(id, params))?.spec.name ?? null;
const ignore = () => undefined;

describe("what a lane's head shows of its parameters", () => {
  it('is a slider in use wherever there is one', () => {
    for (const { id } of allStrategies()) {
      const head = headSpecs(laneOf(id));
      if (!head) continue;
      const { spec, upper } = head;
      const { params } = laneOf(id);
      if (spec.control.endsWith('slider')) expect(params[spec.name], id).not.toBeNull();
      else expect(['timestamps', 'ai-sdk-prune-messages'], id).toContain(id);
      const html = renderToStaticMarkup(
        <ParamControl
          brief
          spec={spec}
          upper={upper}
          params={params}
          range={sliderRange(spec, 30, 5_000, upper)}
          unit="turn"
          onInput={ignore}
          onCommit={ignore}
        />,
      );
      // One row of controls is all the room there is: no switch over a slider.
      expect(html.includes('role="switch"'), id).toBe(false);
    }
  });

  it('passes over limits that are not set, and over kinds of a limit', () => {
    expect(headOf('langchain-summarization-middleware')).toBe('triggerTokens');
    expect(headOf('langchain-summarization-middleware', { triggerTokens: null, triggerMessages: 20 })).toBe(
      'triggerMessages',
    );
    expect(headOf('langchain-clear-tool-uses', { triggerTokens: null })).toBe('keepMessages');
    expect(headOf('anthropic-clear-tool-uses')).toBe('triggerValue');
  });

  it('is the choice that others hang on where no slider is in use', () => {
    expect(headOf('ai-sdk-prune-messages')).toBe('toolCalls');
    expect(headOf('ai-sdk-prune-messages', { toolCalls: 'before-last-n-messages' })).toBe('messages');
    expect(headOf('timestamps')).toBe('format');
    expect(headOf('full')).toBeNull();
  });
});
