import { type Package, PackageError } from '@worldwire/uasset';
import type { TimeSlice } from '../../work/time-slice.js';
import type { ActorFolder } from '../index/actor-folders.js';
import { textOf, type Values } from './property-values.js';
import { readableProperties } from './readable-properties.js';

/** Folders of one package. */
const MAX_FOLDERS = 2_000;
/** Characters of a label or path. */
export const MAX_TEXT = 500;
/** A GUID is shorter. */
const MAX_ID = 64;
const NO_ID = /^0*$/;

/** The folders of the outliner that are objects in a package: a level, or a file of its own. */
export async function readFolders(opened: Package, slice: TimeSlice): Promise<readonly ActorFolder[]> {
  const folders: ActorFolder[] = [];
  for (const [index, { className }] of opened.exports.entries()) {
    if (className !== 'ActorFolder') continue;
    if (folders.length === MAX_FOLDERS) break;
    if (slice.isOver) await slice.yieldToEventLoop();
    const read = await readableProperties(opened, index);
    if (read instanceof PackageError) continue;
    const id = idOf(read.values, 'FolderGuid');
    const parent = idOf(read.values, 'ParentFolderGuid');
    // A removed folder stays in the file, and its actors belong to its parent.
    const label = read.values.bIsDeleted === true ? '' : (shortText(read.values, 'FolderLabel') ?? '');
    if (id !== undefined) folders.push({ id, label, ...(parent !== undefined && { parent }) });
  }
  return folders;
}

/** Where an actor is in the outliner: the path of its folder, or the id of a folder that is an object. */
export function folderOf(values: Values): { readonly folder?: string; readonly folderId?: string } {
  const folder = shortText(values, 'FolderPath');
  const folderId = idOf(values, 'FolderGuid');
  return { ...(folder !== undefined && { folder }), ...(folderId !== undefined && { folderId }) };
}

function shortText(values: Values, name: string): string | undefined {
  return textOf(values, name)?.slice(0, MAX_TEXT);
}

function idOf(values: Values, name: string): string | undefined {
  const id = textOf(values, name);
  return id === undefined || id.length > MAX_ID || NO_ID.test(id) ? undefined : id;
}
