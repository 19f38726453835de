import type { Dialect } from '@worldwire/protocol';
import type { EndpointHooks, WebRoute } from '@worldwire/server';
import type { Kernel } from '@worldwire/server/internal';

/** A world at a path of the listener. */
export interface Mount {
  /** The whole path of the MCP endpoint. */
  readonly path: string;
  /** Before the paths of the routes: `/universe`, where several worlds have one listener. */
  readonly prefix?: string;
  readonly kernel: Kernel;
  readonly dialect?: Dialect;
  /** The world's own HTTP interface, at paths of its own. */
  readonly routes?: readonly WebRoute[];
  readonly hooks?: EndpointHooks;
  /** A GET without a session opens HTTP with SSE, whatever its headers say about types and revisions. */
  readonly opensHttpSse?: true;
  /** For `/ready`: whether the world can be used. The mounts of a world share the function. */
  isReady?(): Promise<boolean>;
}
