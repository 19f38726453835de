import { randomUUID } from 'node:crypto';
import {
  EngineError,
  type EngineErrorKind,
  type OperationName,
  type ParamsOf,
  type ResultOf,
} from '@worldwire/engine';
import { EnginePool, type LinkedEngine } from '@worldwire/engine/linked';
import { until } from '@worldwire/engine/testing';
import { LinkHost } from '../../testing/link-host.js';
import { type Editor, type EditorOptions, startEditor } from './start-editor.js';

/** For the hook that opens an editor, which imports the demo first. */
export const OPENING_MS = 180_000;
/** Of calls during which the editor loads, saves or starts a game. */
const SLOW = { deadline: 20_000 };

/** The demo in an editor without a display, at a server that also takes in the games that the editor runs. */
export class LiveEditor {
  readonly pool: EnginePool;
  readonly process: Editor;
  readonly #host: LinkHost;

  private constructor(pool: EnginePool, host: LinkHost, process: Editor) {
    this.pool = pool;
    this.process = process;
    this.#host = host;
  }

  static async open(options: Omit<EditorOptions, 'port'> = {}): Promise<LiveEditor> {
    const pool = new EnginePool({ now: () => new Date(), mint: randomUUID });
    const host = await LinkHost.listen(({ engine: hello }, channel) => pool.join(hello, channel));
    const live = new LiveEditor(pool, host, await startEditor({ ...options, port: host.port }));
    await until(async () => live.engine.state.status === 'ready');
    return live;
  }

  /** The editor, which links first. */
  get engine(): LinkedEngine {
    return this.pool.first.engine;
  }

  call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>> {
    return this.engine.call(name, params, SLOW);
  }

  /** Opens a scene as it is on disk, without the changes that are not saved. */
  async reopen(path: string): Promise<void> {
    await this.call('editor.open', { path });
    await this.run(`EditorInterface.reload_scene_from_path("${path}")`);
    await this.call('editor.get', {});
  }

  run(code: string) {
    return this.call('code.run', { code });
  }

  /** The id of the object with a path. */
  async find(path: string): Promise<string> {
    const { items } = await this.call('object.list', { path, limit: 500 });
    const found = items.find(each => each.path === path);
    if (found === undefined) throw new Error(`there is no ${path}`);
    return found.id;
  }

  async read(object: string, type: string, name: string): Promise<unknown> {
    return (await this.call('member.read', { object, type, name })).json;
  }

  write(object: string, type: string, name: string, value: unknown) {
    return this.call('member.write', { object, type, name, value });
  }

  /** What something is refused with, which must be of this kind and have a hint. */
  async refusal(kind: EngineErrorKind, work: Promise<unknown>): Promise<EngineError> {
    try {
      await work;
    } catch (thrown) {
      if (thrown instanceof EngineError && thrown.kind === kind && thrown.hint !== undefined) return thrown;
      throw thrown;
    }
    throw new Error(`it should have been refused as ${kind}`);
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.process.kill();
    await this.#host.close();
    const fault = this.process.fault();
    if (fault !== undefined) throw new Error(fault);
  }
}
