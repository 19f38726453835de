import { join, sep } from 'node:path';

/** Side files of SQLite. A copy of the database includes their content. */
const SIDE_FILE = /\.sqlite-(wal|shm|journal)$/i;
/** Locks of servers on their chains of the audit. */
const LOCK = /^audit(\.\d+)?\.lock(\.\d+)?$/i;
/** The index of an Unreal project, which can be rebuilt. */
const CACHE = 'unreal/index';
/** Tokens of running servers, and the pages that open a console. */
const TOKENS = 'operator';
/** The key of session ids, and which sessions have ended: an earlier copy would bring ended sessions back. */
const SESSIONS = 'sessions';
/** Names that Windows gives to devices, also with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;
/** Characters that separate folders, drives or streams on some system, or that a name does not show. */
const FORBIDDEN = /[\\:*?"<>|\p{C}\u2028\u2029]/u;
const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_BYTES = 4_096;

/** Whether a backup leaves out a file or folder by its path with slashes, since it belongs to a running server or can be made again. */
export function isTransient(path: string): boolean {
  const folded = path.toLowerCase();
  const isBelow = (folder: string) => folded === folder || folded.startsWith(`${folder}/`);
  return isBelow(CACHE) || isBelow(TOKENS) || isBelow(SESSIONS) || LOCK.test(path) || SIDE_FILE.test(path);
}

/** Why a path with slashes cannot be restored on every system, or undefined. */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.startsWith('/')) return 'is outside of the folder';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return 'is too long';
  for (const name of path.split('/')) {
    if (name === '..') return 'is outside of the folder';
    if (name === '' || name === '.') return 'is not a path that a backup contains';
    if (FORBIDDEN.test(name) || /[. ]$/.test(name) || DEVICE.test(name))
      return 'has a name that not every system can have';
    if (Buffer.byteLength(name) > MAX_SEGMENT_BYTES) return 'has a name that is too long';
  }
  return undefined;
}

/** The first two paths that are one on a system that ignores case, or of which one would be a file and a folder. */
export function clashOf(paths: readonly string[]): readonly [string, string] | undefined {
  const known = new Map<string, string>();
  const fold = (path: string) => path.normalize('NFC').toLowerCase();
  for (const path of paths) {
    const same = known.get(fold(path));
    if (same !== undefined) return [same, path];
    known.set(fold(path), path);
  }
  for (const path of paths) {
    const folders = path.split('/').slice(0, -1);
    for (let end = folders.length; end > 0; end--) {
      const file = known.get(fold(folders.slice(0, end).join('/')));
      if (file !== undefined) return [file, path];
    }
  }
  return undefined;
}

/** A path with slashes, on every platform. */
export function portable(path: string): string {
  return path.split(sep).join('/');
}

/** The path on disk. */
export function placeIn(folder: string, path: string): string {
  return join(folder, ...path.split('/'));
}
