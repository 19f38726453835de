import type { Dialect, Request } from '@worldwire/protocol';
import type { WebFeed, WebRoute } from '@worldwire/server';
import type { Kernel, Reply } from '@worldwire/server/internal';

/** A world at a path of the listener. */
export interface Mount {
  readonly path: string;
  readonly kernel: Kernel;
  readonly dialect?: Dialect;
  /** The world's own HTTP interface, at paths of its own. */
  readonly routes?: readonly WebRoute[];
  readonly side?: MountSide;
}

/** What a specification wants of its endpoint beside requests and replies. */
export interface MountSide {
  /** Requests served at once; the next is refused with these words. */
  readonly parallel?: { readonly most: number; readonly message: string };
  /** A request that is answered by a feed instead of a reply. */
  feed?(request: Request, principal: string): WebFeed | undefined;
  /** What a GET for an event stream gets that belongs to no session. */
  stream?(principal: string): WebFeed;
  /** Sees every reply as it leaves, refusals too. The principal is empty where no credential has told it. */
  replied?(reply: Reply, principal: string): void;
}
