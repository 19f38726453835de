import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { UnrealError } from '../../source/unreal-error.js';
import type { Editor } from '../editor.js';
import type { Job } from '../job.js';
import { field, listField, numberField, textField } from '../remote/fields.js';
import { Refused } from '../remote/refusal.js';
import { decodeText } from '../text-bytes.js';
import { objectOf } from '../unreal-paths.js';
import { noAsset } from './references.js';

/** Of a file that is printed, as many bytes at a time. */
const PIECE = 192 * 1024;

/** An asset as the text that the editor exports. */
export async function exportedText(editor: Editor, path: string, job: Job): Promise<string> {
  // A name that nobody else can have thought of: whatever bears it on this machine is the file we asked for.
  const file = `worldwire-${randomUUID()}.t3d`;
  let written = true;
  try {
    const told = await editor.python.json(job, 'export', { path: objectOf(path), file }).catch(thrown => {
      written = !(thrown instanceof Refused);
      throw thrown;
    });
    if (field(told, 'missing') === true) throw noAsset(path);
    const size = numberField(told, 'size');
    if (size === undefined) {
      const errors = listField(told, 'errors').map(String).join('; ');
      throw new UnrealError(
        'failed',
        `The editor could not export ${path}: ${errors || 'it did not say why'}`,
      );
    }
    const most = editor.limits.exportBytes;
    if (size > most) {
      throw new UnrealError('failed', `${path} has ${size} bytes as text; at most ${most} are read.`);
    }
    const bytes =
      (await readHere(editor, textField(told, 'file') ?? '', file, size)) ??
      (await readThere(editor, file, size, job));
    return decodeText(bytes);
  } finally {
    if (written) await remove(editor, file);
  }
}

/** The file itself, when it lies on this machine. */
async function readHere(
  editor: Editor,
  place: string,
  file: string,
  size: number,
): Promise<Uint8Array | undefined> {
  // An editor elsewhere may not choose what is read here.
  if (!editor.sameHost || basename(place) !== file) return undefined;
  try {
    const handle = await open(place, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
      return bytesRead === size ? buffer : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    // It is there, as the editor says, but not for us: then the editor has to read it out.
    return undefined;
  }
}

async function readThere(editor: Editor, file: string, size: number, job: Job): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for (let offset = 0; offset < size; ) {
    const piece = await editor.python.bytes(job, 'read', { file, offset, length: PIECE });
    if (piece.length === 0) throw new UnrealError('failed', 'The exported file ended before its end.');
    pieces.push(piece);
    offset += piece.length;
    job.progress(offset, size, 'reading the exported text');
  }
  return Buffer.concat(pieces);
}

/** Also due when nobody waits for the text any more. */
async function remove(editor: Editor, file: string): Promise<void> {
  try {
    await editor.apart('the removal of an exported file', job => editor.python.json(job, 'remove', { file }));
  } catch (thrown) {
    editor.log.warn({ err: thrown, file }, 'an exported file was left in the temporary folder of the editor');
  }
}
