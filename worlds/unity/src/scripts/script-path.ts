const MAX_NAME_BYTES = 200;
const MAX_DEPTH = 8;
const EXTENSION = '.cs';

/** Letters, digits and signs without a meaning for file systems and shells. */
const NAME = /^[\p{L}\p{M}\p{N} ._+()@,=!#&'[\]-]+$/u;
/** Device names of Windows, reserved with any extension. */
const DEVICE = /^(con|prn|aux|nul|conin|conout|clock|com[0-9]|lpt[0-9])$/;

export type ScriptPath =
  | {
      readonly ok: true /** From the Scripts folder down; the last one is the file. */;
      readonly names: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks the path of a script: relative to the Scripts folder, or absolute within it. Nothing is resolved or decoded. A path that means another
 * place on any system is refused.
 */
export function scriptPath(path: string, roots: readonly string[], separator: '/' | '\\'): ScriptPath {
  if (path === '') return no('The path is empty.');
  const relative = withoutRoot(path, roots, separator);
  if (relative === undefined) return no('The path leaves the Scripts folder.');
  const names = relative.split(separator === '\\' ? /[\\/]/ : '/');
  if (names.length > MAX_DEPTH) return no(`The path has more than ${MAX_DEPTH} parts.`);
  for (const name of names) {
    const reason = problemOf(name);
    if (reason !== undefined) return no(reason);
  }
  const file = names.at(-1) as string;
  if (!file.endsWith(EXTENSION) || file === EXTENSION) return no('The name of a script must end with ".cs".');
  return { ok: true, names };
}

/** The path relative to the folder; undefined if it is absolute and not within the folder. */
function withoutRoot(path: string, roots: readonly string[], separator: string): string | undefined {
  for (const root of roots) {
    const start = root.endsWith(separator) ? root : root + separator;
    if (path.startsWith(start)) return path.slice(start.length);
  }
  return /^[\\/~]|^[A-Za-z]:/.test(path) ? undefined : path;
}

function problemOf(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'The path has an empty part, "." or "..".';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `A name has more than ${MAX_NAME_BYTES} bytes.`;
  if (!NAME.test(name)) return 'A name has a character that is not allowed.';
  if (/\p{Default_Ignorable_Code_Point}/u.test(name))
    return 'A name has a character that is not shown, which some systems leave out.';
  if (/^[. ]|[. ]$/.test(name)) return 'A name begins or ends with a dot or a space.';
  if (name.startsWith('-')) return 'A name begins with a dash, which programs read as an option.';
  // Letters that some systems replace by others, such as full-width ones.
  if (name.normalize('NFKC') !== name.normalize('NFC'))
    return 'A name has a letter with a compatibility form, such as a full-width one.';
  const base = (name.split('.', 1)[0] as string).trim().toLowerCase();
  return DEVICE.test(base) ? 'A name is a device name of Windows.' : undefined;
}

function no(reason: string): ScriptPath {
  return { ok: false, reason };
}
