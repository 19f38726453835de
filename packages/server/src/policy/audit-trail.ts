import { WireError } from '@worldwire/protocol';
import { aboutOf, type GivenAbout } from '../api/about.js';
import { legible } from '../api/legible.js';
import type { Access } from '../api/tool.js';
import { WorldError } from '../api/world-error.js';
import type { ApprovalOutcome } from '../approvals/approval.js';
import { isThenable } from '../kit/is-thenable.js';
import type { AuditIntent, AuditOutcome } from './audit.js';
import { auditedArguments } from './audited-arguments.js';
import type { FullEnvironment } from './environment.js';

const PREFIX_BYTES = 9;

type AuditEnvironment = Pick<FullEnvironment, 'audit' | 'now' | 'date' | 'log' | 'randomBytes' | 'digestKey'>;

type Writable<Record> = { -readonly [Name in keyof Record]: Record[Name] };

/** The caller of a write, its operation key, and its subject. */
export interface AuditSubject extends Pick<AuditIntent, 'principal' | 'origin'> {
  readonly client?: string | undefined;
  readonly operationKey?: string | undefined;
  readonly dryRun?: true | undefined;
  readonly about?: GivenAbout | undefined;
  readonly arguments?: unknown;
}

/** What the work tells about its outcome. */
export type AuditResult = Pick<AuditOutcome, 'revision' | 'planDigest'>;

/** A decision that lets a call run. */
export type Approved = Pick<Extract<ApprovalOutcome, { kind: 'approved' }>, 'by' | 'id'>;

/** What runs instead of the call that was sent. */
export interface EditedIntent extends Pick<AuditIntent, 'access'> {
  readonly about: AuditIntent['about'] | undefined;
  readonly arguments: unknown;
}

/** Creates an audit record for each write of one world. */
export class AuditTrails {
  #prefix: string | undefined;
  #count = 0;
  /** Cache of the last timestamp as text. */
  #at = { ms: Number.NaN, text: '' };

  constructor(
    readonly environment: AuditEnvironment,
    readonly world: string,
  ) {}

  /** `tool` is the name of the tool or route, and `access` that of this call. */
  open(tool: string, access: Access, subject: AuditSubject): AuditTrail {
    // The prefix distinguishes processes that write to one file.
    this.#prefix ??= Buffer.from(this.environment.randomBytes(PREFIX_BYTES)).toString('base64url');
    const id = `${this.#prefix}-${++this.#count}`;
    return new AuditTrail(this.environment, this.world, id, this.#now(), tool, access, subject);
  }

  /** Formatting a date costs as much as encoding the record, and many writes begin in one millisecond. */
  #now(): string {
    const ms = this.environment.date();
    if (ms !== this.#at.ms) this.#at = { ms, text: new Date(ms).toISOString() };
    return this.#at.text;
  }
}

/** Records the intent of a write before it runs, and its outcome afterwards. */
export class AuditTrail {
  readonly #environment: AuditEnvironment;
  #intent: AuditIntent;
  readonly #started: number;
  /** Index in the `Bag` of writes in flight. */
  place = -1;
  #begun = false;
  #written = false;
  #unread = false;
  #result: AuditResult | undefined;

  constructor(
    environment: AuditEnvironment,
    world: string,
    id: string,
    at: string,
    tool: string,
    access: Access,
    { principal, origin, client, operationKey, dryRun, about: given, arguments: args }: AuditSubject,
  ) {
    this.#environment = environment;
    this.#started = environment.now();
    const about = aboutOf(given);
    const { argumentsDigest, arguments: shown } = auditedArguments(args, environment.digestKey);
    // Field by field, in the order of the record: conditional spreads cost several times as much.
    const intent: Partial<Writable<AuditIntent>> = { id, at, world, principal };
    if (origin !== undefined) intent.origin = origin;
    if (client !== undefined) intent.client = legible(client);
    intent.tool = tool;
    intent.access = access;
    if (about !== undefined) intent.about = about;
    if (operationKey !== undefined) intent.operationKey = legible(operationKey);
    if (dryRun) intent.dryRun = dryRun;
    if (argumentsDigest !== undefined) intent.argumentsDigest = argumentsDigest;
    if (shown !== undefined) intent.arguments = shown;
    this.#intent = intent as AuditIntent;
  }

