/** The names and values of an engine's sample scenes that the contract tests use. */
export interface EngineSample {
  /** Two build scenes; the tests begin with the first one loaded. */
  readonly scene: string;
  readonly otherScene: string;
  /** An object of the first scene, with all members below. */
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
  /** A component type that can be added and removed. */
  readonly addable: string;
  readonly code: {
    /** Returns the text "42". */
    readonly answer: string;
    readonly throwing: string;
    readonly endless: string;
  };
}
