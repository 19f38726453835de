import { legible } from '@worldwire/server';
import { EMPTY_FILE, GIT_ANNEX_POINTER, GIT_LFS_POINTER, TEXT_FILE } from '../../port/special-packages.js';
import { UnrealError } from '../../port/unreal-error.js';

/** Pointers are shorter, packages nearly always longer. */
export const MAX_STAND_IN_BYTES = 4 * 1024;
const MAX_LINE = 80;
const RESTORE = 'Restore the file from source control (git restore, p4 sync -f), then call again.';

/** A file that stands where a package should be, such as a Git LFS pointer. */
export class StandIn extends UnrealError {
  constructor(
    /** Shown as the class of the asset. */
    readonly className: string,
    message: string,
    next: string,
  ) {
    super('invalid', message, next);
  }
}

/** What a file of at most MAX_STAND_IN_BYTES is, where it is no package. */
export function standInOf(path: string, bytes: Uint8Array): StandIn | undefined {
  if (bytes.length === 0) return new StandIn(EMPTY_FILE, `${path} is an empty file.`, RESTORE);
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  if (text.startsWith('version https://git-lfs.github.com/spec/')) {
    const size = /^size (\d{1,15})$/m.exec(text)?.[1];
    const message = `${path} is a Git LFS pointer: its content${size === undefined ? '' : ` of ${size} bytes`} is not on this machine.`;
    return new StandIn(
      GIT_LFS_POINTER,
      message,
      'Run "git lfs pull" in the folder of the project, then call again.',
    );
  }
  if (/^\/annex\/objects\//.test(text))
    return new StandIn(
      GIT_ANNEX_POINTER,
      `${path} is a git-annex pointer: its content is not on this machine.`,
      'Run "git annex get" in the folder of the project, then call again.',
    );
  const line = legible(text.trimStart().split(/\r?\n/, 1)[0] ?? '', MAX_LINE);
  return new StandIn(
    TEXT_FILE,
    `${path} is a text file of ${bytes.length} bytes, not a package; it begins with ${JSON.stringify(line)}. Source control may keep the content elsewhere.`,
    RESTORE,
  );
}

/** Undefined for binary data. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
