import { REVISION } from 'three';
import { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';
import { TYPES } from './components/index.js';
import type { InputPlayer } from './input/input-player.js';
import { InputState } from './input/input-state.js';
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
import { inputOperations } from './operations/input-operations.js';
import { memberOperations } from './operations/member-operations.js';
import { objectOperations } from './operations/object-operations.js';
import { queryOperations } from './operations/query-operations.js';
import { sceneOperations } from './operations/scene-operations.js';
import { timeOperations } from './operations/time-operations.js';
import { type EmbeddedOperation, unsupported } from './operations/unsupported.js';
import { viewOperations } from './operations/view-operations.js';
import { Physics } from './physics/physics.js';
import { FrameConditions } from './play/frame-conditions.js';
import { problemOf } from './play/problems.js';
import { Profiler } from './play/profiler.js';
import { nearNames } from './reflection/near-names.js';
import { SceneLoader } from './scenes/scene-loader.js';
import { Freecam } from './view/freecam.js';

const SCRIPT_MS = 2000;
/** Seconds of a frame of a paused scene. */
const STEP = 1 / 60;
/** Milliseconds of steps in a row. Calls are answered between them. */
const STEPPING_MS = 8;

/** A live scene: its objects, its time, and the operations on both. Independent of processes and messages. */
export class Runtime {
  readonly world: World;
  readonly #clock = new Clock();
  readonly #frames = new FrameTimes();
  readonly #waits = new FrameWaits();
  readonly #physics: Physics;
  readonly #conditions: FrameConditions;
  readonly #profiler: Profiler;
  readonly #input: InputPlayer;
  readonly #handlers: Handlers<EmbeddedOperation>;
  readonly #emit: (event: RuntimeEvent) => void;
  #budget = SCRIPT_MS;

  constructor(start: Start, emit: (event: RuntimeEvent) => void, abort: Surroundings['abort']) {
    this.#emit = emit;
    const inputState = new InputState();
    this.world = new World({
      types: TYPES,
      surroundings: {
        clock: this.#clock,
        frames: this.#frames,
        abort,
        random: seededRandom(start.seed),
        input: inputState,
        log: (level, message, source, problem) =>
          emit({ kind: 'log', level, message, source, ...(problem !== undefined && { problem }) }),
      },
      lastNumber: start.lastNumber,
      onDestroyed: ids => emit({ kind: 'destroyed', ids }),
    });
    const loader = new SceneLoader(this.world, (added, removed) => emit({ kind: 'scenes', added, removed }));
    const operate = (name: string, params: unknown) => this.#operate(name, params);
    const freecam = new Freecam(this.world);
    this.#physics = new Physics(this.world);
    this.#conditions = new FrameConditions(this.world, this.#clock);
    this.#profiler = new Profiler(this.world);
    const input = inputOperations(this.world, this.#clock, freecam, inputState);
    this.#input = input.player;
    this.#handlers = {
      'engine.describe': () => ({
        name: 'Worldwire Embedded',
        version: '0.1.0',
        platform: process.platform,
        runtime: `three r${REVISION}, Node ${process.version}`,
        operations: Object.keys(this.#handlers) as OperationName[],
        features: ['object.filters', 'dryRun', 'view.focus', 'view.camera'],
      }),
      ...sceneOperations(loader),
      ...objectOperations(this.world, freecam, this.#waits),
      ...componentOperations(this.world),
      ...memberOperations(this.world),
      ...timeOperations(this.#clock, this.#conditions),
      ...input.handlers,
      ...queryOperations(this.world, input.pointer, this.#profiler),
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

  /** Runs one frame, `seconds` of real time after the last, or steps of a paused scene. */
  frame(seconds: number, interval: number): void {
    if (!this.#clock.paused) return this.#run(seconds, interval, () => this.#clock.advance(seconds));
    if (!this.#conditions.isStepping) return this.#wait(seconds);
    const until = performance.now() + STEPPING_MS;
    let [realSeconds, realInterval] = [seconds, interval];
    do {
      this.#run(realSeconds, realInterval, () => this.#clock.advancePaused(STEP), STEP);
      this.#conditions.stepOnEnd();
      [realSeconds, realInterval] = [0, 0];
    } while (this.#conditions.isStepping && performance.now() < until);
  }

  /** `inputSeconds`: of a step, the time that passes for input. */
  #run(seconds: number, interval: number, advance: () => void, inputSeconds = seconds): void {
    const begun = performance.now();
    advance();
    this.#input.frameOnBegin(inputSeconds);
    for (const component of this.world.updating) if (component.running) this.#update(component);
    const updated = this.#profiler.isOn ? performance.now() : 0;
    this.#physics.advance(this.#clock.delta);
    const ended = performance.now();
    // Further steps of one frame have no interval of their own.
    if (interval > 0) this.#frames.add(interval, ended - begun);
    if (this.#profiler.isOn && interval > 0)
      this.#profiler.frameOnEnd({ interval, process: updated - begun, physics: ended - updated });
    this.#frameOnEnd(seconds);
  }

  /** A frame in which a paused scene stands still. Input is kept, and waits go on. */
  #wait(seconds: number): void {
    this.#clock.frame++;
    this.#input.pauseOnBegin();
    if (this.#profiler.isOn) this.#profiler.frameOnEnd({ interval: seconds * 1000, process: 0, physics: 0 });
    this.#frameOnEnd(seconds);
  }

  #frameOnEnd(seconds: number): void {
    this.#input.frameOnEnd();
    this.#waits.frameOnEnd(seconds);
    this.#conditions.frameOnEnd(seconds);
  }

  #operate(name: string, params: unknown): unknown {
    const handler = Object.hasOwn(this.#handlers, name)
      ? (this.#handlers[name as EmbeddedOperation] as (params: unknown) => unknown)
      : undefined;
    if (handler === undefined) {
      const refusal = unsupported(name);
      if (refusal !== undefined) throw refusal;
      const near = nearNames(name, Object.keys(this.#handlers));
      const hint = near === undefined ? 'engine.describe lists the operations' : `did you mean ${near}?`;
      throw new EngineError('unsupported', `there is no operation ${name}`, hint);
    }
    return handler(params);
  }

  #update(component: Component): void {
    if (!this.#profiler.isOn) return this.#updateOne(component);
    const begun = performance.now();
    this.#updateOne(component);
    this.#profiler.addScript(component.type.name, performance.now() - begun);
  }

  /** A behaviour that fails is logged and disabled. */
  #updateOne(component: Component): void {
    try {
      component.type.update?.implementation(component, []);
    } catch (thrown) {
      component.enabled = false;
      const { object, type } = component;
      const message = `${type.name} of ${object.path} failed and was disabled: ${String(thrown)}`;
      this.#emit({
        kind: 'log',
        level: 'error',
        message,
        source: type.shortName,
        problem: problemOf(thrown),
      });
    }
  }
}
