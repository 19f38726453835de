/// <reference types="vitest/importMeta" />

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import type { Journal } from '@worldwire/journal';
import {
  type ClientCapabilities,
  type JsonObject,
  REVISION_2026_07_28,
  REVISIONS,
  type Revision,
} from '@worldwire/protocol';
import {
  type Approvals,
  type AuditIntent,
  type Caller,
  DEFAULT_LIMITS,
  Kernel,
  Gates as OperatorGates,
  Policy,
  Principal,
  type ResponseChannel,
  Rights,
  type RightsNow,
  type Session,
} from '@worldwire/server/internal';
import { afterAll, describe, expect, it } from 'vitest';
import type { UnityGrants } from './gates/gates.js';
import { type UnityWorld, unityWorld } from './unity-world.js';

/** What the tests of this world share: a kernel over a real scene, and a client that calls its tools. */

export const CLOSED: UnityGrants = { writes: false, eval: false, remoteConfig: false, readOnly: false };
export const OPEN: UnityGrants = { writes: true, eval: true, remoteConfig: false, readOnly: false };
export const REMOTE: UnityGrants = { writes: false, eval: false, remoteConfig: true, readOnly: false };

export interface StageOptions {
  readonly grants?: UnityGrants;
  /** What mcp.config.json says. */
  readonly config?: object | string;
  readonly engine?: Engine;
  /** Keeps the writes over starts of the world. */
  readonly journal?: Journal;
  /** Of an earlier stage. */
  readonly folder?: string;
  /** Writes wait in it. */
  readonly approvals?: Approvals;
  /** Asked before the world opens. */
  readonly prepare?: (folder: string) => Promise<void>;
}

export interface CallMore {
  readonly capabilities?: ClientCapabilities;
  readonly principal?: string;
  /** Words such as `write`, of a principal other than `local`. Default: all. */
  readonly rights?: readonly string[];
  readonly revision?: Revision;
  readonly key?: string;
  /** What the person says when asked. */
  readonly person?: 'accept' | 'decline' | 'cancel';
}

/** The fields of every answer, and of a write. */
export interface Whole extends Record<string, unknown> {
  readonly revision: number;
  readonly journalId?: number;
  readonly undo?: string;
  readonly digest?: string;
  readonly dryRun?: true;
}

export interface Failure {
  readonly kind: string;
  readonly message: string;
  readonly hint?: string;
  readonly detail?: { readonly before: unknown; readonly after: unknown };
}

let shared: Promise<Engine> | undefined;

/** One scene for all tests of a file: starting it takes longer than they do. */
export function sharedEngine(): Promise<Engine> {
  shared ??= openEmbedded();
  return shared;
}

/** The shared engine, behind something that changes what it is asked or what it answers. */
export async function alteredEngine(
  alter: (operation: string, params: object, call: LooseCall) => Promise<unknown>,
): Promise<Engine> {
  const engine = await sharedEngine();
  const { state, process } = engine;
  const call = ((operation, params, options) =>
    alter(operation, params, (name, given) =>
      engine.call(name as never, given as never, options),
    )) as Engine['call'];
  return { state, process, call, listen: listener => engine.listen(listener), close: () => engine.close() };
}

type LooseCall = (operation: string, params: object) => Promise<unknown>;

export class Stage {
  readonly published: { readonly event: string; readonly payload: Record<string, unknown> }[] = [];
  readonly updated: string[] = [];
  readonly questions: string[] = [];
  readonly audited: AuditIntent[] = [];
  readonly outcomes: (AuditIntent & { readonly outcome: string })[] = [];
  readonly operatorGates = new OperatorGates();
  /** The rights that principals have now. Undefined: not known. */
  rightsNow: RightsNow | undefined;
  clock = Date.UTC(2026, 0, 1);
  #nextId = 0;

  private constructor(
    readonly engine: Engine,
    readonly folder: string,
    readonly grants: UnityGrants,
    readonly options: StageOptions,
  ) {}

  unity!: UnityWorld;
  kernel!: Kernel;

