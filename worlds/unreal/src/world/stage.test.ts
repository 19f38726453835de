/// <reference types="vitest/importMeta" />

import { randomBytes } from 'node:crypto';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import { type JsonObject, REVISION_2026_07_28, REVISIONS, type Revision } from '@worldwire/protocol';
import type { WorldEvent } from '@worldwire/server';
import {
  type ApprovalSettings,
  type AuditIntent,
  type Caller,
  DEFAULT_LIMITS,
  type Grants,
  Kernel,
  type Limits,
  Policy,
  Principal,
  type ResponseChannel,
  Rights,
} from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import type {
  ActorDetail,
  AssetInfo,
  OperationName,
  Operations,
  ParamsOf,
  Transform,
} from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type {
  CallOptions,
  Gate,
  Provenance,
  SourceEvent,
  SourceState,
  UnrealSource,
} from '../port/unreal-source.js';
import { movedParts, type Planners, planned } from '../port/write-plan.js';
import { type OpenUnreal, openUnreal } from './unreal-world.js';

/** Shared by the tests of this world: a source with settable answers, and a kernel over a world of such sources. */

export const SINCE = '2026-01-01T00:00:00.000Z';
export const DOOR = '/Game/Maps/Hall.Hall:PersistentLevel.Door_1';
export const ORIGIN = { x: 0, y: 0, z: 0 };
export const LEVEL = { pitch: 0, yaw: 0, roll: 0 };
export const ONE = { x: 1, y: 1, z: 1 };

type Handler<Name extends OperationName> = (
  params: ParamsOf<Name>,
  options: CallOptions,
) => Operations[Name]['result'] | Promise<Operations[Name]['result']>;

export class FakeSource implements UnrealSource {
  state: SourceState = { status: 'ready', since: SINCE };
  gates?: readonly Gate[];
  closed = false;
  readonly calls: {
    readonly name: OperationName;
    readonly params: unknown;
    readonly options: CallOptions;
  }[] = [];
  readonly watched: string[] = [];
  readonly #handlers = new Map<OperationName, unknown>();
  readonly #listeners = new Set<(event: SourceEvent) => void>();

  constructor(readonly provenance: Provenance) {}

  /** Sets the answer of an operation, which is otherwise unsupported. */
  on<Name extends OperationName>(name: Name, handler: Handler<Name>): this {
    this.#handlers.set(name, handler);
    return this;
  }

  /** Makes every operation fail. */
  fails(kind: UnrealError['kind'], message = 'No.', enable?: string): this {
    for (const name of this.#handlers.keys()) {
      this.on(name, () => {
        throw new UnrealError(kind, message, enable);
      });
    }
    return this;
  }

  gone(): this {
    this.state = { status: 'gone', since: SINCE };
    return this.fails('gone', 'The editor does not answer.');
  }

  async call<Name extends OperationName>(name: Name, params: ParamsOf<Name>, options: CallOptions) {
    this.calls.push({ name, params, options });
    const handler = this.#handlers.get(name) as Handler<Name> | undefined;
    if (handler === undefined) throw new UnrealError('unsupported', `${name} is not for me.`);
    return handler(params, options);
  }

  called(name: OperationName): unknown[] {
    return this.calls.filter(call => call.name === name).map(({ params }) => params);
  }

