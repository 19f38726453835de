import { MemoryBytes, openPackage } from '@worldwire/uasset';
import { type WrittenProperty, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it, vi } from 'vitest';
import { ObjectTable } from '../read/object-table.js';
import { ComponentPlaces } from './component-places.js';
import { type SavedObject, SavedObjects } from './saved-objects.js';

const HALL = '/Game/Maps/Hall';

/** Components C1, C2 and so on, each one unit to the right of the one that it is attached to, by number. */
async function components(parents: readonly (number | undefined)[]) {
  const properties = (parent: number | undefined): WrittenProperty[] => [
    {
      name: 'RelativeLocation',
      type: 'StructProperty(Vector)',
      value: writer => void writer.f32(1).f32(0).f32(0),
    },
    ...(parent === undefined ? [] : [{ name: 'AttachParent', type: 'ObjectProperty', value: parent }]),
  ];
  const bytes = writePackage({
    imports: [
      { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
      { name: 'SceneComponent', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
    ],
    exports: parents.map((parent, i) => ({
      name: `C${i + 1}`,
      classIndex: -2,
      properties: properties(parent),
    })),
  });
  const opened = await openPackage(new MemoryBytes(bytes), { path: HALL });
  const table = await ObjectTable.of(opened, HALL);
  const objects = new SavedObjects(async () => undefined);
  const parsed = vi.spyOn(opened, 'properties');
  const asked = vi.spyOn(objects, 'value');
  const places = new ComponentPlaces(objects);
  const at = async (number: number) =>
    (await places.world((await objects.read(`${HALL}.C${number}`)) as SavedObject))?.location?.x;
  const within = <Result>(use: () => Promise<Result>) => objects.within(opened, table, use);
  return { at, within, parsed, asked };
}

const chain = (length: number) => Array.from({ length }, (_, i) => (i === 0 ? undefined : i));

describe('the places of components in a level', () => {
  it('are the sums of those that they are attached to, each read once', async () => {
    const { at, within, parsed, asked } = await components([...chain(40), ...Array(100).fill(40)]);
    await within(async () => {
      for (let number = 41; number <= 140; number++) expect(await at(number)).toBe(41);
      expect(await at(40)).toBe(40);
    });
    expect(parsed).toHaveBeenCalledTimes(140);
    // Three parts and three flags.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(140 * 6);
  });

  it('are unknown in a cycle and below it', async () => {
    const { at, within, parsed } = await components([2, 3, 1, 1, 5]);
    await within(async () => {
      for (const number of [4, 1, 2, 3, 5]) expect(await at(number)).toBeUndefined();
    });
    expect(parsed).toHaveBeenCalledTimes(5);
  });

  it.each([
    ['the end', [80, 65, 1]],
    ['the beginning', [1, 65, 80]],
  ])('are unknown after 64 attachments, also if it is read from %s', async (_where, order) => {
    const { at, within } = await components(chain(80));
    await within(async () => {
      const found = new Map<number, number | undefined>();
      for (const number of order) found.set(number, await at(number));
      expect(Object.fromEntries(found)).toEqual({ 1: 1, 65: 65, 80: undefined });
    });
  });

  it('are read again in another package', async () => {
    const { at, within, parsed } = await components([undefined]);
    await within(() => at(1));
    await within(() => at(1));
    expect(parsed).toHaveBeenCalledTimes(2);
  });
});
