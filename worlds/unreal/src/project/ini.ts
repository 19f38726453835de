/** Values of a key, in their order: one, unless the key is an array. */
type Section = Map<string, { readonly name: string; values: string[] }>;

/**
 * Unreal's settings. Several files can be put on top of each other, as the engine does: a plain key replaces what was
 * there, and a sign in front changes an array. Names of sections and keys are the same in any case.
 */
export class Ini {
  readonly #sections = new Map<string, { readonly name: string; readonly keys: Section }>();

  static parse(text: string): Ini {
    return new Ini().apply(text);
  }

  apply(text: string): this {
    let section: Section | undefined;
    for (const raw of text.split(/\r\n|\n|\r/)) {
      const line = raw.trim();
      if (line === '' || line.startsWith(';')) continue;
      if (line.startsWith('[') && line.endsWith(']')) {
        section = this.#section(line.slice(1, -1).trim());
        continue;
      }
      const equals = line.indexOf('=');
      // What stands before the first section belongs nowhere, and the engine does not read it either.
      if (section === undefined || equals < 1) continue;
      change(section, line.slice(0, equals).trim(), unquoted(line.slice(equals + 1).trim()));
    }
    return this;
  }

  /** The last of the values, as for a key that is no array. */
  get(section: string, key: string): string | undefined {
    return this.all(section, key).at(-1);
  }

  all(section: string, key: string): readonly string[] {
    return this.#sections.get(section.toLowerCase())?.keys.get(key.toLowerCase())?.values ?? [];
  }

  *entries(): Iterable<{
    readonly section: string;
    readonly key: string;
    readonly values: readonly string[];
  }> {
    for (const { name: section, keys } of this.#sections.values()) {
      for (const { name: key, values } of keys.values()) {
        if (values.length > 0) yield { section, key, values };
      }
    }
  }

  #section(name: string): Section {
    const folded = name.toLowerCase();
    let found = this.#sections.get(folded);
    if (found === undefined) {
      found = { name, keys: new Map() };
      this.#sections.set(folded, found);
    }
    return found.keys;
  }
}

function change(section: Section, key: string, value: string): void {
  const sign = /^[+\-.!@*]/.exec(key)?.[0];
  const name = sign === undefined ? key : key.slice(1).trim();
  // Those two only say how structures in an array are told apart.
  if (name === '' || sign === '@' || sign === '*') return;
  let entry = section.get(name.toLowerCase());
  if (entry === undefined) {
    entry = { name, values: [] };
    section.set(name.toLowerCase(), entry);
  }
  if (sign === '+') {
    if (!entry.values.includes(value)) entry.values.push(value);
  } else if (sign === '.') entry.values.push(value);
  else if (sign === '-') entry.values = entry.values.filter(kept => kept !== value);
  else entry.values = sign === '!' ? [] : [value];
}

/** What is in quotes as a whole stands for what they hold; quotes within a value belong to it. */
function unquoted(value: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1];
  if (inner === undefined) return value;
  return inner.replace(/\\(.)/gs, (whole, escaped: string) => ESCAPES[escaped] ?? whole);
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' };
