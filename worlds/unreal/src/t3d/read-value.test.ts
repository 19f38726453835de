import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readValue } from './read-value.js';

describe('a value of an export', () => {
  it.each([
    ['True', true],
    ['false', false],
    ['12', 12],
    ['-0.500000', -0.5],
    ['+3', 3],
    ['007', '007'],
    ['12345678901234567890', '12345678901234567890'],
    ['1E5', '1E5'],
    ['""', ''],
    ['"a \\"b\\" \\\\ \\r\\n"', 'a "b" \\ \r\n'],
    ['None', 'None'],
    ['', ''],
    ['a,b', 'a,b'],
    [`EdGraph'"EventGraph"'`, `EdGraph'"EventGraph"'`],
    ['NSLOCTEXT("a", "b", "c, d)")', 'NSLOCTEXT("a", "b", "c, d)")'],
    ['()', []],
    ['(X=1.0,Y=-2,Z=0)', { X: 1, Y: -2, Z: 0 }],
    ['(1,2,"three")', [1, 2, 'three']],
    ['(A=(B=(1,2)),C="x,y")', { A: { B: [1, 2] }, C: 'x,y' }],
    ['(A=,B=1)', { A: '', B: 1 }],
    ['(A=NSLOCTEXT("k", "n", "t"), B=True)', { A: 'NSLOCTEXT("k", "n", "t")', B: true }],
    ['(A[0]=1,A[1]=2)', { 'A[0]': 1, 'A[1]': 2 }],
    ['(A=1,B=(),)', { A: 1, B: [] }],
  ])('%s is %j', (text, value) => {
    expect(readValue(text)).toEqual(value);
  });

  it.each(['(1,2', '(A=1,2)', '"open', '(A="open)', '(1))', ')'])('%s stays text', text => {
    expect(readValue(text)).toBe(text);
  });

  it('with endless nesting stays text, in linear time', () => {
    const deep = '('.repeat(100_000);
    expect(readValue(deep)).toBe(deep);
  });

  it('of any kind is read without an exception', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('(', ')', ',', '"', '\\', '=', 'A', '1', ' ') }),
        text => {
          expect(readValue(text)).toBeDefined();
        },
      ),
    );
  });

  it('in quotes is the quoted text', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const quoted = `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r')}"`;
        expect(readValue(`(A=${quoted})`)).toEqual({ A: text });
      }),
    );
  });
});
