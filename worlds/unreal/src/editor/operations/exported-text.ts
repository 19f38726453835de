import { randomUUID } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openInside } from '../../files/opened-place.js';
import { decodeText } from '../../files/text-encoding.js';
import { UnrealError } from '../../port/unreal-error.js';
import { objectOf } from '../../port/unreal-paths.js';
import { field, listField, numberField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import type { Editor } from './editor.js';
import { noAsset } from './references.js';

/** Bytes of a file that Python prints at a time. */
const PIECE = 192 * 1024;

/** An asset as the text that the editor exports. */
export async function exportedText(editor: Editor, path: string, job: Job): Promise<string> {
  // A random name: a file with it on this machine is the exported one.
  const file = `worldwire-${randomUUID()}.t3d`;
  let written = true;
  let place = '';
  try {
    const answer = await editor.python.json(job, 'export', { path: objectOf(path), file }).catch(thrown => {
      written = !(thrown instanceof Refused);
      throw thrown;
    });
    if (field(answer, 'missing') === true) throw noAsset(path);
    const size = numberField(answer, 'size');
    if (size === undefined) {
      const errors = listField(answer, 'errors').map(String).join('; ');
      throw new UnrealError(
        'failed',
        `The editor could not export ${path}: ${errors || 'it gave no reason.'}`,
      );
    }
    place = textField(answer, 'file') ?? '';
    const max = editor.limits.exportBytes;
    if (!Number.isInteger(size) || size < 0 || size > max) {
      throw new UnrealError('failed', `${path} has ${size} bytes as text; the limit is ${max}.`);
    }
    const bytes = (await readHere(editor, place, file, size)) ?? (await readThere(editor, file, size, job));
    return decodeText(bytes);
  } finally {
    if (written) await remove(editor, place, file);
  }
}

/** The file itself, where it is on this machine. */
async function readHere(
  editor: Editor,
  place: string,
  file: string,
  size: number,
): Promise<Uint8Array | undefined> {
  if (!isHere(editor, place, file)) return undefined;
  try {
    const handle = await openInside(join(await realpath(dirname(place)), file));
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
      return bytesRead === size ? buffer : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    // The file exists but cannot be read here: the editor has to print it.
    return undefined;
  }
}

async function readThere(editor: Editor, file: string, size: number, job: Job): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for (let offset = 0; offset < size; ) {
    const length = Math.min(PIECE, size - offset);
    const piece = await editor.python.bytes(job, 'read', { file, offset, length });
    if (piece.length > length) throw new UnrealError('failed', 'The exported file grew while it was read.');
    if (piece.length === 0) throw new UnrealError('failed', 'The exported file is shorter than reported.');
    pieces.push(piece);
    offset += piece.length;
    job.progress(offset, size, 'reading the exported text');
  }
  return Buffer.concat(pieces);
}

/** An editor on another machine must not choose what is read or removed here. */
function isHere(editor: Editor, place: string, file: string): boolean {
  return editor.sameHost && basename(place) === file;
}

/** Runs also when the caller has left or the source is being closed. */
async function remove(editor: Editor, place: string, file: string): Promise<void> {
  try {
    await editor.runDetached('the removal of an exported file', job =>
      editor.python.json(job, 'remove', { file }),
    );
  } catch (thrown) {
    if (isHere(editor, place, file) && (await removeHere(place))) return;
    editor.log.warn({ err: thrown, file }, 'an exported file was left in the temporary folder of the editor');
  }
}

/** For an editor that is gone, where its file is on this machine. */
async function removeHere(place: string): Promise<boolean> {
  return rm(place, { force: true }).then(
    () => true,
    () => false,
  );
}
