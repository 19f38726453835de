const MAX_ITEMS = 100_000;
const MAX_SHOWN = 40;

/**
 * Returns what is wrong with a value, as text that follows its path, or undefined. Functions instead of a schema library, because every
 * answer of an engine is checked.
 */
export interface Shape<Of> {
  (value: unknown): string | undefined;
  /** The type, for the compiler alone. */
  readonly of?: Of;
}

export const anything: Shape<unknown> = () => undefined;

export const text: Shape<string> = value =>
  typeof value === 'string' ? undefined : mismatch(value, 'be text');

export const flag: Shape<boolean> = value =>
  typeof value === 'boolean' ? undefined : mismatch(value, 'be true or false');

export const number: Shape<number> = value =>
  Number.isFinite(value) ? undefined : mismatch(value, 'be a finite number');

export const whole: Shape<number> = value =>
  Number.isSafeInteger(value) ? undefined : mismatch(value, 'be a whole number');

export const count: Shape<number> = value =>
  Number.isSafeInteger(value) && (value as number) >= 0
    ? undefined
    : mismatch(value, 'be a whole number, 0 or more');

export function matching(pattern: RegExp, wanted: string): Shape<string> {
  return value => (typeof value === 'string' && pattern.test(value) ? undefined : mismatch(value, wanted));
}

/** Searches for a wrong character: a pattern for the whole text would overflow the stack on a large picture. */
export const base64: Shape<string> = value => {
  const right =
    typeof value === 'string' &&
    value !== '' &&
    value.length % 4 === 0 &&
    !/[^A-Za-z0-9+/]/.test(value.slice(0, -2)) &&
    /^[A-Za-z0-9+/](?:[A-Za-z0-9+/]|=)$|^==$/.test(value.slice(-2));
  return right ? undefined : mismatch(value, 'be base64');
};

export function oneOf<Word extends string>(...words: readonly Word[]): Shape<Word> {
  return value => (words.includes(value as Word) ? undefined : mismatch(value, `be ${words.join(' or ')}`));
}

export function orNull<Of>(shape: Shape<Of>): Shape<Of | null> {
  return value => (value === null ? undefined : shape(value));
}

/** May be left out; null is not accepted. */
export function optional<Of>(shape: Shape<Of>): Shape<Of> {
  return value => (value === undefined ? undefined : shape(value));
}

/** The length is checked before the entries. */
export function listOf<Item>(item: Shape<Item>, max = MAX_ITEMS): Shape<readonly Item[]> {
  return value => {
    if (!Array.isArray(value)) return mismatch(value, 'be a list');
    if (value.length > max) return ` has ${value.length} entries and must have ${max} at most`;
    for (let index = 0; index < value.length; index++) {
      const fault = item(value[index]);
      if (fault !== undefined) return `[${index}]${fault}`;
    }
    return undefined;
  };
}

/** An object with these fields. More fields are accepted: a bridge may be newer than this version. */
export function record<Of extends object>(
  fields: {
    readonly [Name in keyof Of]-?: Shape<Of[Name]>;
  },
): Shape<Of> {
  const named = Object.entries<Shape<unknown>>(fields);
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return mismatch(value, 'be an object');
    }
    for (const [name, shape] of named) {
      const fault = shape((value as Readonly<Record<string, unknown>>)[name]);
      if (fault !== undefined) return `.${name}${fault}`;
    }
    return undefined;
  };
}

function mismatch(value: unknown, wanted: string): string {
  return ` is ${shown(value)} and must ${wanted}`;
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string')
    return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
