import type { Dialect } from '@worldwire/protocol';
import type { Kernel } from '@worldwire/server';

/** A world at a path of the listener. */
export interface Mount {
  readonly path: string;
  readonly kernel: Kernel;
  readonly dialect?: Dialect;
}
