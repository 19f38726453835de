import { EngineError } from '../../port/engine-error.js';
import type { InputRecording, InputStep } from '../../port/input.js';
import type { Clock } from '../model/clock.js';
import { shown } from '../params/check-params.js';
import { MAX_STEPS } from './read-steps.js';

/** Keeps what is pressed and released while it records. */
export class InputRecorder {
  readonly #clock: Clock;
  #steps: InputStep[] | undefined;
  #start = 0;
  #dropped = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(step: InputStep): void {
    if (this.#steps === undefined) return;
    if (this.#steps.length >= MAX_STEPS) this.#dropped++;
    else this.#steps.push({ ...step, at: { frames: this.#clock.frame - this.#start } });
  }

  control(action: unknown): InputRecording {
    if (action !== 'start' && action !== 'stop')
      throw new EngineError('invalid', `action is ${shown(action)}`, 'send "start" or "stop"');
    const steps = this.#steps;
    const frames = this.#clock.frame - this.#start;
    const dropped = this.#dropped;
    if (action === 'start') {
      this.#steps = [];
      // Frame 0 of a sequence that is sent is the next one, too.
      this.#start = this.#clock.frame + 1;
      this.#dropped = 0;
      return { recording: true, steps: [], frames: 0, dropped: 0 };
    }
    if (steps === undefined) throw new EngineError('invalid', 'nothing is recorded', 'send "start" first');
    this.#steps = undefined;
    return { recording: false, steps, frames: Math.max(0, frames), dropped };
  }
}
