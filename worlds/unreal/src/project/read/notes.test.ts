import { type WrittenProperty, writePackage } from '@worldwire/uasset/testing';
import { expect, it } from 'vitest';
import { Notes } from '../../port/notes.js';
import { TempProject } from '../temp-project.test.js';

/** A property of an unknown type. */
const strange = (name: string): WrittenProperty => ({
  name,
  type: 'StrangeProperty',
  value: writer => void writer.i32(7),
});
const root = (value: number): WrittenProperty => ({ name: 'RootComponent', type: 'ObjectProperty', value });

const classes = ['World', 'Level', 'Actor', 'SceneComponent'];
const LEVEL = writePackage({
  imports: [
    { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
    ...classes.map(name => ({ name, className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 })),
  ],
  exports: [
    { name: 'Hall', classIndex: -2, isAsset: true },
    { name: 'PersistentLevel', classIndex: -3, outer: 1 },
    { name: 'Door_1', classIndex: -4, outer: 2, properties: [strange('Hinge'), root(4)] },
    { name: 'Root', classIndex: -5, outer: 3, properties: [strange('RelativeLocation')] },
  ],
});
const DOOR = '/Game/Hall.Hall:PersistentLevel.Door_1';

async function hall() {
  const project = new TempProject();
  project.write('Content/Hall.umap', LEVEL);
  return project.open();
}

it('an actor has notes on unreadable parts, and no transform if that is unknown', async () => {
  const actor = await (await hall()).call('actor.get', { path: DOOR });
  expect(actor.notes).toEqual([
    expect.stringMatching(/^Hinge \(StrangeProperty.* was left out/),
    expect.stringMatching(/^Root: RelativeLocation \(StrangeProperty.* was left out/),
  ]);
  expect(actor.location).toBeUndefined();
  expect(actor.scale).toEqual({ x: 1, y: 1, z: 1 });
});

it.each(['t3d', 'json'] as const)('contents as %s have notes on unreadable parts', async format => {
  const { notes } = await (await hall()).call('asset.contents', { path: '/Game/Hall', format });
  expect(notes).toEqual([
    expect.stringMatching(/^Door_1: Hinge .* was left out/),
    expect.stringMatching(/^Root: RelativeLocation .* was left out/),
  ]);
});

it('a list of all properties names the missing ones', async () => {
  const { notes } = await (await hall()).call('property.read', { object: DOOR });
  expect(notes).toEqual([expect.stringContaining('Hinge')]);
});

it('notes are unique, at most twenty, with the number of the rest', () => {
  const notes = new Notes();
  expect(notes.member).toEqual({});
  notes.add('a', 'a', 'b');
  expect(notes.member).toEqual({ notes: ['a', 'b'] });
  notes.add(...Array.from({ length: 30 }, (_, number) => `note ${number}`));
  expect(notes.member.notes).toHaveLength(21);
  expect(notes.member.notes?.at(-1)).toBe('12 more notes are left out.');
});
