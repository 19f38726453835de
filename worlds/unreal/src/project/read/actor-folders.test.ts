import { MemoryBytes, openPackage } from '@worldwire/uasset';
import { writePackage } from '@worldwire/uasset/testing';
import { expect, it } from 'vitest';
import { TimeSlice } from '../../work/time-slice.js';
import { folderOf, readFolders } from './actor-folders.js';

it('labels, ids and paths of folders are cut or left out where they are long', async () => {
  const long = 'x'.repeat(20_000);
  const folder = (id: string) => ({
    name: `F${id.length}`,
    classIndex: -2,
    properties: [
      { name: 'FolderGuid', type: 'StrProperty', value: id },
      { name: 'FolderLabel', type: 'StrProperty', value: long },
    ],
  });
  const bytes = writePackage({
    imports: [
      { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
      { name: 'ActorFolder', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
    ],
    exports: [folder('A1'), folder(long)],
  });
  const opened = await openPackage(new MemoryBytes(bytes), { path: '/Game/Hall' });
  const folders = await readFolders(opened, new TimeSlice(new AbortController().signal));
  expect(folders).toEqual([{ id: 'A1', label: 'x'.repeat(500) }]);
  expect(folderOf({ FolderPath: long, FolderGuid: long })).toEqual({ folder: 'x'.repeat(500) });
});
