/** What a contract test needs to know about an engine's scenes: names that are there, and values that fit. */
export interface EngineSample {
  /** Two build scenes; the tests begin with the first one loaded. */
  readonly scene: string;
  readonly otherScene: string;
  /** The name of one object of the first scene, which has everything below. */
  readonly object: string;
  readonly writable: {
    readonly type: string;
    readonly name: string;
    /** Two values that differ, and one of the wrong type. */
    readonly values: readonly [unknown, unknown];
    readonly wrong: unknown;
  };
  readonly readOnly: { readonly type: string; readonly name: string; readonly value: unknown };
  readonly method: { readonly type: string; readonly signature: string; readonly args: readonly unknown[] };
  /** A type of components that can be put on a new object and taken off again. */
  readonly addable: string;
  readonly code: {
    /** What gives the text "42". */
    readonly answer: string;
    readonly throwing: string;
    readonly endless: string;
  };
}
