import type { FramingName } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';
import type { FairTurns, Limits, Memory, Places } from '@worldwire/server/internal';
import type { Authenticator, FramesWorld } from './authenticator.js';
import type { Engines } from './engine-channel.js';

/** What the connections of a listener share. */
export interface ListenerContext {
  readonly worlds: ReadonlyMap<string, FramesWorld>;
  readonly authenticator: Authenticator;
  readonly framing: FramingName;
  readonly limits: Limits;
  /** Connections of clients. The rest is for engines. */
  readonly clients: Places;
  readonly log: Log;
  readonly now: () => number;
  readonly ready: () => string | undefined | Promise<string | undefined>;
  readonly engines: Engines | undefined;
  readonly engineWorld: FramesWorld;
  readonly memory: Memory;
  readonly turns: FairTurns;
}
