import { expect, it } from 'vitest';
import { namesBelow, nothingAt } from './nothing-at.js';

const PACKAGES = ['/Game/Doors/BP_Door', '/Game/Maps/Old/Hall', '/Game/M_Iron', '/Keys/BP_Key'];
const hint = (path: string, packages = PACKAGES) => nothingAt(path, namesBelow(packages)).enable;

it('names the roots for a path outside of them', () => {
  expect(hint('/Nope')).toBe('Below / there are /Game, /Keys.');
  expect(hint('/Nope/Further/Down')).toBe('Below / there are /Game, /Keys.');
});

it('names the entries of the last existing folder, in any case', () => {
  expect(hint('/game/Door')).toBe('Below /game there are /game/Doors, /game/M_Iron, /game/Maps.');
  expect(hint('/Game/Maps/New/Hall')).toBe('Below /Game/Maps there are /Game/Maps/Old.');
});

it('names a package with a similar name', () => {
  expect(hint('/Game/Doors/BP_Dor')).toBe('Below /Game/Doors there are /Game/Doors/BP_Door.');
});

it('goes up from a package that is not a folder', () => {
  expect(hint('/Game/M_Iron/Nope')).toBe('Below /Game there are /Game/M_Iron, /Game/Doors, /Game/Maps.');
});

it('puts similar names first, and mentions that there are others', () => {
  const many = Array.from({ length: 20 }, (_, number) => `/Game/Folder${number}/A`);
  expect(hint('/Game/zebra', [...many, '/Game/Zebras/B'])).toMatch(
    /^Below \/Game there are \/Game\/Zebras, .* and others\.$/,
  );
});

it('names nothing if nothing is known', () => {
  expect(nothingAt('/Nope', namesBelow([]))).toMatchObject({
    kind: 'not-found',
    message: expect.stringContaining('/Nope'),
    enable: undefined,
  });
});
