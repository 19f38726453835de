import { expect, it } from 'vitest';
import { hostileIds, hostileNames } from './hostile-names.js';

it('gives 1,000 different names of 1 to 256 characters, the same ones each time', () => {
  const names = hostileNames();
  expect(new Set(names).size).toBe(1_000);
  expect(names.filter(name => name.length < 1 || name.length > 256)).toEqual([]);
  expect(hostileNames()).toEqual(names);
});

it('has names of every class', () => {
  const all = hostileNames().join('\n');
  const classes = [
    '<script>',
    'onerror=',
    'javascript:',
    '\u202e',
    '\u0000',
    '__proto__',
    '$'.concat('{'),
    '🪐',
    'الأرض',
  ];
  expect(classes.filter(part => !all.includes(part))).toEqual([]);
});

it('gives ids without control characters', () => {
  const ids = hostileIds();
  expect(ids.length).toBeGreaterThan(500);
  expect(ids.filter(id => /\p{Cc}/u.test(id))).toEqual([]);
});
