import { describe, expect, it } from 'vitest';
import { requirePath } from './object-path.js';
import {
  blueprintDefaults,
  classOfDefault,
  isActor,
  isInLevel,
  nameOf,
  objectOf,
  shortClass,
  spawnableClass,
  spelledAs,
} from './unreal-paths.js';

const ACTOR = '/Game/Maps/Hall.Hall:PersistentLevel.Door_1';

describe('a path', () => {
  it('converts between an object and its package', () => {
    expect(objectOf('/Game/Doors/BP_Door')).toBe('/Game/Doors/BP_Door.BP_Door');
    expect(objectOf('/Game/Doors/BP_Door.Other')).toBe('/Game/Doors/BP_Door.Other');
    expect(blueprintDefaults('/Game/Doors/BP_Door')).toBe('/Game/Doors/BP_Door.Default__BP_Door_C');
  });

  it('has a name, and whether it is inside a level', () => {
    expect(nameOf(ACTOR)).toBe('Door_1');
    expect(nameOf('/Game/Doors/BP_Door')).toBe('BP_Door');
    expect([isInLevel(ACTOR), isInLevel('/Game/Doors/BP_Door.BP_Door')]).toEqual([true, false]);
  });

  it('of a default object is that of a class', () => {
    expect(classOfDefault('/Script/UnrealEd.Default__EditorActorSubsystem')).toBe(
      '/Script/UnrealEd.EditorActorSubsystem',
    );
    expect(classOfDefault(ACTOR)).toBeUndefined();
  });

  it('that is invalid is refused', () => {
    expect(requirePath(ACTOR)).toBe(ACTOR);
    for (const path of ['', '/', 'Game', '//x', '/a\u0000', '/a\nb', `/${'a'.repeat(1_024)}`, 5 as never]) {
      expect(() => requirePath(path)).toThrow(/not an Unreal path/);
    }
  });
});

describe('a class', () => {
  it.each([
    'PointLight',
    '/Script/Engine.PointLight',
    "Class'/Script/Engine.PointLight'",
    `/Script/CoreUObject.Class'"/Script/Engine.PointLight"'`,
    `"/Script/CoreUObject.Class'/Script/Engine.PointLight'"`,
  ])('is a PointLight when it is written %s', name => {
    expect(shortClass(name)).toBe('PointLight');
  });

  it('that can be spawned is a class of the engine, or that of a Blueprint', () => {
    expect(spawnableClass('PointLight')).toBe('/Script/Engine.PointLight');
    expect(spawnableClass('/Script/My.Thing')).toBe('/Script/My.Thing');
    expect(spawnableClass('/Game/BP')).toBe('/Game/BP.BP_C');
    expect(spawnableClass('/Game/BP.BP_C')).toBe('/Game/BP.BP_C');
  });
});

it('is that of an actor if it is directly in a level', () => {
  expect(isActor(ACTOR)).toBe(true);
  for (const other of [`${ACTOR}.Mesh`, '/Game/Maps/Hall.Hall:PersistentLevel', '/Game/Maps/Hall.Hall'])
    expect(isActor(other)).toBe(false);
});

it('is spelled as the editor spells it', () => {
  expect(spelledAs(ACTOR.toLowerCase(), ['/Game/A.A:L.B', ACTOR])).toBe(ACTOR);
  expect(spelledAs('/Game/Missing', [ACTOR])).toBeUndefined();
});
