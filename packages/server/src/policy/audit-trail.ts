import { WireError } from '@worldwire/protocol';
import { aboutOf, type GivenAbout } from '../api/about.js';
import { legible } from '../api/legible.js';
import type { Tool } from '../api/tool.js';
import { WorldError } from '../api/world-error.js';
import type { Call } from '../calls/call.js';
import { isThenable } from '../kit/is-thenable.js';
import type { AuditIntent, AuditOutcome } from './audit.js';
import type { FullEnvironment } from './environment.js';

const PREFIX_BYTES = 9;

type AuditEnvironment = Pick<FullEnvironment, 'audit' | 'now' | 'date' | 'log' | 'randomBytes'>;

/** Who asked, by which key a retry would be known, and what the call is about. */
export interface AuditSubject extends Pick<AuditIntent, 'principal' | 'client' | 'operationKey'> {
  readonly about?: GivenAbout | undefined;
}

/** Gives every call of one world that may change it a record of its own. */
export class AuditTrails {
  #prefix: string | undefined;
  #count = 0;
  /** The newest millisecond in which a write began, and the same as text. */
  #at = { ms: Number.NaN, text: '' };

  constructor(
    readonly environment: AuditEnvironment,
    readonly world: string,
  ) {}

  open(tool: Pick<Tool, 'name' | 'access'>, subject: AuditSubject): AuditTrail {
    // The prefix tells apart the processes that write to one record.
    this.#prefix ??= Buffer.from(this.environment.randomBytes(PREFIX_BYTES)).toString('base64url');
    const id = `${this.#prefix}-${++this.#count}`;
    return new AuditTrail(this.environment, this.world, id, this.#now(), tool, subject);
  }

  /** Many writes begin in one millisecond, and to write down a date costs as much as to encode the record. */
  #now(): string {
    const ms = this.environment.date();
    if (ms !== this.#at.ms) this.#at = { ms, text: new Date(ms).toISOString() };
    return this.#at.text;
  }
}

/** Records the intent of one call before it runs, and its outcome once that is known. */
export class AuditTrail {
  readonly #environment: AuditEnvironment;
  readonly #intent: AuditIntent;
  readonly #started: number;
  /** Among the writes that are under way. */
  place = -1;
  #begun = false;
  #written = false;
  #unread = false;

  constructor(
    environment: AuditEnvironment,
    world: string,
    id: string,
    at: string,
    { name, access }: Pick<Tool, 'name' | 'access'>,
    { principal, client, operationKey, about: given }: AuditSubject,
  ) {
    this.#environment = environment;
    this.#started = environment.now();
    const about = aboutOf(given);
    this.#intent = {
      id,
      at,
      world,
      principal,
      ...(client !== undefined && { client: legible(client) }),
      tool: name,
      access,
      ...(about !== undefined && { about }),
      ...(operationKey !== undefined && { operationKey: legible(operationKey) }),
    };
  }

  get written(): boolean {
    return this.#written;
  }

  /** Records that the write begins. Gives the refusal where that cannot be recorded: then the write must not run. */
  begin(): WorldError | undefined | Promise<WorldError | undefined> {
    try {
      const recorded = this.#environment.audit.begin(this.#intent);
      if (isThenable(recorded)) return this.#whenRecorded(recorded);
      this.#begun = true;
      return undefined;
    } catch (thrown) {
      return this.#refuse(thrown);
    }
  }

  /** Nobody waits for the outcome any more. It is told all the same, as soon as it is known. */
  abandon(): void {
    this.#unread = true;
  }

  /** What comes first counts. `shown` is what the call is about as far as only its work could tell. */
  report(outcome: AuditOutcome['outcome'], shown?: GivenAbout): void {
    if (this.#written) return;
    this.#written = true;
    const { audit, now, log } = this.#environment;
    const ms = Math.round(now() - this.#started);
    const told: AuditOutcome =
      this.#unread && outcome !== 'cancelled' ? { outcome, unread: true, ms } : { outcome, ms };
    const intent = shown === undefined ? this.#intent : this.#with(shown);
    try {
      if (this.#begun) audit.end(intent, told);
      else audit.refuse(intent, told);
    } catch (thrown) {
      log.error({ ...intent, outcome, err: thrown }, 'the outcome of a write cannot be recorded');
    }
  }

  #with(shown: GivenAbout): AuditIntent {
    return { ...this.#intent, about: { ...this.#intent.about, ...aboutOf(shown) } };
  }

  async #whenRecorded(recorded: PromiseLike<void>): Promise<WorldError | undefined> {
    try {
      await recorded;
      this.#begun = true;
      return undefined;
    } catch (thrown) {
      return this.#refuse(thrown);
    }
  }

  #refuse(thrown: unknown): WorldError {
    this.#written = true;
    // The record says the reason itself, and has logged it once.
    if (thrown instanceof WorldError) return thrown;
    const { world, tool } = this.#intent;
    this.#environment.log.error({ world, tool, err: thrown }, 'a write was refused: it cannot be recorded');
    return new WorldError(
      'NotReady',
      'The audit record cannot be written, so writes are refused. Reads go on.',
      "The operator finds the reason in the server's log, and must free the disk or repair the file of the audit.",
    );
  }
}

/** What a throw says of the call that it ended. */
export function outcomeOf(
  thrown: unknown,
  call: Pick<Call, 'cancelled' | 'signal' | 'asks'>,
): AuditOutcome['outcome'] {
  const asked = call.asks;
  if (call.cancelled) return asked || gaveUp(thrown, call.signal) ? 'cancelled' : 'failed';
  if (thrown instanceof WireError) return 'invalid';
  return asked ? 'asked' : 'failed';
}

/** Whether it was thrown for the signal, and not for something that went wrong meanwhile. */
function gaveUp(thrown: unknown, { reason }: AbortSignal): boolean {
  if (thrown === reason) return true;
  return thrown instanceof Error && (thrown.name === 'AbortError' || thrown.cause === reason);
}
