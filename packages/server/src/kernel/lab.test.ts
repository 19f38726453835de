/// <reference types="vitest/importMeta" />
import {
  type ClientCapabilities,
  type Dialect,
  type JsonObject,
  REVISIONS,
  type RequestId,
  type Revision,
} from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../api/served-world.js';
import { defineWorld, type World } from '../api/world.js';
import type { Call } from '../calls/call.js';
import { DEFAULT_LIMITS, type Limits } from '../limits/limits.js';
import type { Audit, AuditEvent, AuditIntent } from '../policy/audit.js';
import type { Environment } from '../policy/environment.js';
import { type Grants, Policy } from '../policy/policy.js';
import { Principal } from '../policy/principal.js';
import { Rights } from '../policy/rights.js';
import type { Caller } from '../sessions/caller.js';
import type { ResponseChannel } from '../sessions/response-channel.js';
import type { Session } from '../sessions/session.js';
import { Kernel } from './kernel.js';

/** What the kernel's tests share: a kernel with the test's own clock, randomness and response channels. */

export const SESSION_REVISIONS: readonly Revision[] = REVISIONS.filter(({ era }) => era === 'session');

/** A principal that may make every call, or the local user. */
export function named(name: string): Principal {
  return name === 'local' ? Principal.LOCAL : new Principal(name, 'token', Rights.CALLS);
}

/** Everything a client can say it answers. */
export const ALL_CAPABILITIES: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
};

export interface Sent {
  readonly id?: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/** A reply as its client reads it; of `result` and `error` one is there. */
export interface Answer {
  readonly jsonrpc: string;
  readonly id: RequestId;
  readonly result: JsonObject;
  readonly error: { readonly code: number; readonly message: string; readonly data?: JsonObject };
}

export interface LabOptions {
  readonly limits?: Partial<Limits>;
  readonly grants?: Grants;
  /** Stands in for a part of the audit. */
  readonly audit?: Partial<Audit>;
  readonly environment?: Partial<Environment>;
}

interface SendOptions {
  readonly id?: RequestId;
  readonly dialect?: Dialect;
  /** False for a client that takes nothing but the response. */
  readonly streams?: boolean;
}

export class Lab {
  /** Only the test moves it. */
  clock = Date.UTC(2026, 0, 1);
  readonly intents: AuditIntent[] = [];
  readonly audits: AuditEvent[] = [];
  readonly errors: { readonly fields: object; readonly message: string }[] = [];
  /** How many bytes were asked of the randomness, call by call. */
  readonly randomness: number[] = [];
  readonly digestKey = 'the key of digests';
  readonly kernel: Kernel;
  #nextId = 0;

  constructor(parts: Partial<World>, options: LabOptions = {}) {
    const world = defineWorld({ name: 'lab', version: '1.2.3', ...parts });
    const quiet = () => {};
    this.kernel = new Kernel(world, {
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      policy: new Policy(world, options.grants),
      log: {
        debug: quiet,
        info: quiet,
        warn: quiet,
        error: (fields, message) => this.errors.push({ fields, message }),
      },
      now: () => this.clock,
      randomBytes: size => numbered(this.randomness.push(size), size),
      secret: new Uint8Array(32).fill(7),
      digestKey: this.digestKey,
      audit: {
        begin: intent => void this.intents.push(intent),
        end: (intent, outcome) => void this.audits.push({ ...intent, ...outcome }),
        refuse: (intent, outcome) => this.audits.push({ ...intent, ...outcome }),
        ...options.audit,
      },
      ...options.environment,
    });
  }

  session(revision: string, capabilities: ClientCapabilities = {}, principal = 'local'): Session {
    const params = {
      protocolVersion: revision,
      capabilities: capabilities as unknown as JsonObject,
      clientInfo: { name: 'lab-client', version: '1' },
    };
    return this.kernel.initialize(params, named(principal)).session;
  }

