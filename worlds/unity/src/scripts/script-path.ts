const MAX_NAME_BYTES = 200;
const MAX_DEPTH = 8;
const EXTENSION = '.cs';

/** Letters, digits and a few signs that mean nothing to any file system or shell. */
const NAME = /^[\p{L}\p{M}\p{N} ._+()@,=!#&'[\]-]+$/u;
/** Names that Windows gives to devices, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|conin|conout|clock|com[0-9]|lpt[0-9])$/;

export type ScriptPath =
  | {
      readonly ok: true /** From the Scripts folder down; the last one is the file. */;
      readonly names: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads what a client calls a script: a path within the Scripts folder, or the same from the root of the file system.
 * Nothing is resolved and nothing is decoded. What could mean another place on any system is refused.
 */
export function scriptPath(asked: string, roots: readonly string[], separator: '/' | '\\'): ScriptPath {
  if (asked === '') return no('The path is empty.');
  const relative = withoutRoot(asked, roots, separator);
  if (relative === undefined) return no('The path leaves the Scripts folder.');
  const names = relative.split(separator === '\\' ? /[\\/]/ : '/');
  if (names.length > MAX_DEPTH) return no(`The path has more than ${MAX_DEPTH} parts.`);
  for (const name of names) {
    const reason = problemOf(name);
    if (reason !== undefined) return no(reason);
  }
  const file = names.at(-1) as string;
  if (!file.endsWith(EXTENSION) || file === EXTENSION) return no('Scripts have names that end with ".cs".');
  return { ok: true, names };
}

/** What is left behind the folder; all of it where the path is relative; nothing where it begins elsewhere. */
function withoutRoot(asked: string, roots: readonly string[], separator: string): string | undefined {
  for (const root of roots) {
    const start = root.endsWith(separator) ? root : root + separator;
    if (asked.startsWith(start)) return asked.slice(start.length);
  }
  return /^[\\/~]|^[A-Za-z]:/.test(asked) ? undefined : asked;
}

function problemOf(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'The path has an empty part, "." or "..".';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `A name has more than ${MAX_NAME_BYTES} bytes.`;
  if (!NAME.test(name)) return 'A name has a character that scripts may not have in theirs.';
  if (/^[. ]|[. ]$/.test(name)) return 'A name begins or ends with a dot or a space.';
  if (name.startsWith('-')) return 'A name begins with a dash, which commands take for an option.';
  // Letters that turn into others when a system makes them plain, such as full-width ones.
  if (name.normalize('NFKC') !== name.normalize('NFC')) return 'A name has a letter with a plainer form.';
  const base = (name.split('.', 1)[0] as string).trim().toLowerCase();
  return DEVICE.test(base) ? 'A name is that of a device.' : undefined;
}

function no(reason: string): ScriptPath {
  return { ok: false, reason };
}
