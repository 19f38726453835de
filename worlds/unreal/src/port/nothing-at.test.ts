import { expect, it } from 'vitest';
import { namesBelow, nothingAt } from './nothing-at.js';

const PACKAGES = ['/Game/Doors/BP_Door', '/Game/Maps/Old/Hall', '/Game/M_Iron', '/Keys/BP_Key'];
const hint = (path: string, packages = PACKAGES) => nothingAt(path, namesBelow(packages)).enable;

it('names the roots for a path outside of them', () => {
  expect(hint('/Nope')).toBe('/ contains /Game, /Keys.');
  expect(hint('/Nope/Further/Down')).toBe('/ contains /Game, /Keys.');
});

it('names the entries of the last existing folder, in any case', () => {
  expect(hint('/game/Door')).toBe('/game contains /game/Doors, /game/M_Iron, /game/Maps.');
  expect(hint('/Game/Maps/New/Hall')).toBe('/Game/Maps contains /Game/Maps/Old.');
});

it('names a package with a similar name', () => {
  expect(hint('/Game/Doors/BP_Dor')).toBe('/Game/Doors contains /Game/Doors/BP_Door.');
});

it('goes up from a package that is not a folder', () => {
  expect(hint('/Game/M_Iron/Nope')).toBe('/Game contains /Game/M_Iron, /Game/Doors, /Game/Maps.');
});

it('puts similar names first, and mentions that there are others', () => {
  const many = Array.from({ length: 20 }, (_, number) => `/Game/Folder${number}/A`);
  expect(hint('/Game/zebra', [...many, '/Game/Zebras/B'])).toMatch(
    /^\/Game contains \/Game\/Zebras, .* and others\.$/,
  );
});

it('names nothing if nothing is known', () => {
  expect(nothingAt('/Nope', namesBelow([]))).toMatchObject({
    kind: 'not-found',
    message: expect.stringContaining('/Nope'),
    enable: undefined,
  });
});
