import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { PropertyType } from './property-type.js';

export interface Parameter {
  readonly name: string;
  readonly type: PropertyType;
  /** Where it may be left out. */
  readonly initial?: JsonValue;
}

/** The object that a function is called on, as the function sees it. */
export interface Self {
  get(property: string): Promise<JsonValue>;
  set(property: string, value: JsonValue): Promise<void>;
  /** One of its components. */
  part(name: string): Self;
  /** Writes a line into the log, as PrintString does. */
  say(text: string, verbosity?: 'Log' | 'Warning'): void;
  destroy(): Promise<void>;
}

export interface FunctionPlan {
  readonly name: string;
  readonly inputs: readonly Parameter[];
  readonly outputs: readonly Parameter[];
  /** Gives the outputs by their names. */
  run(self: Self, inputs: JsonObject): Promise<JsonObject>;
}
