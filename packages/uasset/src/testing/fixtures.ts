import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Where a real package is kept, such as "ue-shed/Input/IA_Jump.uasset". */
export function fixturePath(name: string): string {
  return `${FOLDER}${name}`;
}

export async function readFixture(name: string): Promise<Uint8Array> {
  // Not the Buffer itself, whose slices are no copies.
  return new Uint8Array(await readFile(fixturePath(name)));
}

/** The names of all real packages. */
export async function fixtureNames(): Promise<string[]> {
  const files = await readdir(FOLDER, { recursive: true });
  return files
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => /\.u(asset|map)$/.test(name))
    .sort();
}
