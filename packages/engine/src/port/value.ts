/** A value of the scene, as JSON. */
export interface Value {
  /** The full name of its type, such as "System.Single" or "UnityEngine.Vector3". */
  readonly type: string;
  /** As the engine prints it. Complete, unless `json` has the complete value. */
  readonly text: string;
  /** The value, if it is a primitive, a vector, a colour or an enum. Numbers are finite or null. */
  readonly json?: unknown;
  /** The id, if the value is an existing object. */
  readonly ref?: string;
}

export interface Vector3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
