import { describe, expect, it } from 'vitest';
import { assetRows, foldersAbove, nameOf } from './asset-rows.js';

const asset = (path: string) => ({ path, name: nameOf(path), class: 'Blueprint' });
const ASSETS = [
  asset('/Game/Doors/BP_Door'),
  asset('/Game/Doors/Old/BP_Gate'),
  asset('/Game/Intro'),
  asset('/Tides/T'),
];

describe('assetRows', () => {
  it('shows closed folders with the number of assets below them', () => {
    expect(assetRows(ASSETS, new Set()).map(({ id, count }) => [id, count])).toEqual([
      ['/Game/', 3],
      ['/Tides/', 1],
    ]);
  });

  it('shows folders before assets, each in order', () => {
    const rows = assetRows(ASSETS, new Set(['/Game/', '/Game/Doors/']));
    expect(rows.map(({ id, depth }) => [id, depth])).toEqual([
      ['/Game/', 0],
      ['/Game/Doors/', 1],
      ['/Game/Doors/Old/', 2],
      ['/Game/Doors/BP_Door', 2],
      ['/Game/Intro', 1],
      ['/Tides/', 0],
    ]);
  });

  it('keeps hostile names of folders apart from the ways of objects', () => {
    expect(assetRows([asset('/__proto__/constructor/x')], new Set(['/__proto__/']))).toHaveLength(2);
  });

  it('names the folders above an asset', () => {
    expect(foldersAbove('/Game/Doors/BP_Door')).toEqual(['/Game/', '/Game/Doors/']);
  });
});

describe('nameOf', () => {
  it('takes the last name of assets and actors', () => {
    expect(nameOf('/Game/Maps/Hall.Hall:PersistentLevel.Door_1')).toBe('Door_1');
    expect(nameOf('/Game/')).toBe('/Game/');
  });
});
