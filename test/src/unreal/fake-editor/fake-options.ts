/** Versions that the fake can stand for. */
export type FakeVersion = '4.26' | '4.27' | '5.0' | '5.3' | '5.5' | '5.8';

export interface FakeOptions {
  readonly version: FakeVersion;
  /** What the settings of the project let through (§4 D5). All of it unless said otherwise. */
  readonly python: boolean;
  /** Whether the plugin is enabled at all (§1). */
  readonly pythonPlugin: boolean;
  readonly console: boolean;
  /** From 5.8 on: any function, none, or those listed as "Class" or "Class Function" (§4 D6 L3 L5 L6). */
  readonly functions: boolean | readonly string[];
  /** MD5 that the header has to carry. A real editor asks no client on its own machine; the fake asks all (§4 T2). */
  readonly passphraseDigest: string | undefined;
  /** Whether the flags of the settings can be read like other properties: not known of any version. */
  readonly settingsReadable: boolean;
  /**
   * Which way it goes where the fact sheet says UNCONFIRMED. `a`: short class names, status 400, replies spelled as in
   * the documentation, functions by their C++ name only. `b`: class paths, status 404 and 500, replies in camel case, functions
   * by the name on the node only, a default limit of the search, errors inside a 200.
   */
  readonly variant: 'a' | 'b';
  /** Paths that this editor has no route for. */
  readonly withoutRoutes: readonly string[];
  /** The folder of the project, for the log and the screenshots. */
  readonly projectFolder: string | undefined;
  /** How exported text is encoded (§6 L11). */
  readonly encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';
  /** Assets beside the named ones. */
  readonly manyAssets: number;
  readonly manyActors: number;
  /** What comes as a thumbnail; 5.3 can give the placeholder (§2 L1). */
  readonly thumbnail: 'png' | 'svg-as-png' | 'nothing';
  /**
   * When the file of a screenshot appears: with the next frame, half of it until the test says so, never, or under a name of the
   * editor's own.
   */
  readonly screenshots: 'next-frame' | 'in-halves' | 'never' | 'own-name';
  /** Called with each request. The time that a request takes passes on the test's clock, not on the wall. */
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
