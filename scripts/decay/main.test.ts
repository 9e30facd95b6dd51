import { afterAll, describe, expect, it } from 'vitest';
import { commands } from './commands';
import { captureIo, decay, fixture, tempFolder } from './testing/capture';

const temp = tempFolder();
afterAll(temp.remove);
const sample = fixture('openai-chat', 'sample-openai-chat');

describe('help', () => {
  it.each([['--help'], ['-h'], ['help']])('%s names every command', async (flag) => {
    const { exitCode, out, err } = await decay([flag]);
    expect(exitCode).toBe(0);
    expect(err).toBe('');
    for (const { name } of commands) expect(out).toContain(`  ${name} `);
  });

  it.each(commands.map(({ name }) => name))('%s --help names its options', async (name) => {
    const { exitCode, out } = await decay([name, '--help']);
    expect(exitCode).toBe(0);
    for (const option of Object.keys(commands.find((c) => c.name === name)!.options))
      expect(out).toContain(`--${option}`);
  });

  it('lists strategies, and the parameters of one that is named', async () => {
    expect((await decay(['simulate', '--help'])).out).toMatch(/semantic-recency +Semantic recency/);
    const { out } = await decay(['simulate', '--strategy', 'window', '--help']);
    expect(out).toMatch(/k +how many past turns stay; a whole number from 0 to 100,000 \(5\)/);
    const more = await decay(['simulate', '--strategy', 'full', '--modifier', 'notes:limit=50', '--help']);
    expect(more.out).toContain('Full history has no parameters.');
    expect(more.out).toMatch(/Parameters of Notes:\n +limit .*; a whole number from 20 to 20,000 \(300\)/);
    expect((await decay(['simulate', '--modifier', 'pins', '--help'])).out).toMatch(/turns +.*joined by \+/);
    expect((await decay(['simulate', '--modifier', 'nope', '--help'])).out).toContain('Modifiers (add');
  });
});

describe('bad usage ends with 2, help on standard error and nothing on standard output', () => {
  const cases: readonly [string, readonly string[], string][] = [
    ['no command', [], 'A COMMAND is missing.'],
    ['an unknown command', ['simulte'], 'There is no command “simulte”.'],
    ['an unknown option', ['import', sample, '--quiet'], "Unknown option '--quiet'"],
    ['a missing value', ['simulate', sample, '--strategy'], "'--strategy <value>' argument missing"],
    ['no file', ['import'], 'A FILE is missing.'],
    ['two files', ['import', sample, 'more.json'], '“more.json” is one too many'],
    ['no strategy', ['simulate', sample], '--strategy ID is missing.'],
    [
      'an unknown strategy',
      ['simulate', sample, '--strategy', 'x'],
      'There is no strategy “x”; there are full',
    ],
    [
      'an unknown parameter',
      ['simulate', sample, '--strategy', 'window', '--set', 'width=3'],
      'Sliding window has no parameter “width”; it has k, block, overflow.',
    ],
    [
      'a value out of range',
      ['simulate', sample, '--strategy', 'window', '--set', 'k=-1'],
      'k is a whole number from 0 to 100,000, not “-1”.',
    ],
    [
      'a value of another kind',
      ['simulate', sample, '--strategy', 'window', '--set', 'overflow=keep'],
      'overflow is one of drop, archive, not “keep”.',
    ],
    [
      'an empty value',
      ['simulate', sample, '--strategy', 'window', '--set', 'k='],
      'k is a whole number from 0 to 100,000, not “”.',
    ],
    [
      'half a setting',
      ['simulate', sample, '--strategy', 'window', '--set', 'k'],
      '“k” is not of the form name=value',
    ],
    [
      'an unknown compressor',
      ['simulate', sample, '--strategy', 'window', '--compress', 'window'],
      'There is no compressor “window”',
    ],
    [
      'a parameter of no compressor',
      ['simulate', sample, '--strategy', 'window', '--set', 'compress.k=3'],
      '“compress.k” needs --compress ID.',
    ],
    [
      'an unknown modifier',
      ['simulate', sample, '--strategy', 'full', '--modifier', 'x'],
      'There is no modifier “x”',
    ],
    [
      'a bad turn list',
      ['simulate', sample, '--strategy', 'full', '--modifier', 'pins:turns=3,7'],
      '“7” is not of the form name=value',
    ],
    [
      'turn 0',
      ['simulate', sample, '--strategy', 'full', '--modifier', 'pins:turns=0'],
      'turns is turn numbers joined by +, not “0”.',
    ],
    [
      'a turn that is not there',
      ['simulate', sample, '--strategy', 'full', '--modifier', 'pins:turns=99'],
      'There is no turn 99: this conversation has 7.',
    ],
    [
      'a step that is not there',
      ['simulate', sample, '--strategy', 'full', '--step', '8'],
      'There is no turn 8',
    ],
    ['step 0', ['simulate', sample, '--strategy', 'full', '--step', '0'], '--step is a whole number from 1'],
    [
      'an unknown unit',
      ['simulate', sample, '--strategy', 'full', '--unit', 'word'],
      '--unit is one of turn, message',
    ],
    [
      'an unknown tokenizer',
      ['simulate', sample, '--strategy', 'full', '--tokens', 'p50k'],
      '--tokens is one of o200k, cl100k, estimate',
    ],
    ['cases in a file', ['select', 'cases.jsonl'], 'Cases come on standard input'],
    ['an unknown mode', ['select', '--mode', 'real'], '--mode is one of shipped, documented'],
    [
      'half a sweep',
      ['evaluate', sample, '--strategy', 'window', '--sweep', 'k=1..'],
      '--sweep is name=from..to',
    ],
    [
      'a sweep of an unknown parameter',
      ['evaluate', sample, '--strategy', 'window', '--sweep', 'w=1..2'],
      'no parameter “w”',
    ],
    [
      'a sweep of a word',
      ['evaluate', sample, '--strategy', 'window', '--sweep', 'overflow=1..2'],
      'overflow is no number',
    ],
    [
      'a sweep out of range',
      ['evaluate', sample, '--strategy', 'window', '--sweep', 'block=0..2'],
      'block is a whole number from 1',
    ],
    ['a sweep backwards', ['evaluate', sample, '--strategy', 'window', '--sweep', 'k=3..1'], '3 is above 1'],
    [
      'a sweep without end',
      ['evaluate', sample, '--strategy', 'window', '--sweep', 'k=0..100000'],
      'at most 10000 are tried',
    ],
    ['a step of 0', ['evaluate', sample, '--strategy', 'window', '--sweep', 'k=1..3:0'], 'a step above 0'],
  ];
  it.each(cases)('%s', async (_, argv, message) => {
    const { exitCode, out, err } = await decay(argv);
    expect(err).toContain(message);
    expect(err).toContain('Usage: npm run --silent decay -- ');
    expect(out).toBe('');
    expect(exitCode).toBe(2);
  });
});

