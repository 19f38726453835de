export interface EngineVersion {
  readonly major: number;
  readonly minor: number;
  /** As the editor reports it: "5.5.4-40574608+++UE5+Release-5.5". */
  readonly text: string;
}

export function readVersion(text: string): EngineVersion | undefined {
  const found = /^\s*(\d{1,3})\.(\d{1,3})(?!\d)/.exec(text);
  return found === null ? undefined : { major: Number(found[1]), minor: Number(found[2]), text: text.trim() };
}

export function atLeast(version: EngineVersion, major: number, minor: number): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}
