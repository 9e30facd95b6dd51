import { describe, expect, it } from 'vitest';
import { normalPath, patchedPaths, shellPaths } from './shell-paths';

describe('normalPath', () => {
  it.each([
    ['./a/b.py', 'a/b.py'],
    ['a//b/../c/', 'a/c'],
    ['../a', '../a'],
    ['a/../../b', '../b'],
    ['src\\app.ts', 'src/app.ts'],
    ['C:\\x\\y', 'C:/x/y'],
    ['file:///etc/hosts', '/etc/hosts'],
    ['.', '.'],
    ['/', '/'],
  ])('%s is %s', (raw, path) => {
    expect(normalPath(raw)).toBe(path);
  });

  it('lies in its folder unless it is absolute', () => {
    expect(normalPath('../a.py', '/repo/src')).toBe('/repo/a.py');
    expect(normalPath('/a.py', '/repo')).toBe('/a.py');
    expect(normalPath('~/a.py', '/repo')).toBe('~/a.py');
  });
});

/** "read a, write b" and marks: ! whole, ? not understood. */
function said(line: string): string {
  const { uses, whole, understood } = shellPaths(line);
  return `${uses.map((u) => `${u.does} ${u.path}`).join(', ')}${whole ? '!' : ''}${understood ? '' : '?'}`;
}

describe('shellPaths', () => {
  it.each([
    ['cat a.py', 'read a.py!'],
    ['cat -n "my file.txt" 2>/dev/null', 'read my file.txt!'],
    ['cd src && cat a.py', 'read src/a.py!'],
    ['cat a.py || true', 'read a.py!'],
    ['bash -lc "cat a.py"', 'read a.py!'],
    ['head -n 20 a.py', 'read a.py'],
    ["sed -n '1,20p' a.py", 'read a.py'],
    ['grep -n "log" a.py b.py', 'read a.py, read b.py'],
    ['cat a.py | grep log | head -5', 'read a.py'],
    ['cat a.py b.py', 'read a.py, read b.py'],
    ['cat a.py && npm test', 'read a.py?'],
    ['npm test', '?'],
    ['rm -rf build a.py', 'delete build, delete a.py'],
    ['git rm a.py', 'delete a.py'],
    ['rm *.pyc', '?'],
    ['cat "$FILE"', '?'],
    ['mv a.py b.py', 'delete a.py, write b.py'],
    ['cp a.py b.py', 'write b.py'],
    ["sed -i 's/a/b/' a.py", 'write a.py'],
    ['echo hi > a.txt', 'write a.txt'],
    ['echo hi >> a.txt 2>&1', 'write a.txt'],
    ['echo hi | tee -a a.txt', 'write a.txt'],
    ["cat > a.py <<'EOF'\nrm b.py\nEOF", 'write a.py'],
    ['python x.py > log.txt', 'write log.txt?'],
    ['', '?'],
  ])('%s', (line, expected) => {
    expect(said(line)).toBe(expected);
  });

  it('reads the files of a patch', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** Delete File: c.ts\n*** End Patch';
    const uses = ['write src/a.ts', 'write b.ts', 'delete c.ts'].join(', ');
    expect(said(`apply_patch <<'PATCH'\n${patch}\nPATCH`)).toBe(uses);
    expect(
      patchedPaths(patch)
        .map((u) => `${u.does} ${u.path}`)
        .join(', '),
    ).toBe(uses);
    expect(patchedPaths('*** Update File: a.ts')).toEqual([]);
  });
});