  listen(listener: (event: SourceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: SourceEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  watch(path: string): () => void {
    this.watched.push(path);
    return () => this.watched.splice(this.watched.indexOf(path), 1);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

export const ASSETS: readonly AssetInfo[] = [
  { path: '/Game/Doors/BP_Door', name: 'BP_Door', class: 'Blueprint', size: 1_000 },
  { path: '/Game/Doors/T_Wood', name: 'T_Wood', class: 'Texture2D' },
  { path: '/Game/Maps/Hall', name: 'Hall', class: 'World' },
  { path: '/Game/Tables/DT_Keys', name: 'DT_Keys', class: 'DataTable' },
];

/** A hall with a door, in memory, with working operations. */
export function hall(provenance: Provenance = 'live'): FakeSource {
  const actors = new Map<string, ActorDetail>();
  const add = (name: string, more: Partial<ActorDetail> = {}) => {
    const path = `/Game/Maps/Hall.Hall:PersistentLevel.${name}`;
    const place = { location: ORIGIN, rotation: LEVEL, scale: ONE };
    const actor = { path, name, class: 'BP_Door_C', ...place, components: [], properties: {}, ...more };
    actors.set(path, actor);
    return actor;
  };
  const actor = (path: string) => {
    const found = actors.get(path);
    if (found === undefined) throw new UnrealError('not-found', `There is no ${path}.`);
    return found;
  };
  const asset = (path: string) => {
    const found = ASSETS.find(item => item.path === path);
    if (found === undefined) throw new UnrealError('not-found', `There is no ${path}.`);
    return found;
  };
  add('Door_1', {
    label: 'Front door',
    components: [{ name: 'Mesh', class: 'StaticMeshComponent' }],
    properties: { bOpen: false },
  });
  add('Lamp_1', { class: 'PointLight' });
  const properties = new Map<string, unknown>([[`${DOOR} bOpen`, false]]);
  let level: string | null = '/Game/Maps/Hall';
  let selection: readonly string[] = [];
  const moved = (path: string, parts: Partial<Transform> & { by?: Partial<Transform> }) => {
    const { location = ORIGIN, rotation = LEVEL, scale = ONE } = actor(path);
    const before = { location, rotation, scale };
    return { before, after: { ...before, ...movedParts(parts, before) } };
  };
  const nothing = () => ({ before: null, after: null });
  const planners: Planners = {
    'actor.destroy': ({ path }) => ({ before: json(actor(path)), after: null, classPath: actor(path).class }),
    'actor.spawn': ({ name, ...spawned }) => ({ before: null, after: json({ ...spawned, label: name }) }),
    'actor.transform': ({ path, ...parts }) => json(moved(path, parts)),
    'console.run': nothing,
    'function.call': nothing,
    'level.open': ({ path }) => ({ before: level, after: path, unsaved: [] }),
    'log.write': ({ message }) => ({ before: null, after: message }),
    'property.write': ({ object, property, value }) => ({
      before: json(properties.get(`${object} ${property}`) ?? null),
      after: value,
    }),
    'python.run': nothing,
    'selection.set': ({ paths }) => ({ before: [...selection], after: paths.map(path => actor(path).path) }),
  };
  const log = [{ text: 'Ready.', category: 'LogInit', verbosity: 'Display' }];
  return new FakeSource(provenance)
    .on('project.describe', () => ({ name: 'Doors', engineVersion: '5.4.4', modules: [], plugins: [] }))
    .on('asset.list', ({ path = '/Game', class: kind, query = '', limit = 50, cursor = '0' }) => {
      const matching = ASSETS.filter(
        item =>
          item.path.startsWith(path) &&
          (kind === undefined || item.class === kind) &&
          item.path.toLowerCase().includes(query.toLowerCase()),
      );
      const end = Number(cursor) + limit;
      const next = end < matching.length && { nextCursor: String(end) };
      return { items: matching.slice(Number(cursor), end), total: matching.length, ...next };
    })
    .on('asset.describe', ({ path }) => ({ ...asset(path), savedBy: '5.4.4' }))
    .on('asset.contents', ({ path, format }) => {
      const { name, class: kind } = asset(path);
      if (format === 't3d') return { text: `Begin Object Class=${kind} Name="${name}"\nEnd Object\n` };
      return { objects: [{ class: kind, name, properties: {}, children: [] }] };
    })
    .on('asset.references', () => ({
      references: [{ path: '/Game/Doors/T_Wood', soft: false }],
      referencers: [{ path: '/Game/Maps/Hall', soft: true }],
    }))
    .on('asset.picture', ({ path }) => {
      asset(path);
      return { data: new Uint8Array([1, 2, 3]), mimeType: 'image/png' };
    })
    .on('level.list', () => [{ path: '/Game/Maps/Hall', name: 'Hall', open: level === '/Game/Maps/Hall' }])
    .on('level.open', ({ path }) => {
      asset(path);
      const before = level;
      level = path;
      return { before, after: level };
    })
    .on('actor.list', ({ level: of, class: kind, query = '', limit = 50, cursor = '0' }) => {
      if (of !== undefined) asset(of);
      const matching = [...actors.values()].filter(
        item => (kind === undefined || item.class === kind) && item.path.includes(query),
      );
      const end = Number(cursor) + limit;
      const next = end < matching.length && { nextCursor: String(end) };
      return { items: matching.slice(Number(cursor), end), total: matching.length, ...next };
    })
    .on('actor.get', ({ path }) => actor(path))
    .on('actor.spawn', ({ class: kind, name, ...place }) =>
      add(`${kind.split(/[./]/).at(-1)}_${actors.size}`, {
        class: kind,
        ...place,
        ...(name !== undefined && { label: name }),
      }),
    )
    .on('actor.destroy', ({ path }) => {
      const destroyed = actor(path);
      actors.delete(path);
      return { destroyed };
    })
    .on('actor.transform', ({ path, ...parts }) => {
      const { before, after } = moved(path, parts);
      actors.set(path, { ...actor(path), ...after });
      return { before, after };
    })
    .on('write.plan', call => planned(planners, call))
    .on('property.read', ({ object, property }) => {
      if (property === undefined) return { value: { bOpen: false, Weight: 12.5 } };
      const value = properties.get(`${object} ${property}`);
      if (value === undefined) throw new UnrealError('not-found', `There is no ${property}.`);
      return { value: value as never, type: 'bool' };
    })
    .on('property.write', ({ object, property, value }) => {
      const before = (properties.get(`${object} ${property}`) ?? null) as never;
      properties.set(`${object} ${property}`, value);
      return { before, after: value };
    })
    .on('function.call', ({ function: name, arguments: args }) => ({
      result: { ReturnValue: name, ...args },
    }))
    .on('selection.get', () => selection.map(actor))
    .on('selection.set', ({ paths }) => {
      const before = selection;
      selection = paths;
      return { before, after: selection };
    })
    .on('log.tail', ({ lines, query = '' }) => ({
      lines: log.filter(({ text }) => text.includes(query)).slice(-lines),
      file: 'Doors.log',
    }))
    .on('log.write', ({ message, verbosity }) => {
      log.push({ text: message, category: 'LogTemp', verbosity });
      return { line: `LogTemp: ${message}` };
    })
    .on('console.run', ({ command }) => ({ output: [`ran ${command}`] }))
    .on('python.run', ({ code }) => ({ result: 'None', output: [{ type: 'Info', text: code }] }))
    .on('screenshot.take', ({ width = 640, height = 360 }) => ({
      data: new Uint8Array([137, 80, 78, 71]),
      mimeType: 'image/png',
      width,
      height,
    }));
}

function json<Value>(value: unknown): Value {
  return value as Value;
}

/** The files of the same project, read-only. */
export function disk(): FakeSource {
  const source = hall('disk');
  for (const name of ['screenshot.take', 'selection.get', 'property.write', 'actor.spawn'] as const) {
    source.on(name, () => {
      throw new UnrealError('unsupported', 'Files cannot do that.');
    });
  }
  return source;
}

export interface StageOptions {
  readonly sources?: readonly UnrealSource[];
  readonly journal?: Journal;
  readonly grants?: Grants;
  readonly limits?: Partial<Limits>;
  readonly approval?: ApprovalSettings;
}

export interface More {
  readonly key?: string;
  readonly ifRevision?: number | string;
  readonly principal?: string;
  /** Default: all calls. */
  readonly rights?: readonly string[];
  readonly revision?: Revision;
  /** The answer of the person at the client; without it no person can be asked. */
  readonly person?: 'accept' | 'decline';
}

export interface Result extends JsonObject {
  readonly content: { type: string; text: string; uri: string; data: string; mimeType: string }[];
}

export class Stage {
  clock = Date.UTC(2026, 0, 1);
  readonly events: WorldEvent[] = [];
  readonly notified: { readonly method: string; readonly params: JsonObject }[] = [];
  readonly logged: string[] = [];
  readonly questions: string[] = [];
  /** The calls in the audit, with their outcome. */
  readonly audited: (AuditIntent & { readonly outcome: string })[] = [];
  #nextId = 0;

  private constructor(
    readonly sources: readonly UnrealSource[],
    readonly journal: Journal,
  ) {}

  unreal!: OpenUnreal;
  kernel!: Kernel;

  static async open(options: StageOptions = {}): Promise<Stage> {
    const {
      sources = [hall()],
      journal = new MemoryJournal(),
      grants = { eval: true },
      limits,
      approval,
    } = options;
    const stage = new Stage(sources, journal);
    const note = (_fields: object, message: string) => stage.logged.push(message);
    const log = { debug: note, info: note, warn: note, error: note };
    const now = () => stage.clock;
    const { principalPercent } = { ...DEFAULT_LIMITS, ...limits };
    stage.unreal = await openUnreal({ sources, journal, log, now, principalPercent });
    const { world } = stage.unreal;
    world.events?.subscribe(event => stage.events.push(event));
    stage.kernel = new Kernel(world, {
      limits: { ...DEFAULT_LIMITS, ...limits },
      policy: new Policy(world, grants),
      log,
      now,
      randomBytes,
      secret: new Uint8Array(32).fill(7),
      audit: {
        begin() {},
        end: (intent, { outcome }) => void stage.audited.push({ ...intent, outcome }),
        refuse: (intent, { outcome }) => void stage.audited.push({ ...intent, outcome }),
      },
      ...(approval && { approval }),
    });
    return stage;
  }

  /** The first source, where it is a fake one. */
  get source(): FakeSource {
    return this.sources[0] as FakeSource;
  }

  /** The URIs that the world reported as changed since the last call. */
  async updated(): Promise<string[]> {
    await this.#turn();
    return this.events.splice(0).flatMap(event => (event.kind === 'resource' ? [event.uri] : []));
  }

  /** The answer of a tool that must succeed. */
  async call<Answer = Record<string, unknown>>(name: string, args: object = {}, more: More = {}) {
    const result = await this.result(name, args, more);
    if (result.isError === true) throw new Error(`${name}: ${result.content[0]?.text}`);
    return result.structuredContent as Answer;
  }

  /** The error text of a tool. */
  async fail(name: string, args: object = {}, more: More = {}): Promise<string> {
    const { isError, content } = await this.result(name, args, more);
    expect(isError, `${name} did not fail: ${content[0]?.text}`).toBe(true);
    return content[0]?.text as string;
  }

  /** Questions to the person are answered. */
  async result(name: string, args: object = {}, more: More = {}): Promise<Result> {
    const meta = {
      ...(more.key !== undefined && { 'worldwire/operationKey': more.key }),
      ...(more.ifRevision !== undefined && { 'worldwire/ifRevision': more.ifRevision }),
    };
    const params = { name, arguments: args as JsonObject, _meta: { progressToken: 'p', ...meta } };
    const first = (await this.ask('tools/call', params, more)) as Result;
    if (first.resultType !== 'input_required') return first;
    const asked = first.inputRequests as unknown as Record<string, { params: { message: string } }>;
    for (const question of Object.values(asked)) this.questions.push(question.params.message);
    const inputResponses = Object.fromEntries(
      Object.keys(asked).map(key => [key, { action: more.person as string, content: {} }]),
    );
    const requestState = first.requestState as string;
    return (await this.ask('tools/call', { ...params, inputResponses, requestState }, more)) as Result;
  }

  /** The content of a resource. */
  async read(uri: string): Promise<{ text?: string; blob?: string; mimeType?: string }> {
    const { contents } = (await this.ask('resources/read', { uri })) as unknown as { contents: object[] };
    return contents[0] as object;
  }

  async json<Body = Record<string, unknown>>(uri: string): Promise<Body> {
    const { text, mimeType } = await this.read(uri);
    expect(mimeType).toBe('application/json');
    return JSON.parse(text as string) as Body;
  }

  async complete(ref: JsonObject, name: string, value: string): Promise<readonly string[]> {
    const { completion } = await this.ask('completion/complete', { ref, argument: { name, value } });
    return (completion as unknown as { values: string[] }).values;
  }

  ask(method: string, params: JsonObject = {}, more: More = {}): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const outlet: ResponseChannel = {
        detach: () => {},
        send: message => {
          this.notified.push(JSON.parse(message));
          return true;
        },
      };
      const request = { kind: 'request', id: ++this.#nextId, method, params } as const;
      this.kernel.start(request, this.#caller(more), outlet, reply => {
        const { result, error } = JSON.parse(reply?.text ?? '{}') as { result: JsonObject; error: object };
        if (error === undefined) resolve(result);
        else reject(new Error(JSON.stringify(error)));
      });
    });
  }

  /** Changes of one turn of the event loop are reported at its end. */
  #turn(): Promise<void> {
    return new Promise(resolve => queueMicrotask(resolve));
  }

  #caller({ revision = REVISION_2026_07_28, principal = 'ann', rights, person }: More): Caller {
    const words = rights === undefined ? Rights.CALLS : Rights.parse(rights);
    const who = principal === 'local' ? Principal.LOCAL : new Principal(principal, 'token', words);
    const client = { name: undefined, version: undefined };
    if (revision.era === 'request') {
      const capabilities = person === undefined ? {} : { elicitation: {} };
      return { who, revision, capabilities, client, logLevel: undefined, session: undefined };
    }
    const params = { protocolVersion: revision.id, capabilities: {}, clientInfo: client };
    return this.kernel.initialize(params as unknown as JsonObject, who).session;
  }
}

// Other tests import the helpers of this file; its own tests run only when it is the file under test.
if (import.meta.vitest) {
  describe('Stage', () => {
    it('calls tools in every revision', async () => {
      const stage = await Stage.open();
      for (const revision of REVISIONS) {
        const { content } = await stage.result('get_editor_state', {}, { revision });
        expect(JSON.parse(content[0]?.text as string)).toMatchObject({ provenance: 'live' });
      }
    });
  });
}
