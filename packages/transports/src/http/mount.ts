import type { Dialect } from '@worldwire/protocol';
import type { Kernel, WebRoute } from '@worldwire/server';

/** A world at a path of the listener. */
export interface Mount {
  readonly path: string;
  readonly kernel: Kernel;
  readonly dialect?: Dialect;
  /** The world's own HTTP interface, at paths of its own. */
  readonly routes?: readonly WebRoute[];
}
