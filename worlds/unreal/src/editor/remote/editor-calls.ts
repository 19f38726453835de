import { type JsonObject, type JsonValue, parseJson } from '@worldwire/protocol';
import { UnrealError } from '../../port/unreal-error.js';
import { classOfDefault } from '../../port/unreal-paths.js';
import { TimeSlice } from '../../work/time-slice.js';
import type { EngineVersion } from '../gates/engine-version.js';
import { allowLine, asInstruction, type GateName, opens } from '../gates/gates.js';
import { field, isRecord, textField } from './fields.js';
import { type Job, pause } from './job.js';
import { parseInSlices, type SlicedJson } from './json-in-slices.js';
import { causeOf, type RefusalCause, Refused } from './refusal.js';
import type { RemoteControl, Reply, Sending } from './remote-control.js';

const MAX_MESSAGE = 2_000;
const JSON_LIMITS = { depth: 200, values: 2_000_000 };

/** Knows the gates of the editor, and is told when one turns out to be closed. */
export interface GateTracker {
  readonly version: EngineVersion | undefined;
  isClosed(gate: GateName): boolean;
  onClosed(gate: GateName, said: string): void;
}

export interface Acting {
  /** Whether the call is an undo transaction. */
  readonly undoable?: boolean;
  readonly deadlineMs?: number;
}

/** The routes of the editor. Every kind of refusal becomes a Refused. */
export class EditorCalls {
  readonly #remote: RemoteControl;
  readonly #gateTracker: GateTracker;
  readonly #retryMs: number;

  constructor(remote: RemoteControl, gateTracker: GateTracker, retryMs: number) {
    this.#remote = remote;
    this.#gateTracker = gateTracker;
    this.#retryMs = retryMs;
  }

  info(job: Job): Promise<JsonValue | undefined> {
    return this.#json(job, 'GET', '/remote/info');
  }

  /** Calls a function that changes nothing. */
  ask(
    job: Job,
    objectPath: string,
    functionName: string,
    parameters: JsonObject = {},
    sending: { readonly deadlineMs?: number } = {},
  ): Promise<JsonObject> {
    const body = { objectPath, functionName, parameters, generateTransaction: false };
    return this.#record(job, '/remote/object/call', body, sending);
  }

  /** Calls a function that may change something. */
  act(
    job: Job,
    objectPath: string,
    functionName: string,
    parameters: JsonObject,
    { undoable = true, ...sending }: Acting = {},
  ): Promise<JsonObject> {
    const body = { objectPath, functionName, parameters, generateTransaction: undoable };
    return this.#record(job, '/remote/object/call', body, { write: true, ...sending });
  }

  describe(job: Job, objectPath: string): Promise<JsonObject> {
    return this.#record(job, '/remote/object/describe', { objectPath });
  }

  /** One property, or an object of all readable ones. */
  async read(job: Job, objectPath: string, propertyName?: string): Promise<JsonValue> {
    const named = propertyName === undefined ? {} : { propertyName };
    const body = { objectPath, ...named, access: 'READ_ACCESS' };
    const found = await this.#json(job, 'PUT', '/remote/object/property', body);
    if (found === undefined) throw noAnswer('/remote/object/property');
    if (propertyName === undefined) return found;
    for (const key of [propertyName, 'PropertyValue']) {
      const value = field(found, key);
      if (value !== undefined) return value;
    }
    if (isRecord(found) && Object.keys(found).length === 0) {
      throw new Refused('other', 'not-found', `${objectPath} returned no property ${propertyName}.`);
    }
    return found;
  }

  /** The editor confirms nothing: the caller has to read the value back. */
  async write(job: Job, objectPath: string, propertyName: string, value: JsonValue): Promise<void> {
    const propertyValue = { [propertyName]: value };
    const body = { objectPath, propertyName, access: 'WRITE_TRANSACTION_ACCESS', propertyValue };
    await this.#json(job, 'PUT', '/remote/object/property', body, { write: true });
  }

  search(job: Job, body: JsonObject): Promise<JsonObject> {
    return this.#record(job, '/remote/search/assets', body);
  }

  async thumbnail(job: Job, objectPath: string): Promise<Uint8Array> {
    const { bytes, release } = await this.#send(job, 'PUT', '/remote/object/thumbnail', { objectPath });
    release();
    return bytes;
  }

