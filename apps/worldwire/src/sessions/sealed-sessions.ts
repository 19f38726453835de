import { join } from 'node:path';
import { Sealer } from '@worldwire/cluster';
import type { ClientCapabilities, ClientInfo, LogLevel } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';
import type {
  KeptSession,
  KeptSessions,
  Limits,
  Principal,
  SessionChange,
  SessionState,
} from '@worldwire/server/internal';
import { SessionFolder, type StoredSession } from './session-folder.js';
import { openSessionKey } from './session-key.js';

const MAX_ID_LENGTH = 2_048;
/** As long as the id of a session is valid. */
const ENDED_MS = 30 * 24 * 3_600_000;
const PURPOSE = 'session';

export interface SessionsOptions {
  /** Below the data folder. */
  readonly path: string;
  readonly limits: Pick<Limits, 'sessionIdleMs'>;
  readonly log: Pick<Log, 'warn'>;
  readonly date: () => number;
}

/** What the client said of itself in `initialize`. */
interface Description {
  readonly client: ClientInfo;
  readonly capabilities: ClientCapabilities;
}

/** The content of an id. Its principal and its world are authenticated with it. */
interface Content extends Partial<Description> {
  readonly revision: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** One change in a file. */
type Line = SessionChange | { readonly description: Description };

/** Where the data folder has the sessions of all worlds. Backups leave it out. */
export function sessionsFolder(data: string): string {
  return join(data, 'sessions');
}

/** Keeps the sessions of a process in its data folder. */
export class SealedSessions {
  readonly #options: SessionsOptions;
  readonly #folder: SessionFolder;
  #sealer: Sealer | undefined;
  #failed = false;

  constructor(options: SessionsOptions) {
    const { path, limits, date } = options;
    this.#options = options;
    this.#folder = new SessionFolder({ path, date, idleMs: limits.sessionIdleMs, endedMs: ENDED_MS });
  }

  /** The sessions of one world, by the name under which it is served. */
  of(world: string): KeptSessions {
    const folder = this.#folder;
    const contextOf = ({ origin, name }: Principal) => JSON.stringify([world, origin, name]);
    let lastEnd = folder.lastEnd;
    return {
      seal: (record, who) => {
        const sealer = this.#open();
        const id = sealer?.seal(JSON.stringify(record), contextOf(who));
        if (sealer === undefined || id === undefined || id.length <= MAX_ID_LENGTH) return id;
        const { client, capabilities, ...content } = record;
        const short = sealer.seal(JSON.stringify(content), contextOf(who));
        folder.change(short, { description: { client, capabilities } }, compact);
        return short;
      },
      open: (id, who) => {
        const text = id.length > MAX_ID_LENGTH ? undefined : this.#open()?.open(id, contextOf(who));
        return text === undefined ? undefined : this.#load(id, JSON.parse(text) as Content);
      },
      change: (id, change) => folder.change(id, change, compact),
      use: (id, at) => folder.use(id, at),
      end: id => folder.end(id),
      endsElsewhere: () => {
        const before = lastEnd;
        lastEnd = folder.lastEnd;
        return lastEnd !== before;
      },
      hasEnded: id => folder.hasEnded(id),
      sweep: () => {
        folder.sweep().catch((thrown: unknown) => {
          this.#options.log.warn({ err: thrown }, 'files of sessions cannot be removed');
        });
      },
    };
  }

  /** Undefined where the key cannot be used: then no session of this process is kept. */
  #open(): Sealer | undefined {
    if (this.#sealer !== undefined || this.#failed) return this.#sealer;
    const { path, log } = this.#options;
    const file = join(path, 'key');
    try {
      const { secrets, isShared } = openSessionKey(file);
      if (isShared) log.warn({ file }, 'the key of session ids can be read by other users: chmod 600 it');
      this.#sealer = new Sealer(secrets, PURPOSE);
    } catch (thrown) {
      this.#failed = true;
      const hint = 'sessions end with this process: without the file the next start creates a new key';
      log.warn({ file, err: thrown }, hint);
    }
    return this.#sealer;
  }

  #load(id: string, { client, capabilities, ...times }: Content): KeptSession | undefined {
    let stored: StoredSession | undefined;
    try {
      stored = this.#folder.load(id, times.issuedAt);
    } catch (thrown) {
      this.#options.log.warn({ err: thrown }, 'the changes of a session cannot be read: it has ended');
    }
    if (stored === undefined) return undefined;
    const { description, ...state } = stateOf(stored.changes as readonly Line[]);
    const described =
      client !== undefined && capabilities !== undefined ? { client, capabilities } : description;
    if (described === undefined) return undefined;
    const usedAt = Math.max(times.issuedAt, stored.usedAt ?? 0);
    return { record: { ...times, ...described }, state: { ...state, usedAt } };
  }
}

interface Stored extends Omit<SessionState, 'usedAt'> {
  readonly description: Description | undefined;
}

function stateOf(lines: readonly Line[]): Stored {
  let logLevel: LogLevel | undefined;
  let description: Description | undefined;
  let shut = false;
  const watched = new Set<string>();
  const remembered = new Map<string, string>();
  for (const line of lines) {
    if ('description' in line) description = line.description;
    else if ('logLevel' in line) logLevel = line.logLevel;
    else if ('watch' in line) watched.add(line.watch);
    else if ('leave' in line) watched.delete(line.leave);
    else if ('shut' in line) shut = true;
    else if (line.text === null) remembered.delete(line.remember);
    else remembered.set(line.remember, line.text);
  }
  return { logLevel, description, shut, watched, remembered };
}

/** The fewest changes with the same result. */
function compact(changes: readonly unknown[]): readonly Line[] {
  const { logLevel, description, shut, watched, remembered } = stateOf(changes as readonly Line[]);
  return [
    ...(description === undefined ? [] : [{ description }]),
    ...(logLevel === undefined ? [] : [{ logLevel }]),
    ...(shut ? [{ shut: true } as const] : []),
    ...[...watched].map(watch => ({ watch })),
    ...[...remembered].map(([remember, text]) => ({ remember, text })),
  ];
}
