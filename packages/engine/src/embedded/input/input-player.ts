import { EngineError } from '../../port/engine-error.js';
import type { InputOutcome, InputReceipt, InputSpan, InputStep } from '../../port/input.js';
import { hasPhase, type InputDevices, placeOf } from './input-devices.js';
import { readSteps } from './read-steps.js';

const MAX_SEQUENCES = 16;
const ONE_FRAME: InputSpan = { frames: 1 };

/** A moment of a sequence: the frame of the scene, and the milliseconds since the start. */
interface Moment {
  readonly frame: number;
  readonly ms: number;
}

interface Sequence {
  readonly steps: readonly InputStep[];
  /** The frame before the first one. */
  readonly before: number;
  ms: number;
  readonly receipts: InputReceipt[];
  readonly begun: (Moment | undefined)[];
  /** The frames in which the steps ended. */
  readonly ended: (number | undefined)[];
  /** Steps that have not ended. */
  left: number;
  /** Whether it had its first frame. */
  isBegun: boolean;
  readonly done: (outcome: InputOutcome) => void;
  readonly failed: (error: EngineError) => void;
}

/** Plays sequences of input, frame by frame. A frame without a sequence costs nothing. */
export class InputPlayer {
  readonly #devices: InputDevices;
  readonly #sequences = new Set<Sequence>();

  constructor(devices: InputDevices) {
    this.#devices = devices;
  }

  send(given: unknown, dryRun: boolean): InputOutcome | Promise<InputOutcome> {
    const { state, clock } = this.#devices;
    const steps = readSteps(given, name => state.isHeld(name));
    if (dryRun) return this.#plan(steps);
    if (this.#sequences.size >= MAX_SEQUENCES && !isRelease(steps)) {
      const about = `${MAX_SEQUENCES} sequences of input are played already`;
      throw new EngineError('not-ready', about, 'retry when one of them is over');
    }
    const { length } = steps;
    return new Promise((done, failed) =>
      this.#sequences.add({
        steps,
        before: clock.frame,
        ms: 0,
        receipts: [],
        begun: Array.from({ length }, () => undefined),
        ended: Array.from({ length }, () => undefined),
        left: length,
        isBegun: false,
        done,
        failed,
      }),
    );
  }

  /** Called at the begin of each frame with the real time since the last. */
  frameOnBegin(seconds: number): void {
    if (this.#sequences.size === 0) return;
    for (const sequence of this.#sequences) {
      // The first frame is the start.
      if (this.#devices.clock.frame > sequence.before + 1) sequence.ms += seconds * 1000;
      this.#play(sequence);
    }
  }

  /** Called at the end of each frame, when the scene has handled the input. */
  frameOnEnd(): void {
    if (this.#sequences.size === 0) return;
    const { clock, state } = this.#devices;
    for (const sequence of this.#sequences) {
      if (sequence.left > 0) continue;
      this.#sequences.delete(sequence);
      const frames = { before: sequence.before, after: clock.frame };
      sequence.done({ steps: sequence.receipts, frames, held: state.held });
    }
  }

  /** What the steps would reach now. */
  #plan(steps: readonly InputStep[]): InputOutcome {
    const { clock, state, pointer } = this.#devices;
    let { place } = pointer;
    const receipts = steps.map(step => {
      const at = placeOf(step, place);
      if (step.kind === 'move' || step.kind === 'button') place = at;
      return { frame: clock.frame, ...this.#devices.receivers(step, at) };
    });
    return { steps: receipts, frames: { before: clock.frame, after: clock.frame }, held: state.held };
  }

  #play(sequence: Sequence): void {
    const { steps, begun, ended, receipts, ms } = sequence;
    const { frame } = this.#devices.clock;
    sequence.isBegun = true;
    const end = (at: number) => {
      ended[at] = frame;
      sequence.left--;
    };
    for (const [at, step] of steps.entries()) {
      const start = begun[at];
      if (start === undefined || ended[at] !== undefined || !hasPassed(holdOf(step), start, { frame, ms }))
        continue;
      this.#devices.end(step);
      end(at);
    }
    for (const [at, step] of steps.entries()) {
      if (begun[at] !== undefined || !isDue(sequence, at, frame)) continue;
      begun[at] = { frame, ms };
      receipts[at] = this.#devices.begin(step);
      if (!isTap(step)) end(at);
      if (step.kind === 'release-all') this.#endOthers(sequence);
    }
  }

  /** A sequence that was sent after the release in the same frame is played. */
  #endOthers(by: Sequence): void {
    for (const sequence of this.#sequences) {
      if (sequence === by || !sequence.isBegun || sequence.left === 0) continue;
      this.#sequences.delete(sequence);
      const hint = 'look at the scene, and send the rest again';
      sequence.failed(new EngineError('failed', 'the input was ended by release-all', hint));
    }
  }
}

/** It is over in its first frame, and makes room for others. */
function isRelease(steps: readonly InputStep[]): boolean {
  return steps.length === 1 && steps[0]?.kind === 'release-all' && steps[0].at === undefined;
}

function isDue({ steps, before, ms, ended }: Sequence, at: number, frame: number): boolean {
  const due = steps[at]?.at;
  if (due !== undefined) return 'frames' in due ? frame - before - 1 >= due.frames : ms >= due.ms;
  if (at === 0) return true;
  const last = ended[at - 1];
  return last !== undefined && last < frame;
}

/** A tap lasts one frame at least. */
function hasPassed(hold: InputSpan, from: Moment, now: Moment): boolean {
  if (now.frame <= from.frame) return false;
  return 'frames' in hold ? now.frame - from.frame >= hold.frames : now.ms - from.ms >= hold.ms;
}

function isTap(step: InputStep): boolean {
  return hasPhase(step) && (step.phase ?? 'tap') === 'tap';
}

function holdOf(step: InputStep): InputSpan {
  return (hasPhase(step) ? step.hold : undefined) ?? ONE_FRAME;
}
