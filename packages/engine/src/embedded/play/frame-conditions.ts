import type { Conditions, WaitOutcome } from '../../port/conditions.js';
import { EngineError } from '../../port/engine-error.js';
import type { ParamsOf } from '../../port/operations.js';
import type { Clock } from '../model/clock.js';
import type { World } from '../model/world.js';
import { shown } from '../params/check-params.js';
import { readConditions } from './read-conditions.js';
import type { WatchedCondition } from './watched-condition.js';

const MAX_TIMEOUT_MS = 60_000;
const MAX_STEP_FRAMES = 600;
/** Waits at once, and steps that wait for others. */
const MAX_WAITING = 64;

interface Wait {
  readonly conditions: readonly WatchedCondition[];
  readonly any: boolean;
  /** Real seconds that are left, or frames. */
  left: number;
  frames: number;
  readonly done: (outcome: WaitOutcome) => void;
}

/** Waits for conditions, and steps of a paused scene. A frame without them costs nothing. */
export class FrameConditions {
  readonly #world: World;
  readonly #clock: Clock;
  readonly #waits = new Set<Wait>();
  /** The first one is under way. */
  readonly #steps: Wait[] = [];

  constructor(world: World, clock: Clock) {
    this.#world = world;
    this.#clock = clock;
  }

  get isStepping(): boolean {
    return this.#steps.length > 0;
  }

  wait(params: ParamsOf<'time.wait'>): WaitOutcome | Promise<WaitOutcome> {
    const { timeoutMs, any = false } = params;
    if (!(typeof timeoutMs === 'number' && timeoutMs >= 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
      const hint = `send milliseconds from 0 to ${MAX_TIMEOUT_MS}`;
      throw new EngineError('invalid', `timeoutMs is ${shown(timeoutMs)}`, hint);
    }
    const conditions = readConditions(this.#world, params);
    const now = outcomeOf({ conditions, any, frames: 0 }, this.#clock);
    if (now.met || timeoutMs === 0) return now;
    requireRoom(this.#waits.size);
    return new Promise(done => this.#waits.add({ conditions, any, left: timeoutMs / 1000, frames: 0, done }));
  }

  step({ frames, until }: ParamsOf<'time.step'>): Promise<WaitOutcome> {
    if (!(Number.isInteger(frames) && frames >= 1 && frames <= MAX_STEP_FRAMES)) {
      const hint = `send a whole number from 1 to ${MAX_STEP_FRAMES}`;
      throw new EngineError('invalid', `frames is ${shown(frames)}`, hint);
    }
    const conditions = until === undefined ? [] : readConditions(this.#world, requireRecord(until));
    requireRoom(this.#steps.length);
    this.#clock.paused = true;
    const any = until?.any ?? false;
    return new Promise(done => this.#steps.push({ conditions, any, left: frames, frames: 0, done }));
  }

  /** Called at the end of each frame with its real time. */
  frameOnEnd(seconds: number): void {
    if (this.#waits.size === 0) return;
    for (const wait of this.#waits) {
      wait.left -= seconds;
      this.#compare(wait, () => this.#waits.delete(wait));
    }
  }

  /** Called at the end of each frame that was stepped. */
  stepOnEnd(): void {
    const step = this.#steps[0];
    if (step === undefined) return;
    step.left--;
    this.#compare(step, () => this.#steps.shift());
  }

  /** Called when the scene runs again: steps that are left are not taken. */
  resumed(): void {
    for (const step of this.#steps.splice(0)) step.done(outcomeOf(step, this.#clock));
  }

  #compare(wait: Wait, end: () => unknown): void {
    wait.frames++;
    const isOver = wait.left <= 0;
    if (!isOver && (wait.conditions.length === 0 || !isMet(wait))) return;
    end();
    wait.done(outcomeOf(wait, this.#clock));
  }
}

type Compared = Pick<Wait, 'conditions' | 'any' | 'frames'>;

function isMet({ conditions, any }: Pick<Wait, 'conditions' | 'any'>): boolean {
  const holds = (each: WatchedCondition) => each.state().holds;
  return any ? conditions.some(holds) : conditions.every(holds);
}

/** Steps without conditions have met all of them. */
function outcomeOf({ conditions, any, frames }: Compared, { frame, time }: Clock): WaitOutcome {
  const states = conditions.map(each => each.state());
  const met = any ? states.some(({ holds }) => holds) : states.every(({ holds }) => holds);
  return { met, frame, time, frames, states };
}

function requireRoom(waiting: number): void {
  if (waiting < MAX_WAITING) return;
  throw new EngineError('not-ready', `${MAX_WAITING} calls wait already`, 'retry when some of them are over');
}

function requireRecord(until: Conditions): Conditions {
  if (typeof until === 'object' && until !== null) return until;
  throw new EngineError('invalid', `until is ${shown(until)}`, 'send {conditions: […]}, or leave it out');
}
