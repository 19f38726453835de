// Packs the public packages, and installs them from their tarballs.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { publicPackages } from './workspaces.mjs';

/** Packs every public package into a folder. Resolves with each package's name and the path of its tarball. */
export async function pack(root, folder) {
  await mkdir(folder, { recursive: true });
  const packed = await npmPack(root, ['--pack-destination', folder]);
  return packed.map(({ name, filename }) => ({ name, path: join(folder, filename) }));
}

/** What each tarball would contain. */
export async function listTarballs(root) {
  const packed = await npmPack(root, ['--dry-run']);
  return packed.map(({ name, files, unpackedSize }) => ({
    name,
    files: files.map(({ path }) => path),
    unpackedSize,
  }));
}

/** Installs tarballs in an empty folder, as a user would. */
export async function install(folder, tarballs) {
  await mkdir(folder, { recursive: true });
  // Without it, npm would install into a parent folder that has one.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const paths = tarballs.map(({ path }) => path);
  await npm(['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', ...paths], folder);
}

async function npmPack(root, flags) {
  const chosen = publicPackages(root).flatMap(({ manifest }) => ['--workspace', manifest.name]);
  return JSON.parse(await npm(['pack', '--json', ...flags, ...chosen], root));
}
