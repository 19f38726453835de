import type { OperationName, ParamsOf, ResultOf, Value } from '@worldwire/engine';
import { EngineError, type EngineErrorKind } from '@worldwire/engine';
import type { LinkedEngine } from '@worldwire/engine/linked';
import type { Godot, GodotOptions, StartGodot } from './godot-process.js';
import { type OpenGodot, openGodot } from './open-godot.js';

/** The demo, with short words for what tests do most. */
export class LiveGodot {
  readonly engine: LinkedEngine;
  readonly godot: Godot;

  private constructor({ engine, godot }: OpenGodot) {
    this.engine = engine;
    this.godot = godot;
  }

  static async open(start: StartGodot, options: Omit<GodotOptions, 'port'> = {}): Promise<LiveGodot> {
    return new LiveGodot(await openGodot(start, options));
  }

  call<Name extends OperationName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>> {
    return this.engine.call(name, params);
  }

  async load(name: string): Promise<void> {
    await this.call('scene.load', { name, mode: 'single' });
  }

  /** Loads the arena again, with physics stopped. */
  async stillArena(): Promise<{ readonly crate: string; readonly ball: string }> {
    await this.call('time.set', { scale: 0 });
    await this.load('arena');
    return { crate: await this.find('/Arena/Crate'), ball: await this.find('/Arena/Ball') };
  }

  /** The id of the object with a path. */
  async find(path: string): Promise<string> {
    const { items } = await this.call('object.list', { path, limit: 500 });
    const found = items.find(each => each.path === path);
    if (found === undefined) throw new Error(`there is no ${path}`);
    return found.id;
  }

  read(object: string, type: string, name: string): Promise<Value> {
    return this.call('member.read', { object, type, name });
  }

  async write(object: string, type: string, name: string, value: unknown): Promise<Value> {
    return (await this.call('member.write', { object, type, name, value })).after;
  }

  invoke(object: string, type: string, name: string, ...args: unknown[]): Promise<Value> {
    return this.call('method.call', { object, type, name, args });
  }

  run(code: string): Promise<Value> {
    return this.call('code.run', { code });
  }

  /** Adds a node with a script of its own to the current scene. */
  async scripted(
    name: string,
    lines: readonly string[],
  ): Promise<{ readonly object: string; readonly type: string }> {
    const code = [
      'var script = GDScript.new()',
      `script.source_code = ${JSON.stringify(lines.join('\n'))}`,
      'script.reload()',
      'var node = Node.new()',
      `node.name = "${name}"`,
      'node.set_script(script)',
      'scene.add_child(node)',
      'return id_of(node)',
    ];
    const object = String((await this.run(code.join('\n'))).json);
    const { items } = await this.call('component.list', { object });
    return { object, type: items[1]?.type ?? '' };
  }

  /** What something is refused with, which must be of this kind. */
  async refusal(kind: EngineErrorKind, work: Promise<unknown>): Promise<EngineError> {
    try {
      await work;
    } catch (thrown) {
      if (thrown instanceof EngineError && thrown.kind === kind) return thrown;
      throw thrown;
    }
    throw new Error(`it should have been refused as ${kind}`);
  }
}
