import { expect, it } from 'vitest';
import { namesBelow, nothingAt } from './nothing-at.js';

const PACKAGES = ['/Game/Doors/BP_Door', '/Game/Maps/Old/Hall', '/Game/M_Iron', '/Keys/BP_Key'];
const hint = (path: string, packages = PACKAGES) => nothingAt(path, namesBelow(packages)).enable;

it('names the roots for a path in none of them', () => {
  expect(hint('/Nope')).toBe('Below / there are /Game, /Keys.');
  expect(hint('/Nope/Further/Down')).toBe('Below / there are /Game, /Keys.');
});

it('names what is where the path goes wrong, in whatever case it went right before', () => {
  expect(hint('/game/Door')).toBe('Below /game there are /game/Doors, /game/M_Iron, /game/Maps.');
  expect(hint('/Game/Maps/New/Hall')).toBe('Below /Game/Maps there are /Game/Maps/Old.');
});

it('names a package that looks like the one that was meant', () => {
  expect(hint('/Game/Doors/BP_Dor')).toBe('Below /Game/Doors there are /Game/Doors/BP_Door.');
});

it('goes up from what is a package and no folder', () => {
  expect(hint('/Game/M_Iron/Nope')).toBe('Below /Game there are /Game/M_Iron, /Game/Doors, /Game/Maps.');
});

it('puts what looks alike first, and says that there are others', () => {
  const many = Array.from({ length: 20 }, (_, number) => `/Game/Folder${number}/A`);
  expect(hint('/Game/zebra', [...many, '/Game/Zebras/B'])).toMatch(
    /^Below \/Game there are \/Game\/Zebras, .* and others\.$/,
  );
});

it('names nothing where nothing is known', () => {
  expect(nothingAt('/Nope', namesBelow([]))).toMatchObject({
    kind: 'not-found',
    message: expect.stringContaining('/Nope'),
    enable: undefined,
  });
});
