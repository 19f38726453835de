import { MemoryBytes } from '../bytes/byte-source.js';
import { PackageError } from '../bytes/package-error.js';
import type { Package } from '../format/package.js';
import { readDataTable } from '../objects/data-table.js';
import { readNodePins } from '../objects/node-pins.js';
import { readStringTable } from '../objects/string-table.js';
import { openPackage } from '../package/opened-package.js';
import { readTexture } from '../texture/texture.js';
import { thumbnailPicture } from '../texture/thumbnail-picture.js';

/**
 * Reads all there is of a package, as far as it lets itself be read. Gives how it ended: "opened", or the kind of the
 * error that opening gave. Anything but a result or a PackageError is thrown.
 */
export async function exercise(bytes: Uint8Array): Promise<string> {
  let pkg: Package;
  try {
    pkg = await openPackage(new MemoryBytes(bytes));
  } catch (error) {
    if (error instanceof PackageError) return error.kind;
    throw error;
  }
  let failed = 0;
  const tried = async (read: () => Promise<unknown>) => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      if (error.kind !== 'unsupported') failed++;
    }
  };
  await tried(() => pkg.softReferences());
  await tried(() => pkg.dependencies());
  await tried(() => pkg.registry());
  await tried(async () => {
    for (const thumbnail of await pkg.thumbnails()) await thumbnailPicture(thumbnail);
  });
  for (let i = 0; i < pkg.exports.length; i++) {
    pkg.pathOf(i + 1);
    await tried(async () => JSON.stringify(await pkg.properties(i)));
    await tried(() => pkg.tail(i));
    await tried(() => readDataTable(pkg, i));
    await tried(async () => JSON.stringify(await readNodePins(pkg, i)));
    await tried(() => readStringTable(pkg, i));
    await tried(() => readTexture(pkg, i));
  }
  for (let i = 0; i < pkg.imports.length; i++) pkg.pathOf(-i - 1);
  return failed === 0 ? 'opened' : 'opened, with errors in parts';
}
