import { expect, it } from 'vitest';
import { matching, type PaletteItem, revisionIn } from './palette-items.js';

const item = (label: string, note?: string): PaletteItem => ({
  id: label,
  group: 'Commands',
  label,
  ...(note !== undefined && { note }),
  run: () => {},
});

it('a text names a revision', () => {
  expect(['at 120', '@7', 'rev 3', '#12', 'titan', '120 x'].map(revisionIn)).toEqual([
    120,
    7,
    3,
    12,
    undefined,
    undefined,
  ]);
});

it('items match by all words, those that begin with the text first', () => {
  const items = [item('Go to Server'), item('Server'), item('Theme: dark'), item('x', 'serves')];
  expect(matching(items, 'ser').map(({ label }) => label)).toEqual(['Server', 'Go to Server', 'x']);
  expect(matching(items, 'dark theme').map(({ label }) => label)).toEqual(['Theme: dark']);
});