  get written(): boolean {
    return this.#written;
  }

  /** Records the intent. Returns an error where that fails: the write must not run then. */
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

  /**
   * Notes who approved the call, the id of the decision, and the digest of the plan. `edited` is what runs instead, if the person
   * changed the arguments: the record is about that, and has the digest of the arguments that were sent.
   */
  approved({ by: approver, id }: Approved, planDigest: string, edited?: EditedIntent): void {
    const decided = { approver, ...(id !== undefined && { approval: id }), planDigest };
    if (edited === undefined) {
      // The arguments stay last: the audit leaves them out of the outcome.
      const { arguments: given, ...known } = this.#intent;
      this.#intent = { ...known, ...decided, ...(given !== undefined && { arguments: given }) };
      return;
    }
    const { arguments: _, argumentsDigest: askedDigest, about: ___, ...known } = this.#intent;
    const { access, about, arguments: args } = edited;
    this.#intent = {
      ...known,
      access,
      ...(about !== undefined && { about }),
      ...decided,
      ...(askedDigest !== undefined && { askedDigest }),
      ...auditedArguments(args, this.#environment.digestKey),
    };
  }

  /** Notes what the answer tells about the write, for the outcome. */
  answered(result: AuditResult | undefined): void {
    // The plan of an approval is in the intent, and its record has no name twice.
    const { revision } = result ?? {};
    this.#result =
      this.#intent.planDigest === undefined ? result : revision === undefined ? undefined : { revision };
  }

  /** The client gets no reply. The outcome is recorded as `unread` when it is known. */
  abandon(): void {
    this.#unread = true;
  }

  /**
   * Records the first outcome. `shown` adds to the subject what only the work could tell. The answer must wait for the promise, if
   * there is one: it resolves when the outcome is written.
   */
  report(outcome: AuditOutcome['outcome'], shown?: GivenAbout): void | Promise<void> {
    if (this.#written) return;
    this.#written = true;
    const { audit, now, log } = this.#environment;
    const ms = Math.round(now() - this.#started);
    const record: AuditOutcome =
      this.#unread && outcome !== 'cancelled'
        ? { outcome, unread: true, ms, ...this.#result }
        : { outcome, ms, ...this.#result };
    const intent = shown === undefined ? this.#intent : this.#with(shown);
    try {
      if (this.#begun) return audit.end(intent, record);
      audit.refuse(intent, record);
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
    // The audit has logged the reason, and given its own error.
    if (thrown instanceof WorldError) return thrown;
    const { world, tool } = this.#intent;
    this.#environment.log.error({ world, tool, err: thrown }, 'a write was refused: it cannot be recorded');
    return new WorldError(
      'NotReady',
      'The audit record cannot be written, so writes are refused. Reads still work.',
      "Ask the operator: the server's log has the reason, such as a full disk or an audit file that cannot be opened.",
    );
  }
}

/** The outcome of a call that threw. */
export function outcomeOf(
  thrown: unknown,
  call: { readonly cancelled: boolean; readonly signal: AbortSignal; readonly asks: boolean },
): AuditOutcome['outcome'] {
  const asked = call.asks;
  if (call.cancelled) return asked || gaveUp(thrown, call.signal) ? 'cancelled' : 'failed';
  if (thrown instanceof WireError) return 'invalid';
  return asked ? 'asked' : 'failed';
}

/** Whether the error is a reaction to the signal, and not an unrelated failure. */
function gaveUp(thrown: unknown, { reason }: AbortSignal): boolean {
  if (thrown === reason) return true;
  return thrown instanceof Error && (thrown.name === 'AbortError' || thrown.cause === reason);
}
