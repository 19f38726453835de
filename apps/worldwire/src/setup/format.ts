/** The place of an entry in a client's file: the section of servers, and the key. */
export type EntryPath = readonly [section: string, key: string];

export type Content = Readonly<Record<string, unknown>>;

export type FormatName = 'json' | 'jsonc' | 'toml' | 'yaml';

/** A format of client files. An edit changes one entry and keeps every other byte, comments included. */
export interface FileFormat {
  /** The name in messages: "… is not TOML". */
  readonly title: string;
  /** Parses a document. Throws a ConfigProblem with the line of the error. */
  parse(text: string): Content;
  /** Adds or replaces the entry. Throws a TypeError when the document has no place for it. */
  set(text: string, path: EntryPath, entry: object): string;
  /** Removes the entry. Throws a TypeError when its form is not supported. */
  remove(text: string, path: EntryPath): string;
  /** A document with only this entry, without a final line break. */
  render(path: EntryPath, entry: object): string;
}

/** Imports the code of a format, which a server does not need. */
export async function loadFormat(name: FormatName): Promise<FileFormat> {
  switch (name) {
    case 'json':
      return (await import('./json-format.js')).json;
    case 'jsonc':
      return (await import('./json-format.js')).jsonc;
    case 'toml':
      return (await import('./toml-format.js')).toml;
    case 'yaml':
      return (await import('./yaml-format.js')).yaml;
  }
}
