import type { JsonValue } from '@worldwire/protocol';
import type { Transform } from '../../port/operations.js';
import type { Colour } from '../picture/raster.js';

export interface ActorPlan extends Partial<Transform> {
  readonly name: string;
  readonly label?: string;
  /** The name or the path of its class. */
  readonly class: string;
  readonly values?: Readonly<Record<string, JsonValue>>;
  /** Values of its components, by their names. */
  readonly parts?: Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;
}

export interface LevelPlan {
  readonly path: string;
  readonly actors: readonly ActorPlan[];
  /** What its map shows: the ground, and how far it reaches at least, in centimetres from the origin. */
  readonly ground: Colour;
  readonly reach: number;
}
