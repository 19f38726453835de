import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFolderPath, readObjectPath } from './object-path.js';
import { UnrealError } from './unreal-error.js';

describe('a path', () => {
  it.each([
    ['/Game/Maps/Hall', { package: '/Game/Maps/Hall' }],
    ['/Game/Maps/Hall.Hall', { package: '/Game/Maps/Hall', object: 'Hall' }],
    [
      '/Game/Maps/Hall.Hall:PersistentLevel.Door_1',
      { package: '/Game/Maps/Hall', object: 'Hall.PersistentLevel.Door_1' },
    ],
    [`Blueprint'"/Game/BP.BP"'`, { package: '/Game/BP', object: 'BP' }],
    [`/Script/Engine.World'/Game/Hall.Hall'`, { package: '/Game/Hall', object: 'Hall' }],
    ['/Game/Ünïcode 和', { package: '/Game/Ünïcode 和' }],
  ])('names a package and perhaps an object: %s', (asked, parts) => {
    expect(readObjectPath(asked)).toEqual(parts);
  });

  it.each([
    '',
    'Game/Door',
    '/',
    '/Game/',
    '/Game//Door',
    '/Game/../Door',
    '/Game/./Door',
    '/Game/Door/..',
    '/Game/Door\0',
    '/Game\\..\\Door',
    'C:\\Game\\Door.uasset',
    '/Game/Door.',
    '/Game/Door.A..B',
    '/Game/Door:A',
    `/Game/${'x'.repeat(1_100)}`,
  ])('is refused where it could be anything else: %j', asked => {
    expect(() => readObjectPath(asked)).toThrow(UnrealError);
    expect(() => readObjectPath(asked)).toThrow(/not an Unreal path/);
  });

  it('of a folder can end with a slash', () => {
    expect(readFolderPath('/Game/Maps/')).toBe('/Game/Maps');
    expect(() => readFolderPath('/Game/../..')).toThrow(UnrealError);
  });

  it('never has a part that leads up', () => {
    const parts = fc.array(fc.oneof(fc.constantFrom('..', '.', 'Game', '\\', '/', '.a'), fc.string()));
    fc.assert(
      fc.property(parts, names => {
        try {
          const { package: path } = readObjectPath(`/${names.join('/')}`);
          expect(path.split('/')).not.toContain('..');
          expect(path).not.toMatch(/[\\\0]/);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(UnrealError);
        }
      }),
    );
  });
});
