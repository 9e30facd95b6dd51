import { describe, expect, it } from 'vitest';
import { cleanCounts, cleanJson } from './clean-text';

describe('cleanJson', () => {
  it('gives values that JSON writes as it reads them', () => {
    const read = JSON.parse('{"a": -0, "b": [-0.0, 1.5, true, null, "x"], "__proto__": {"c": -0}}');
    const clean = cleanJson(read, cleanCounts());
    // toEqual tells 0 and -0 apart.
    expect(JSON.parse(JSON.stringify(clean))).toEqual(clean);
    expect(clean).toEqual(JSON.parse('{"a": 0, "b": [0, 1.5, true, null, "x"], "__proto__": {"c": 0}}'));
  });
});
