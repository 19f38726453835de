import assert from 'node:assert/strict';
import type { Engine } from '../port/engine.js';
import { EngineError, type EngineErrorKind } from '../port/engine-error.js';
import type { EngineFeature, ObjectFilter, ObjectInfo, OperationName } from '../port/operations.js';
import type { Vector3 } from '../port/value.js';
import { dryRunCases } from './dry-run-cases.js';
import { filterCases } from './filter-cases.js';
import { hookCases } from './hook-cases.js';
import { memberCases } from './member-cases.js';
import { objectCases } from './object-cases.js';
import type { MemberAt, PlaySample } from './play-sample.js';
import type { EngineSample } from './sample.js';
import { sceneCases } from './scene-cases.js';
import { viewCases } from './view-cases.js';

/** What a case works on. */
export class Bench {
  constructor(
    readonly engine: Engine,
    readonly sample: EngineSample,
    /** For cases that close what they open. */
    readonly open: () => Promise<Engine>,
    /** Of a linked engine: cuts its connection, and resolves when it is linked again. */
    readonly loseLink?: () => Promise<void>,
  ) {}

  get call(): Engine['call'] {
    return this.engine.call.bind(this.engine);
  }

  /** The sample's object, in its freshly loaded scene. */
  async fresh(): Promise<ObjectInfo> {
    await this.call('scene.load', { name: this.sample.scene, mode: 'single' });
    const { items } = await this.call('object.list', { name: this.sample.object, limit: 1 });
    assert.ok(items[0], `there is no ${this.sample.object} in ${this.sample.scene}`);
    return items[0];
  }

  /** The object with a path. */
  async at(path: string): Promise<ObjectInfo> {
    const { items } = await this.call('object.list', { path, limit: 1000 });
    const found = items.find(each => each.path === path);
    assert.ok(found, `there is no ${path}`);
    return found;
  }

  /** Loads a scene in the place of all others. */
  async load(name: string): Promise<void> {
    await this.call('scene.load', { name, mode: 'single' });
  }

  /** The value of a member as JSON, or of the part that the sample names. */
  async value({ path, type, name, part }: MemberAt): Promise<unknown> {
    const { id: object } = await this.at(path);
    const { json, text } = await this.call('member.read', { object, type, name });
    const whole = json ?? text;
    return part === undefined ? whole : (whole as Readonly<Record<string, unknown>>)[part];
  }

  /** A field of the sample that the case names as its own. */
  part<Name extends keyof PlaySample>(name: Name): NonNullable<PlaySample[Name]> {
    const found = this.sample[name];
    assert.ok(found !== undefined, `the sample has no ${name}`);
    return found;
  }

  /** All ids that match a filter. */
  async ids(filter: ObjectFilter): Promise<ReadonlySet<string>> {
    const { items } = await this.call('object.list', { limit: 1000, ...filter });
    return new Set(items.map(({ id }) => id));
  }

  /** Moves an object to a place below its parent. */
  async place(object: string, at: Vector3): Promise<void> {
    const { type, name } = this.sample.place;
    await this.call('member.write', { object, type, name, value: at });
  }

  async fails(kind: EngineErrorKind, work: Promise<unknown>): Promise<EngineError> {
    try {
      await work;
    } catch (thrown) {
      assert.ok(thrown instanceof EngineError, `threw ${String(thrown)}`);
      assert.equal(thrown.kind, kind, thrown.message);
      assert.ok(thrown.message.length > 0);
      return thrown;
    }
    assert.fail(`it should have failed as ${kind}`);
  }
}

export interface ContractCase {
  /** What holds for every engine. */
  readonly claim: string;
  /** Operations without which there is nothing to hold. */
  readonly needs: readonly OperationName[];
  /** An engine may be without its operations: the write then says before that it is final. */
  readonly optional?: true;
  /** Parts of the sample that it uses. */
  readonly uses?: readonly (keyof PlaySample)[];
  /** Features of `engine.describe` that it uses. */
  readonly features?: readonly EngineFeature[];
  /** Only for engines behind a link. */
  readonly linked?: true;
  readonly check: (bench: Bench) => Promise<void>;
}

const wholeCases: readonly ContractCase[] = [
  {
    claim: 'says what it is, which operations it has, and since when it is ready',
    needs: ['engine.describe'],
    check: async ({ engine, call }) => {
      const info = await call('engine.describe', {});
      for (const text of [info.name, info.version, info.platform, info.runtime]) assert.ok(text);
      assert.ok(info.operations.includes('engine.describe'));
      assert.ok(['ready', 'throttled'].includes(engine.state.status));
      assert.ok(!Number.isNaN(Date.parse(engine.state.since)));
    },
  },
  {
    claim: 'answers an unknown operation with unsupported',
    needs: [],
    check: async bench => {
      await bench.fails('unsupported', bench.call('no.such' as 'scene.list', {}));
      await bench.fails('unsupported', bench.call('constructor' as 'scene.list', {}));
    },
  },
  {
    claim: 'applies a write once, however often it is retried with its key',
    needs: ['object.create'],
    check: async bench => {
      await bench.fresh();
      const write = () => bench.call('object.create', { name: 'Only one' }, { key: 'contract-once' });
      const [first, twin] = await Promise.all([write(), write()]);
      assert.deepEqual(twin, first);
      assert.deepEqual(await write(), first);
      assert.equal((await bench.call('object.list', { name: 'Only one' })).total, 1);
      const other = bench.call('object.create', { name: 'Another' }, { key: 'contract-once' });
      await bench.fails('invalid', other);
    },
  },
  {
    claim: 'gives the refusal again when a refused write is retried with its key',
    needs: ['object.destroy'],
    check: async bench => {
      const write = () => bench.call('object.destroy', { id: 'obj:999999999' }, { key: 'contract-refused' });
      const first = await bench.fails('not-found', write());
      assert.equal((await bench.fails('not-found', write())).message, first.message);
    },
  },
  {
    claim: 'is gone after it was closed, answers not-ready, and may be closed again',
    needs: [],
    check: async bench => {
      const engine = await bench.open();
      const states: string[] = [];
      engine.listen(event => event.kind === 'state' && states.push(event.state.status));
      const last = bench.fails('not-ready', engine.call('scene.list', {}));
      await Promise.all([engine.close(), engine.close()]);
      await last;
      assert.equal(engine.state.status, 'gone');
      assert.deepEqual(states, ['gone']);
      await bench.fails('not-ready', engine.call('scene.list', {}));
    },
  },
];

/** What holds for every engine, as cases that any test runner can run one after the other on one engine. */
export const engineContract: readonly ContractCase[] = [
  ...wholeCases,
  ...sceneCases,
  ...objectCases,
  ...filterCases,
  ...memberCases,
  ...dryRunCases,
  ...viewCases,
  ...hookCases,
];
