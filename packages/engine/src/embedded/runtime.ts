import { REVISION } from 'three';
import { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';
import { TYPES } from './components/index.js';
import type { RuntimeEvent, Start } from './messages.js';
import { Clock } from './model/clock.js';
import type { Component } from './model/component.js';
import { FrameTimes } from './model/frame-times.js';
import { FrameWaits } from './model/frame-waits.js';
import { seededRandom } from './model/random.js';
import type { Surroundings } from './model/surroundings.js';
import { World } from './model/world.js';
import { runCode } from './operations/code-operations.js';
import { componentOperations } from './operations/component-operations.js';
import type { Handlers } from './operations/handlers.js';
import { hookOperations } from './operations/hook-operations.js';
import { memberOperations } from './operations/member-operations.js';
import { objectOperations } from './operations/object-operations.js';
import { sceneOperations } from './operations/scene-operations.js';
import { timeOperations } from './operations/time-operations.js';
import { viewOperations } from './operations/view-operations.js';
import { Physics } from './physics/physics.js';
import { nearNames } from './reflection/near-names.js';
import { SceneLoader } from './scenes/scene-loader.js';
import { Freecam } from './view/freecam.js';

const SCRIPT_MS = 2000;

/** A live scene: its objects, its time, and the operations on both. Independent of processes and messages. */
export class Runtime {
  readonly world: World;
  readonly #clock = new Clock();
  readonly #frames = new FrameTimes();
  readonly #waits = new FrameWaits();
  readonly #physics: Physics;
  readonly #handlers: Handlers;
  readonly #emit: (event: RuntimeEvent) => void;
  #budget = SCRIPT_MS;

  constructor(start: Start, emit: (event: RuntimeEvent) => void, abort: Surroundings['abort']) {
    this.#emit = emit;
    this.world = new World({
      types: TYPES,
      surroundings: {
        clock: this.#clock,
        frames: this.#frames,
        abort,
        random: seededRandom(start.seed),
        log: (level, message, source) => emit({ kind: 'log', level, message, source }),
      },
      lastNumber: start.lastNumber,
      onDestroyed: ids => emit({ kind: 'destroyed', ids }),
    });
    const loader = new SceneLoader(this.world, (added, removed) => emit({ kind: 'scenes', added, removed }));
    const operate = (name: string, params: unknown) => this.#operate(name, params);
    const freecam = new Freecam(this.world);
    this.#physics = new Physics(this.world);
    this.#handlers = {
      'engine.describe': () => ({
        name: 'Worldwire Embedded',
        version: '0.1.0',
        platform: process.platform,
        runtime: `three r${REVISION}, Node ${process.version}`,
        operations: Object.keys(this.#handlers) as OperationName[],
        features: ['object.filters', 'dryRun', 'view.focus'],
      }),
      ...sceneOperations(loader),
      ...objectOperations(this.world, freecam, this.#waits),
      ...componentOperations(this.world),
      ...memberOperations(this.world),
      ...timeOperations(this.#clock),
      ...viewOperations(this.world, freecam),
      ...hookOperations(this.world, operate),
      'code.run': params => runCode(this.world, operate, params, this.#budget),
    };
    loader.load(start.scene, 'single');
    loader.crowd(start.objects);
  }

  /**
   * The result, or a promise of an operation that needs several frames or much time. `budget` is the time limit in milliseconds for code that
   * the call runs.
   */
  call(name: OperationName, params: unknown, budget = SCRIPT_MS): unknown {
    this.#budget = budget;
    return this.#operate(name, params ?? {});
  }

  /** Runs one frame, `seconds` of real time after the last. */
  frame(seconds: number, interval: number): void {
    const begun = performance.now();
    this.#clock.advance(seconds);
    for (const component of this.world.updating) if (component.running) this.#update(component);
    this.#physics.advance(this.#clock.delta);
    this.#frames.add(interval, performance.now() - begun);
    this.#waits.frameOnEnd(seconds);
  }

  #operate(name: string, params: unknown): unknown {
    const handler = Object.hasOwn(this.#handlers, name)
      ? (this.#handlers[name as OperationName] as (params: unknown) => unknown)
      : undefined;
    if (handler === undefined) {
      const near = nearNames(name, Object.keys(this.#handlers));
      const hint = near === undefined ? 'engine.describe lists the operations' : `did you mean ${near}?`;
      throw new EngineError('unsupported', `there is no operation ${name}`, hint);
    }
    return handler(params);
  }

  /** A behaviour that fails is logged and disabled. */
  #update(component: Component): void {
    try {
      component.type.update?.implementation(component, []);
    } catch (thrown) {
      component.enabled = false;
      const { object, type } = component;
      const about = `${type.name} of ${object.path} failed and was disabled: ${String(thrown)}`;
      this.#emit({ kind: 'log', level: 'error', message: about, source: type.shortName });
    }
  }
}
