import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { unreadable } from '../files/unreadable.js';
import { UnrealError } from '../port/unreal-error.js';

/** Where a project is on disk. */
export interface ProjectFolder {
  /** Without links. */
  readonly root: string;
  /** The name of the .uproject file, with its extension. */
  readonly file: string;
  readonly name: string;
}

const EXTENSION = '.uproject';

/** Accepts the folder of a project or its .uproject file. */
export async function findProject(asked: string): Promise<ProjectFolder> {
  const named = await isFile(asked);
  const root = await realpath(named ? dirname(asked) : asked);
  const file = named ? basename(asked) : await projectFileIn(root, asked);
  if (!isProjectFile(file)) throw noProject(`${asked} is not a .uproject file.`);
  return { root, file, name: file.slice(0, -EXTENSION.length) };
}

async function isFile(asked: string): Promise<boolean> {
  try {
    return (await stat(asked)).isFile();
  } catch (thrown) {
    throw noProject(unreadable(asked, thrown)?.message ?? String(thrown));
  }
}

async function projectFileIn(root: string, asked: string): Promise<string> {
  const entries = await readdir(root, { withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && isProjectFile(entry.name)).map(({ name }) => name);
  const named = files.find(name => name.toLowerCase() === `${basename(root)}${EXTENSION}`.toLowerCase());
  const file = named ?? files.sort()[0];
  if (file === undefined) throw noProject(`${asked} has no .uproject file.`);
  return file;
}

function isProjectFile(name: string): boolean {
  return name.length > EXTENSION.length && name.toLowerCase().endsWith(EXTENSION);
}

function noProject(message: string): UnrealError {
  return new UnrealError(
    'invalid',
    message,
    `Give the folder of the .uproject file, or the file itself, such as ${join('MyGame', 'MyGame.uproject')}.`,
  );
}
