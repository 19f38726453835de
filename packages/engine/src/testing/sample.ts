import type { PlaySample } from './play-sample.js';

/** The names and values of an engine's sample scenes that the contract tests use. */
export interface EngineSample extends PlaySample {
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
  /** Paths in the first scene that the camera looks at. */
  readonly paths: {
    /** Falls by physics after the load. */
    readonly falling: string;
    /** A mesh in the picture. */
    readonly seen: string;
    /** An object that draws nothing. */
    readonly undrawn: string;
  };
  /** The member for the position of an object below its parent. */
  readonly place: { readonly type: string; readonly name: string };
  /** A component type that turns its object, by default. */
  readonly turning: string;
  /** A component type that can be added and removed. */
  readonly addable: string;
  readonly code: {
    /** Returns the text "42". */
    readonly answer: string;
    readonly throwing: string;
    readonly endless: string;
  };
}