  async #record(job: Job, path: string, body: object, sending: Sending = {}): Promise<JsonObject> {
    const found = await this.#json(job, 'PUT', path, body, sending);
    if (found === undefined && sending.write === true) return {};
    if (!isRecord(found)) throw noAnswer(path);
    return found;
  }

  async #json(
    job: Job,
    verb: 'GET' | 'PUT',
    path: string,
    body?: object,
    sending: Sending = {},
  ): Promise<JsonValue | undefined> {
    const parsed = await this.#parsed(job, await this.#send(job, verb, path, body, sending));
    if (parsed === undefined) return undefined;
    if (parsed.ok) return parsed.value;
    throw new UnrealError(
      'failed',
      `The answer to ${path} cannot be read: ${parsed.reason}`,
      'Check that an Unreal Editor listens at this address.',
      sending.write === true,
    );
  }

  async #parsed(job: Job, { bytes, release }: Reply): Promise<SlicedJson | undefined> {
    try {
      if (bytes.length === 0) return undefined;
      return await parseInSlices(textOf(bytes), JSON_LIMITS, new TimeSlice(job.signal));
    } finally {
      release();
    }
  }

  async #send(
    job: Job,
    verb: 'GET' | 'PUT',
    path: string,
    body: object | undefined,
    sending: Sending = {},
  ): Promise<Reply> {
    for (let again = true; ; again = false) {
      const wroteBefore = job.wrote;
      const reply = await this.#remote.send(job, verb, path, body, sending);
      const refused = this.#refusal(reply, path, body);
      if (refused === undefined) return reply;
      reply.release();
      // An editor that failed at it may have begun, and one that answers with a success may have done it; one that said no has not.
      const mayHaveBegun = isSuccess(reply) || (reply.status >= 500 && refused.why === 'other');
      if (sending.write === true && mayHaveBegun) {
        throw new UnrealError(
          'failed',
          refused.message,
          'Read the current value before you try again.',
          true,
        );
      }
      job.wrote = wroteBefore;
      if (refused.why !== 'busy' || !again) throw refused;
      await pause(job, this.#retryMs);
    }
  }

  #refusal(reply: Reply, path: string, body: object | undefined): Refused | undefined {
    const { status, bytes } = reply;
    const ok = isSuccess(reply);
    // A picture is no JSON, and what is long is no error.
    if (ok && (bytes.length > 4 * MAX_MESSAGE || bytes[0] !== 0x7b)) return undefined;
    const parsed = parseJson(textOf(bytes.subarray(0, 4 * MAX_MESSAGE)), JSON_LIMITS);
    const value = parsed.ok ? parsed.value : undefined;
    const said = textField(value, 'errorMessage')?.slice(0, MAX_MESSAGE) ?? '';
    // A function may give back something of that name; an error has nothing beside it.
    if (ok && (said === '' || !isErrorAlone(value))) return undefined;
    const { functionName } = (body ?? {}) as { functionName?: string };
    const why = causeOf(status, said, textField(value, 'errorCode') ?? '', functionName);
    return this.#refused(why, said === '' ? `The editor answered ${path} with ${status}.` : said, body);
  }

  #refused(why: RefusalCause, said: string, body: object | undefined): Refused {
    const { version } = this.#gateTracker;
    switch (why) {
      case 'passphrase':
      case 'python':
        this.#gateTracker.onClosed(why, said);
        return new Refused(why, 'closed', said, asInstruction(opens(why, version)));
      case 'functions':
        this.#gateTracker.onClosed(why, said);
        return new Refused(why, 'closed', said, allowing(version, body));
      case 'console':
        return this.#refusedCommand(said, body);
      case 'settings':
        return new Refused(
          why,
          'closed',
          said,
          'Check Remote Control in the project settings of the editor.',
        );
      case 'object':
        return new Refused(why, 'not-found', said);
      case 'member':
        return new Refused(
          why,
          'not-found',
          said,
          'Give the C++ name of a function or property, such as K2_GetActorLocation. get_property without a property lists those of an object.',
        );
      case 'route':
        return new Refused(why, 'unsupported', `This editor has no such route: ${said}`);
      case 'busy':
        return new Refused(why, 'failed', said, 'Try again when the editor has finished saving.');
      case 'other':
        return new Refused(why, 'failed', said);
    }
  }

  /** Where functions have to be listed, either gate may have refused the command. */
  #refusedCommand(said: string, body: object | undefined): Refused {
    const { version } = this.#gateTracker;
    const line = asInstruction(opens('console', version));
    if (this.#gateTracker.isClosed('functions')) {
      return new Refused('console', 'closed', said, `${line} ${allowing(version, body)}`);
    }
    this.#gateTracker.onClosed('console', said);
    return new Refused('console', 'closed', said, line);
  }
}

function allowing(version: EngineVersion | undefined, body: object | undefined): string {
  const place = opens('functions', version);
  const { objectPath, functionName } = (body ?? {}) as { objectPath?: string; functionName?: string };
  const classPath = classOfDefault(objectPath ?? '');
  if (classPath === undefined || functionName === undefined) return asInstruction(place);
  return asInstruction({
    ...place,
    line: `${place.line} or, for this alone, ${allowLine(classPath, functionName)}`,
  });
}

function noAnswer(path: string): UnrealError {
  return new UnrealError('failed', `The editor gave an unreadable answer to ${path}.`);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

function isErrorAlone(value: JsonValue | undefined): boolean {
  return Object.keys(value ?? {}).every(key => key === 'errorMessage' || key === 'errorCode');
}
