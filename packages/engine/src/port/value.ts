/** A value of the scene, safe to write as JSON whatever it was in the engine. */
export interface Value {
  /** The full name of its type, such as "System.Single" or "UnityEngine.Vector3". */
  readonly type: string;
  /** As the engine would print it; readers cut what they show. In full, unless `json` has it in full. */
  readonly text: string;
  /** The value itself where it is a primitive, a vector, a colour or an enum; numbers are finite or null. */
  readonly json?: unknown;
  /** The id of an object, where the value is one that is alive. */
  readonly ref?: string;
}

export interface Vector3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
