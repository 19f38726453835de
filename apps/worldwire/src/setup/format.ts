/** Where our entry stands in a client's file: the section of all servers, and our key in it. */
export type EntryPath = readonly [section: string, key: string];

export type Content = Readonly<Record<string, unknown>>;

export type FormatName = 'json' | 'jsonc' | 'toml' | 'yaml';

/** One format of client files. An edit changes our entry and keeps every other byte, comments included. */
export interface FileFormat {
  /** The name in messages: "… is not TOML". */
  readonly title: string;
  /** Reads a whole document. Throws a ConfigProblem with the line that is wrong. */
  parse(text: string): Content;
  /** Adds or replaces our entry. Throws a TypeError where the document has no place for it. */
  set(text: string, path: EntryPath, entry: object): string;
  /** Removes our entry. Throws a TypeError where it is written in a form that is not understood. */
  remove(text: string, path: EntryPath): string;
  /** A document with our entry alone, without a line break at its end. */
  render(path: EntryPath, entry: object): string;
}

/** Loads the format when it is needed, because a start of the server needs none. */
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