describe('bad input ends with 1 and an error as JSON', () => {
  const inputs: readonly [string, () => string, string][] = [
    ['a missing file', () => `${temp.folder}/none.json`, 'file-missing'],
    ['a file in a file', () => `${sample}/none.json`, 'file-missing'],
    ['a folder', () => temp.folder, 'file-is-folder'],
    ['an empty file', () => temp.write('empty.json', ''), 'empty-file'],
    [
      'an image',
      () => temp.write('image.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 4, 5, 6, 7)),
      'unknown-format',
    ],
    [
      'bytes of no encoding',
      () =>
        temp.write(
          'noise.txt',
          Uint8Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 251),
        ),
      'unknown-format',
    ],
    [
      'an encoding that is not read',
      () => temp.write('utf-32.txt', Uint8Array.from([0xff, 0xfe, 0, 0, 0x55, 0, 0, 0])),
      'encoding',
    ],
    ['a ZIP archive', () => temp.write('export.zip', 'PK\u0003\u0004'), 'zip-archive'],
    ['broken JSON', () => temp.write('broken.json', '[{"role": "user" "content": "x"}]'), 'unknown-format'],
  ];
  for (const [name, make, code] of inputs) {
    it.each([
      ['import', []],
      ['simulate', ['--strategy', 'full']],
      ['embed', []],
      ['evaluate', ['--strategy', 'full']],
    ])(`${name}: %s`, async (command, options) => {
      const { exitCode, json, err } = await decay([command, make(), ...options]);
      expect(json.error).toMatchObject({ code, message: expect.stringMatching(/./) });
      expect(err).toContain(json.error.message);
      expect(exitCode).toBe(1);
    });
  }
});

it('reads a file from standard input under the name -', async () => {
  const { exitCode, json } = await decay(['import', '-'], { stdin: 'User: hello\nAssistant: hi' });
  expect(exitCode).toBe(0);
  expect(json.messages).toHaveLength(2);
});

it('names standard input where that cannot be read', async () => {
  const { exitCode, json } = await decay(['simulate', '-', '--strategy', 'window'], { stdin: '' });
  expect(exitCode).toBe(1);
  expect(json.error.message).toMatch(/^Standard input: /);
});

it('lets a fault of the runner through to the process', async () => {
  const { io } = captureIo();
  const { run } = await import('./main');
  const broken = {
    ...io,
    write: () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  };
  await expect(run(['import', sample], broken)).rejects.toThrow('EPIPE');
});
