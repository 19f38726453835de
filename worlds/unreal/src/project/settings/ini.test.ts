import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../work/time-slice.js';
import { Ini } from './ini.js';

const slice = new TimeSlice(new AbortController().signal);
const parse = (text: string) => new Ini().apply(text, slice);

describe('settings', async () => {
  it('have sections, keys, comments and blanks', async () => {
    const ini = await parse(
      [
        '; a comment',
        'Lost=1',
        '[One]',
        '',
        '  Key = value  ',
        ';Key=other',
        'Url=https://a.b//c;d',
        '[ Two ]',
        'Key=2',
      ].join('\r\n'),
    );
    expect(ini.get('One', 'Key')).toBe('value');
    expect(ini.get('One', 'Url')).toBe('https://a.b//c;d');
    expect(ini.get('Two', 'Key')).toBe('2');
    expect([...ini.entries()].map(({ section, key }) => `${section}.${key}`)).toEqual([
      'One.Key',
      'One.Url',
      'Two.Key',
    ]);
  });

  it.each([
    ['+A=x\n+A=y\n+A=x', ['x', 'y']],
    ['.A=x\n.A=x', ['x', 'x']],
    ['+A=x\n+A=y\n-A=x', ['y']],
    ['+A=x\n!A=ClearArray\n+A=z', ['z']],
    ['A=x\nA=y', ['y']],
    ['A=x\n+A=y', ['x', 'y']],
    ['-A=x', []],
    ['@A=Name\n+A=(Name=1)', ['(Name=1)']],
  ])('keep an array as the signs say: %j', async (lines, values) => {
    expect((await parse(`[S]\n${lines}`)).all('S', 'A')).toEqual(values);
  });

  it('are merged', async () => {
    const ini = await (await parse('[S]\n+A=x\nB=1')).apply('[s]\n-a=x\n+A=y\nb=2', slice);
    expect(ini.all('S', 'A')).toEqual(['y']);
    expect(ini.get('S', 'B')).toBe('2');
  });

  it.each([
    ['"a ; b"', 'a ; b'],
    ['"say \\"hi\\" \\\\ \\n"', 'say "hi" \\ \n'],
    ['"C:\\Game"', 'C:\\Game'],
    ['"open', '"open'],
    ['(A="x",B=2)', '(A="x",B=2)'],
    ['"a","b"', '"a","b"'],
    ['', ''],
  ])('take quotes around a whole value away: %j', async (raw, value) => {
    expect((await parse(`[S]\nK=${raw}`)).get('S', 'K')).toBe(value);
  });

  it('have no special names such as __proto__', async () => {
    const ini = await parse('[__proto__]\n__proto__=1\nconstructor=2');
    expect(ini.get('__proto__', '__proto__')).toBe('1');
    expect((await parse('')).get('constructor', 'name')).toBeUndefined();
  });

  it('return the written values', async () => {
    const word = fc.stringMatching(/^[A-Za-z_][\w /.]*[\w]$/);
    const value = fc.stringMatching(/^[\w(][\w ,;:(=)/'-]*[\w)]$/);
    const file = fc.dictionary(word, fc.dictionary(word, fc.array(value, { minLength: 1 })));
    await fc.assert(
      fc.asyncProperty(file, async sections => {
        const ini = new Ini();
        const wanted = new Map<string, readonly string[]>();
        for (const [section, keys] of Object.entries(sections)) {
          for (const [key, values] of Object.entries(keys)) {
            const lines = values.map(one => `.${key}=${one}`).join('\n');
            await ini.apply(`[${section}]\n!${key}=ClearArray\n${lines}`, slice);
            wanted.set(`${section}\n${key}`.toLowerCase(), values);
          }
        }
        for (const [name, values] of wanted) {
          const [section, key] = name.split('\n') as [string, string];
          expect(ini.all(section, key)).toEqual(values);
        }
      }),
    );
  });

  it('can be any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async text => {
        expect([...(await parse(text)).entries()]).toBeDefined();
      }),
    );
  });
});
