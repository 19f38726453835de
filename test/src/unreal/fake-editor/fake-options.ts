/** The versions of the fake. */
export type FakeVersion = '4.26' | '4.27' | '5.0' | '5.3' | '5.5' | '5.8';

export interface FakeOptions {
  readonly version: FakeVersion;
  /** The gates in the settings of the project (§4 D5), all open by default. */
  readonly python: boolean;
  /** Whether the plugin is enabled at all (§1). */
  readonly pythonPlugin: boolean;
  readonly console: boolean;
  /** From 5.8 on: any function, none, or those listed as "Class" or "Class Function" (§4 D6 L3 L5 L6). */
  readonly functions: boolean | readonly string[];
  /** The MD5 that the header must have. A real editor does not require it on its own machine; the fake does (§4 T2). */
  readonly passphraseDigest: string | undefined;
  /** Whether the settings can be read like other properties: UNCONFIRMED for all versions. */
  readonly settingsReadable: boolean;
  /**
   * The choice where a fact is UNCONFIRMED. `a`: short class names, status 400, replies spelled as in
   * the documentation, functions by their C++ name only. `b`: class paths, status 404 and 500, replies in camel case, functions
   * by the name on the node only, a default limit of the search, errors inside a 200.
   */
  readonly variant: 'a' | 'b';
  /** The routes that this editor lacks. */
  readonly withoutRoutes: readonly string[];
  /** Whether the editor lists packages with unsaved changes: UNCONFIRMED for all versions. */
  readonly savingFunctions: boolean;
  /** The folder of the project, for the log and the screenshots. */
  readonly projectFolder: string | undefined;
  /** How exported text is encoded (§6 L11). */
  readonly encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';
  /** Assets beside the named ones. */
  readonly manyAssets: number;
  readonly manyActors: number;
  /** The kind of thumbnail; 5.3 can return a placeholder (§2 L1). */
  readonly thumbnail: 'png' | 'svg-as-png' | 'nothing';
  /**
   * When the file of a screenshot appears: with the next frame, half of it until the test continues, never, or under a name of the
   * editor's own.
   */
  readonly screenshots: 'next-frame' | 'in-halves' | 'never' | 'own-name';
  /** Called for each request, to advance the clock of the test. */
  readonly onRequest: () => void;
}

export const OPEN: FakeOptions = {
  version: '5.5',
  python: true,
  pythonPlugin: true,
  console: true,
  functions: true,
  passphraseDigest: undefined,
  settingsReadable: true,
  variant: 'a',
  withoutRoutes: [],
  savingFunctions: true,
  projectFolder: undefined,
  encoding: 'utf-16le',
  manyAssets: 0,
  manyActors: 0,
  thumbnail: 'png',
  screenshots: 'next-frame',
  onRequest: () => {},
};

export function isAtLeast(version: FakeVersion, other: FakeVersion): boolean {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  const [otherMajor, otherMinor] = other.split('.').map(Number) as [number, number];
  return major > otherMajor || (major === otherMajor && minor >= otherMinor);
}

/** §2 L1 L4. */
export function engineVersion({ version }: Pick<FakeOptions, 'version'>): string {
  return `${version}.1-1234567+++UE${version[0]}+Release-${version}`;
}
