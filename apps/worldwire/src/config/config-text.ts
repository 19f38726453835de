/** A configuration file as it stands: its keys and values, and the line of each. */
export interface ConfigText {
  readonly content: Readonly<Record<string, unknown>>;
  /** By the path of the key: "port", "limits.bodyBytes". */
  readonly lines: ReadonlyMap<string, number>;
}

/** Something is wrong with a line. Whoever knows the file's name puts it in front. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  constructor(
    message: string,
    readonly line?: number,
  ) {
    super(message);
  }
}
