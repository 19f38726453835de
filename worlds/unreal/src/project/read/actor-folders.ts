import { type Package, PackageError } from '@worldwire/uasset';
import type { ActorFolder } from '../index/actor-folders.js';
import { textOf, type Values } from './property-values.js';
import { readableProperties } from './readable-properties.js';

/** Folders of one level. */
export const MAX_FOLDERS = 2_000;
const NO_ID = /^0*$/;

/** The folders of the outliner that are objects in a package: a level, or a file of its own. */
export async function readFolders(opened: Package): Promise<readonly ActorFolder[]> {
  const folders: ActorFolder[] = [];
  for (const [index, { className }] of opened.exports.entries()) {
    if (className !== 'ActorFolder') continue;
    if (folders.length === MAX_FOLDERS) break;
    const read = await readableProperties(opened, index);
    if (read instanceof PackageError) continue;
    const id = idOf(read.values, 'FolderGuid');
    const parent = idOf(read.values, 'ParentFolderGuid');
    // A removed folder stays in the file, and its actors belong to its parent.
    const label = read.values.bIsDeleted === true ? '' : (textOf(read.values, 'FolderLabel') ?? '');
    if (id !== undefined) folders.push({ id, label, ...(parent !== undefined && { parent }) });
  }
  return folders;
}

/** Where an actor is in the outliner: the path of its folder, or the id of a folder that is an object. */
export function folderOf(values: Values): { readonly folder?: string; readonly folderId?: string } {
  const folder = textOf(values, 'FolderPath');
  const folderId = idOf(values, 'FolderGuid');
  return { ...(folder !== undefined && { folder }), ...(folderId !== undefined && { folderId }) };
}

function idOf(values: Values, name: string): string | undefined {
  const id = textOf(values, name);
  return id === undefined || NO_ID.test(id) ? undefined : id;
}
