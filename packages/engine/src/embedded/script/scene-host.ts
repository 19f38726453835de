import { EngineError } from '../../port/engine-error.js';
import type { LogLevel } from '../model/surroundings.js';
import type { World } from '../model/world.js';
import type { HostAnswer, HostRequest } from './prelude.js';
import type { ScriptHost } from './sandbox.js';

/** Log lines of a script per second. */
const MAX_LINES = 200;
const MAX_LINE = 8000;
/** The operations that scripts may use: no code and no hooks. */
const OPERATIONS =
  /^(scene\.load|object\.(list|get|create|destroy|activate|reparent)|component\.(list|add|remove)|member\.(list|read|write)|method\.call)$/;

export type HostCalls = Readonly<Record<string, (params: never) => unknown>>;

/** Answers requests of scripts: operations of the scene, requests for scripts alone, and in a hook those about its call. */
export class SceneHost implements ScriptHost {
  until = Number.POSITIVE_INFINITY;
  depth = 0;
  readonly #world: World;
  readonly #operate: (name: string, params: unknown) => unknown;
  readonly #own: HostCalls;
  #lines = 0;
  #linesSince = 0;

  constructor(world: World, operate: (name: string, params: unknown) => unknown, more: HostCalls = {}) {
    this.#world = world;
    this.#operate = operate;
    this.#own = { ...this.#calls(world), ...more };
  }

  abort(reason: string): never {
    return this.#world.surroundings.abort(reason);
  }

  answer(request: string): string {
    // Before the call is counted: a script that is stopped during a refusal has changed nothing.
    if (performance.now() > this.until) return told({ error: 'the time of the script is over' });
    this.depth++;
    try {
      return this.#attempt(request);
    } finally {
      this.depth--;
    }
  }

  #attempt(request: string): string {
    try {
      const { name, params } = JSON.parse(request) as HostRequest;
      const own = Object.hasOwn(this.#own, name) ? this.#own[name] : undefined;
      if (own !== undefined) return told({ result: own(params as never) ?? null });
      if (OPERATIONS.test(name)) return told({ result: immediate(name, this.#operate(name, params)) });
      return told({ error: `scripts cannot ask for ${name}` });
    } catch (thrown) {
      return told({ error: messageOf(thrown) });
    }
  }

  #calls(world: World): HostCalls {
    const { clock, log } = world.surroundings;
    return {
      'script.find': ({ name }: { name: string }) => {
        for (const scene of world.visibleScenes()) {
          for (const object of scene.objects) {
            if (name.startsWith('/') ? object.path === name : object.name === name) return object.id;
          }
        }
        return null;
      },
      'script.log': ({ level, message }: { level: LogLevel; message: string }) => {
        if (performance.now() - this.#linesSince > 1000) {
          this.#linesSince = performance.now();
          this.#lines = 0;
        }
        if (++this.#lines < MAX_LINES) log(level, message.slice(0, MAX_LINE), 'console');
        else if (this.#lines === MAX_LINES) log('warning', 'further lines were left out', 'console');
      },
      'script.time': () => ({ ...clock.describe(), delta: clock.delta }),
      'script.scale': ({ scale }: { scale: number }) => clock.setFromScene(scale),
    };
  }
}

/** A script blocks the scene, so it cannot wait for frames. */
function immediate(name: string, result: unknown): unknown {
  if (!(result instanceof Promise)) return result;
  result.catch(() => {});
  const hint = 'compare positions in two runs, or read the velocity of the Rigidbody';
  throw new EngineError('unsupported', `scripts cannot wait for the motion that ${name} measures`, hint);
}

function told(answer: HostAnswer): string {
  return JSON.stringify(answer);
}

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'the scene failed';
  const hint = thrown instanceof EngineError ? thrown.hint : undefined;
  return hint === undefined ? thrown.message : `${thrown.message} (${hint})`;
}
