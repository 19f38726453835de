import { WorldError } from '@worldwire/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actorOf, className, folderPath, objectPath, packageOf, packagePath } from './given-path.js';
import { readObjectPaths } from './object-path.js';

const DOOR = '/Game/Maps/Hall.Hall:PersistentLevel.Door_1';

describe('the path of an asset', () => {
  it.each([
    '/Game/Doors/BP_Door',
    'Game/Doors/BP_Door',
    '/Game/Doors/BP_Door/',
    ' /Game/Doors/BP_Door ',
    '/Game/Doors/BP_Door.BP_Door',
    '/Game/Doors/BP_Door.BP_Door_C',
    '/Game/Doors/BP_Door.BP_Door:EventGraph.K2Node_1',
    '/Game/Doors/BP_Door.uasset',
    "Blueprint'/Game/Doors/BP_Door.BP_Door'",
    "Blueprint'Game/Doors/BP_Door'",
    "/Script/Engine.Blueprint'/Game/Doors/BP_Door.BP_Door'",
    `BlueprintGeneratedClass'"/Game/Doors/BP_Door.BP_Door_C"'`,
  ])('%s is that of its package', given => {
    expect(packagePath(given)).toBe('/Game/Doors/BP_Door');
  });

  it.each([
    '',
    ' ',
    '/',
    '//',
    '/Game',
    'BP_Door',
    '/Game/../Secret',
    '/Game/..',
    '..',
    'Game/Doors/..BP',
    '/Game//BP_Door',
    '/Game/BP_Door//',
    '/Game/./BP_Door',
    '/Game/BP_Door.',
    '/Game/BP_Door:',
    '/Game/.BP_Door',
    '/Game/BP_Door.:Graph',
    '/Game\\Doors\\BP_Door',
    '/Game/Doors/BP\u0000Door',
    '/Game/Doors/BP\nDoor',
    '/Game/Doors/\ud800',
    '/Game/Doors/BP_Door?x=1',
    '/Game/Doors/*',
    "Blueprint''",
    "'",
    `/Game/${'x'.repeat(1_024)}`,
  ])('is not %j', given => {
    const message = expect.stringContaining('is not the path of');
    expect(() => packagePath(given)).toThrow(expect.objectContaining({ kind: 'InvalidArgument', message }));
  });
});

describe('the path of an object', () => {
  it.each([
    [DOOR, DOOR],
    [DOOR.slice(1), DOOR],
    [`StaticMeshActor'${DOOR}'`, DOOR],
    [`/Script/Engine.StaticMeshActor'${DOOR}'`, DOOR],
    ['/Game/Doors/BP_Door', '/Game/Doors/BP_Door.BP_Door'],
    ['/Game/Doors/BP_Door.old', '/Game/Doors/BP_Door.old'],
    ['/Game/Doors/BP_Door.Default__BP_Door_C', '/Game/Doors/BP_Door.Default__BP_Door_C'],
    ['/Script/Engine.Default__KismetSystemLibrary', '/Script/Engine.Default__KismetSystemLibrary'],
  ])('%s is %s', (given, path) => {
    expect(objectPath(given)).toBe(path);
  });

  it.each(['Door_1', '', '/Game/Maps/Hall.Hall:..', 'C:\\Windows'])('is not %j', given => {
    expect(() => objectPath(given)).toThrow('is not the path of an object');
  });

  it('has its package and its actor', () => {
    expect(packageOf(DOOR)).toBe('/Game/Maps/Hall');
    expect(packageOf('/Game/Maps/Hall')).toBe('/Game/Maps/Hall');
    expect(actorOf(`${DOOR}.Mesh`)).toBe(DOOR);
    expect(actorOf(DOOR)).toBe(DOOR);
    expect(actorOf('/Game/Maps/Hall.Hall:PersistentLevel')).toBeUndefined();
    expect(actorOf('/Game/Doors/BP_Door.BP_Door')).toBeUndefined();
  });
});

it('accepts a root as a folder, and a folder with a dot in its name', () => {
  expect(folderPath('/Game/v1.2')).toBe('/Game/v1.2');
  expect(folderPath('Game')).toBe('/Game');
  expect(folderPath('/Game/Doors/')).toBe('/Game/Doors');
  for (const given of ['', '/', '../Game'])
    expect(() => folderPath(given)).toThrow('is not the path of a folder');
});

it('accepts a class by its name or its path', () => {
  expect(className('PointLight')).toBe('PointLight');
  expect(className('/Script/Engine.PointLight')).toBe('/Script/Engine.PointLight');
  expect(className("Class'/Script/Engine.PointLight'")).toBe('/Script/Engine.PointLight');
  expect(className("Blueprint'/Game/Doors/BP_Door.BP_Door'")).toBe('/Game/Doors/BP_Door.BP_Door');
  for (const given of ['', ' ', '../x', 'Point\u0007Light', '/Game'])
    expect(() => className(given)).toThrow('class');
});

it('shows only the start of a long invalid path', () => {
  expect(() => packagePath('x'.repeat(5_000))).toThrow(/^.{0,200}$/);
});

it('returns only paths that the project source accepts', () => {
  const parts = fc.array(fc.constantFrom('/', '.', 'Game', 'Door', '_C', '..', ' ', 'Default__'));
  fc.assert(
    fc.property(parts, given => {
      for (const read of [packagePath, objectPath]) {
        let path: string;
        try {
          path = read(given.join(''));
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(WorldError);
          continue;
        }
        expect(readObjectPaths(path).length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 5_000 },
  );
});