  /** A client of the revision: a session where it has them, a statement in the request where it has not. */
  caller(revision: Revision, capabilities: ClientCapabilities = {}, principal = 'local'): Caller {
    if (revision.era === 'session') return this.session(revision.id, capabilities, principal);
    const client = { name: 'lab-client', version: '1' };
    return { who: named(principal), revision, capabilities, client, logLevel: undefined, session: undefined };
  }

  send(caller: Caller, method: string, params: JsonObject = {}, options: SendOptions = {}): Exchange {
    const exchange = new Exchange(options.streams ?? true);
    const id = options.id ?? ++this.#nextId;
    exchange.call = this.kernel.start(
      { kind: 'request', id, method, params },
      caller,
      exchange,
      reply => exchange.settle(reply),
      options.dialect,
    );
    return exchange;
  }

  /** Sends a request and waits for its reply. */
  ask(caller: Caller, method: string, params: JsonObject = {}, options: SendOptions = {}): Promise<Answer> {
    return this.send(caller, method, params, options).answer();
  }

  callTool(caller: Caller, name: string, args: JsonObject = {}, more: JsonObject = {}): Promise<Answer> {
    return this.ask(caller, 'tools/call', { name, arguments: args, ...more });
  }

  sendTool(caller: Caller, name: string, args: JsonObject = {}, more: JsonObject = {}): Exchange {
    return this.send(caller, 'tools/call', { name, arguments: args, ...more });
  }
}

/** The client's end of one request: it keeps what was sent ahead of the reply, and every call of `done`. */
export class Exchange implements ResponseChannel {
  readonly sent: Sent[] = [];
  readonly replies: (Answer | undefined)[] = [];
  call: Call | undefined;
  detached = 0;
  #read = 0;
  #wake: (() => void) | undefined;

  constructor(readonly streams: boolean) {}

  send(message: string): boolean {
    if (!this.streams) return false;
    this.sent.push(JSON.parse(message));
    this.#wake?.();
    return true;
  }

  detach(): void {
    this.detached++;
  }

  settle(reply: Reply | undefined): void {
    this.replies.push(reply && JSON.parse(reply.text));
    this.#wake?.();
  }

  /** Waits for the next message that was not taken yet. */
  async next(): Promise<Sent> {
    await this.#until(() => this.sent.length > this.#read || this.replies.length > 0);
    const message = this.sent[this.#read++];
    if (message === undefined) throw new Error(`Nothing was sent before ${JSON.stringify(this.replies)}.`);
    return message;
  }

  async answer(): Promise<Answer> {
    await this.#until(() => this.replies.length > 0);
    if (this.replies[0] === undefined) throw new Error('The request was cancelled: it has no reply.');
    return this.replies[0];
  }

  async #until(there: () => boolean): Promise<void> {
    while (!there()) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }
}

/** What the n-th call of the randomness gives: the number, over and over. */
export function numbered(n: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => n >> (8 * (index % 4)));
}

/** Lets everything that is ready to run, run. */
export function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** A wait that only the test ends. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { opened, open };
}

// Others import this file for its tools; its own claims are stated only when it is the file under test.
if (import.meta.vitest) {
  describe('Lab', () => {
    it('has a clock that stands still until the test moves it', () => {
      const lab = new Lab({});
      const session = lab.session('2025-11-25');
      expect(session.lastSeen).toBe(lab.clock);
      lab.clock += 5;
      expect(lab.kernel.sessions.find(session.id, 'local')?.lastSeen).toBe(lab.clock);
    });

    it('has randomness that every run repeats', () => {
      const ids = () => {
        const lab = new Lab({});
        return [lab.session('2025-11-25').id, lab.session('2025-11-25').id];
      };
      expect(ids()).toEqual(ids());
      expect(new Set(ids()).size).toBe(2);
    });

    it('speaks every revision', async () => {
      const lab = new Lab({});
      for (const revision of REVISIONS) {
        const method = revision.era === 'session' ? 'ping' : 'server/discover';
        expect(await lab.ask(lab.caller(revision), method)).toHaveProperty('result');
      }
    });
  });
}
