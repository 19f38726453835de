/** The keys and values of a configuration file, and the line of each key. */
export interface ConfigText {
  readonly content: Readonly<Record<string, unknown>>;
  /** By the path of the key: "port", "limits.bodyBytes". */
  readonly lines: ReadonlyMap<string, number>;
}

/** An error in a line. The caller adds the name of the file. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  constructor(
    message: string,
    readonly line?: number,
  ) {
    super(message);
  }
}
