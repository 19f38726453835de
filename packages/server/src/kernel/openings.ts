import type { ClientInfo } from '@worldwire/protocol';
import { WebFeed } from '../api/web.js';
import type { CredentialEnds, Stays } from '../policy/credential-ends.js';
import type { Principal } from '../policy/principal.js';

const LOST = 'The token has lost the right to this.';

/**
 * What stays open for a client beside calls and tasks: an event stream, a feed, a connection, the link of an engine, or a request of the
 * world's own HTTP interface that takes time.
 */
export interface Opening {
  readonly kind: 'stream' | 'feed' | 'connection' | 'link' | 'request';
  readonly who: Principal;
  /** What the client asked for, such as `GET /mcp`. */
  readonly what: string;
  readonly client?: ClientInfo | undefined;
  /** Whether its principal may not have it any more, although it has other rights. */
  refused?(): boolean;
  end(reason: string): void;
}

/** The openings of one world, with the time since when each is open. */
export class Openings {
  readonly #open = new Map<Opening, number>();

  constructor(
    readonly now: () => number,
    readonly credentials: CredentialEnds,
  ) {}

  /** Returns the function that removes it, which its owner calls when it has ended. */
  add(opening: Opening): () => void {
    this.#open.set(opening, this.now());
    this.credentials.opened(opening.who);
    return () => this.#open.delete(opening);
  }

  /** The feed, which is an opening while it is read. It ends before it writes what its reader may no longer read. */
  feed(
    { start, form, unchunked, lines }: WebFeed,
    who: Principal,
    what: string,
    refused: () => boolean,
  ): WebFeed {
    return new WebFeed(
      reader => {
        const close = this.add({ kind: 'feed', who, what, refused, end: () => reader.end() });
        const stop = start({
          write(frames) {
            if (!refused()) return reader.write(frames);
            reader.end();
            return false;
          },
          get drained() {
            return reader.drained;
          },
          set drained(listener) {
            reader.drained = listener;
          },
          end: () => reader.end(),
        });
        return () => {
          close();
          stop();
        };
      },
      form,
      unchunked,
      lines,
    );
  }

  /** Ends those that their credentials no longer allow. `endReason` says why one ends that has lost all rights. */
  recheck(endReason: (who: Principal) => string | undefined, stays: Stays): void {
    for (const opening of [...this.#open.keys()]) {
      const reason = endReason(opening.who) ?? (opening.refused?.() ? LOST : undefined);
      if (reason === undefined) stays(opening.who);
      else opening.end(reason);
    }
  }

  /** A copy, because an end removes its opening. */
  all(): readonly (readonly [opening: Opening, since: number])[] {
    return [...this.#open];
  }
}