  static async open(options: StageOptions = {}): Promise<Stage> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'worldwire-unity-')));
    if (options.config !== undefined) {
      const text = typeof options.config === 'string' ? options.config : JSON.stringify(options.config);
      await writeFile(join(folder, 'mcp.config.json'), text);
    }
    await options.prepare?.(folder);
    const stage = new Stage(
      options.engine ?? (await sharedEngine()),
      folder,
      options.grants ?? CLOSED,
      options,
    );
    opened.push(stage);
    await stage.start();
    return stage;
  }

  /** Opens the world over the folder, for the first time or again. */
  async start(grants = this.grants): Promise<void> {
    const quiet = () => {};
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    this.unity = await unityWorld({
      engine: this.engine,
      log,
      ...(this.options.journal !== undefined && { journal: this.options.journal }),
      now: () => this.clock,
      folder: this.folder,
      grants,
      endpoint: { bindAddress: '127.0.0.1', port: 51477 },
      publish: (event, payload) =>
        this.published.push({ event, payload: payload as Record<string, unknown> }),
    });
    const { world } = this.unity;
    world.events?.subscribe(event => {
      if (event.kind === 'resource') this.updated.push(event.uri);
    });
    // As the application does: remote-config leaves the decision to the world's own gates.
    const ceiling = grants.remoteConfig ? { ...grants, writes: true, eval: true } : grants;
    this.kernel = new Kernel(world, {
      limits: DEFAULT_LIMITS,
      policy: new Policy(world, ceiling, { gates: this.operatorGates, rightsNow: this.rightsNow }),
      log,
      now: () => this.clock,
      randomBytes,
      secret: new Uint8Array(32).fill(7),
      ...(this.options.approvals !== undefined && {
        approval: { rule: 'writes', by: 'operator', queue: this.options.approvals, clientOnly: false },
      }),
      audit: {
        begin: intent => void this.audited.push(intent),
        end: (intent, { outcome }) => void this.outcomes.push({ ...intent, outcome }),
        refuse: (intent, { outcome }) => void this.outcomes.push({ ...intent, outcome }),
      },
    });
    await this.kernel.begin();
  }

  async close(): Promise<void> {
    await this.unity?.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** What a tool answers, with the fields of every answer. Fails the test where it fails. */
  async whole<Answer = Whole>(name: string, args: object = {}, more: CallMore = {}): Promise<Answer> {
    const result = await this.result(name, args, more);
    if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.structuredContent)}`);
    return result.structuredContent as Answer;
  }

  /** The same without the fields that every answer has beside those of the Unity document. */
  async call<Answer = Record<string, unknown>>(
    name: string,
    args: object = {},
    more: CallMore = {},
  ): Promise<Answer> {
    const { revision: _, journalId: __, undo: ___, ...own } = await this.whole(name, args, more);
    return own as Answer;
  }

  /** Applies a write with the digest of its dry run. */
  async planned<Answer = Record<string, unknown>>(name: string, args: object = {}): Promise<Answer> {
    const { digest } = await this.whole(name, { ...args, dryRun: true });
    return this.call(name, { ...args, expectDigest: digest });
  }

  /** What a tool failed with. */
  async fail(name: string, args: object = {}, more: CallMore = {}): Promise<Failure> {
    const result = await this.result(name, args, more);
    const body = result.structuredContent as unknown as { ok: boolean; error: Failure };
    expect(result.isError, `${name} did not fail: ${JSON.stringify(body)}`).toBe(true);
    expect(body).toMatchObject({
      ok: false,
      error: { kind: expect.any(String), message: expect.any(String) },
    });
    const [content] = result.content as { text: string }[];
    expect(JSON.parse(content?.text as string)).toEqual(body);
    return body.error;
  }

  /** What a write refuses with, and that the journal has it so. */
  async denied(name: string, args: object = {}, more: CallMore = {}): Promise<Failure> {
    const failure = await this.fail(name, args, more);
    expect(failure.kind).toBe('PermissionDenied');
    expect((await this.entries())[0]).toMatchObject({ Tool: name, Outcome: 'denied' });
    return failure;
  }

  async entries(): Promise<Record<string, unknown>[]> {
    return (await this.call<{ Items: Record<string, unknown>[] }>('ListJournal', { limit: 500 })).Items;
  }

  /** Raw, answering questions as the person would. */
  async result(name: string, args: object = {}, more: CallMore = {}): Promise<JsonObject> {
    const { person, capabilities = person === undefined ? {} : { elicitation: {} }, revision } = more;
    const caller = this.#caller(revision ?? REVISION_2026_07_28, capabilities, more.principal, more.rights);
    const meta = more.key === undefined ? {} : { _meta: { 'worldwire/operationKey': more.key } };
    const params = { name, arguments: args as JsonObject, ...meta };
    const first = await this.ask(caller, 'tools/call', params, person);
    if (first.resultType !== 'input_required') return first;
    const questions = first.inputRequests as Record<string, { params: { message: string } }>;
    for (const { params } of Object.values(questions)) this.questions.push(params.message);
    const inputResponses = Object.fromEntries(
      Object.keys(questions).map(key => [key, { action: person, content: {} } as unknown as JsonObject]),
    );
    const requestState = first.requestState as string;
    return this.ask(caller, 'tools/call', { ...params, inputResponses, requestState });
  }

  async resource<Body = Record<string, unknown>>(uri: string): Promise<Body> {
    const caller = this.#caller(REVISION_2026_07_28, {});
    const { contents } = await this.ask(caller, 'resources/read', { uri });
    const [body] = contents as { text: string; mimeType: string }[];
    expect(body?.mimeType).toBe('application/json');
    const { revision, ...own } = JSON.parse(body?.text as string) as { revision: number };
    expect(revision, uri).toEqual(expect.any(Number));
    return own as Body;
  }

  ask(caller: Caller, method: string, params: JsonObject, person?: string): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const outlet: ResponseChannel = {
        detach: () => {},
        send: message => {
          const { id, params } = JSON.parse(message) as { id: number; params: { message: string } };
          this.questions.push(params.message);
          const answer = { action: person ?? 'cancel', content: {} };
          setImmediate(() => (caller as Session).answer({ kind: 'response', id, result: answer }));
          return true;
        },
      };
      this.kernel.start({ kind: 'request', id: ++this.#nextId, method, params }, caller, outlet, reply => {
        const { result, error } = JSON.parse(reply?.text ?? '{}') as { result: JsonObject; error: object };
        if (error === undefined) resolve(result);
        else reject(new Error(JSON.stringify(error)));
      });
    });
  }

  /** A client of the newest revision. */
  caller(capabilities: ClientCapabilities): Caller {
    return this.#caller(REVISION_2026_07_28, capabilities);
  }

  events(name: string): Record<string, unknown>[] {
    return this.published.filter(({ event }) => event === name).map(({ payload }) => payload);
  }

  /** The id of the first object with the name. */
  async idOf(name: string): Promise<string> {
    const { Items } = await this.call<{ Items: { Id: string; Name: string }[] }>('SearchObjects', { name });
    const found = Items.find(({ Name }) => Name === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found.Id;
  }

  #caller(
    revision: Revision,
    capabilities: ClientCapabilities,
    principal = 'local',
    rights?: readonly string[],
  ): Caller {
    const words = rights === undefined ? Rights.CALLS : Rights.parse(rights);
    const who = principal === 'local' ? Principal.LOCAL : new Principal(principal, 'token', words);
    const client = { name: 'stage', version: '1' };
    if (revision.era === 'request') {
      return { who, revision, capabilities, client, logLevel: undefined, session: undefined };
    }
    const params = { protocolVersion: revision.id, capabilities, clientInfo: client };
    return this.kernel.initialize(params as unknown as JsonObject, who).session;
  }
}

const opened: Stage[] = [];

afterAll(async () => {
  for (const stage of opened.splice(0)) await stage.close();
  await (await shared)?.close();
  shared = undefined;
});

// Others import this file for its tools; its own claims are stated only when it is the file under test.
if (import.meta.vitest) {
  describe('Stage', () => {
    it('calls tools in every revision', async () => {
      const stage = await Stage.open();
      for (const revision of REVISIONS) {
        const { content } = await stage.result('GetVersion', {}, { revision });
        expect(JSON.parse((content as { text: string }[])[0]?.text as string)).toHaveProperty('McpVersion');
      }
    });
  });
}
