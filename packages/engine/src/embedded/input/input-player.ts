import { EngineError } from '../../port/engine-error.js';
import type { InputOutcome, InputReceipt, InputSpan, InputStep } from '../../port/input.js';
import { actionsOfStep, hasPhase, type InputDevices, nameOf, placeOf } from './input-devices.js';
import { readSteps } from './read-steps.js';

const MAX_SEQUENCES = 16;
const ONE_FRAME: InputSpan = { frames: 1 };
const KEPT =
  'the scene is paused: this is kept for its next frame, which runs by a step or by a time scale above 0';

/** A moment of a sequence: its frame, and the milliseconds since the start. */
interface Moment {
  readonly frame: number;
  readonly ms: number;
}

interface Sequence {
  readonly steps: readonly InputStep[];
  /** The frame of the scene before the first one. */
  readonly before: number;
  /** Frames in which it was played. */
  frame: number;
  ms: number;
  readonly receipts: InputReceipt[];
  readonly begun: (Moment | undefined)[];
  /** The frames in which the steps ended. */
  readonly ended: (number | undefined)[];
  /** Steps that have not ended. */
  left: number;
  /** Whether its call is answered, and what it holds is still to come. */
  isKept: boolean;
  readonly done: (outcome: InputOutcome) => void;
  readonly failed: (error: EngineError) => void;
}

/**
 * Plays sequences of input, frame by frame. Input for a paused scene is kept for the frames that run, and its call is answered at once.
 * A frame without a sequence costs nothing.
 */
export class InputPlayer {
  readonly #devices: InputDevices;
  readonly #sequences = new Set<Sequence>();

  constructor(devices: InputDevices) {
    this.#devices = devices;
  }

  send(given: unknown, dryRun: boolean): InputOutcome | Promise<InputOutcome> {
    const { clock } = this.#devices;
    const steps = readSteps(given, name => this.#heldSoon().includes(name));
    if (dryRun) return this.#plan(steps);
    if (this.#sequences.size >= MAX_SEQUENCES && !isRelease(steps)) {
      const about = `${MAX_SEQUENCES} sequences of input are played already`;
      const hint = clock.paused ? 'let frames run first' : 'retry when one of them is over';
      throw new EngineError('not-ready', about, hint);
    }
    const { length } = steps;
    return new Promise((done, failed) => {
      const sequence: Sequence = {
        steps,
        before: clock.frame,
        frame: 0,
        ms: 0,
        receipts: [],
        begun: Array.from({ length }, () => undefined),
        ended: Array.from({ length }, () => undefined),
        left: length,
        isKept: false,
        done,
        failed,
      };
      this.#sequences.add(sequence);
      if (clock.paused && !isRelease(steps)) this.#keep(sequence);
    });
  }

  /** Called at the begin of each frame of the scene with the time since the last. */
  frameOnBegin(seconds: number): void {
    if (this.#sequences.size === 0) return;
    for (const sequence of this.#sequences) this.#play(sequence, seconds);
  }

  /** Called instead while the scene is paused: only what is held is released. */
  pauseOnBegin(): void {
    if (this.#sequences.size === 0) return;
    for (const sequence of this.#sequences) {
      if (isRelease(sequence.steps)) this.#play(sequence, 0);
      else if (!sequence.isKept) this.#keep(sequence);
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

  /** Answers the call. The frames of the kept steps are not known. */
  #keep(sequence: Sequence): void {
    const { frame } = this.#devices.clock;
    sequence.isKept = true;
    const steps = sequence.steps.map((step, at): InputReceipt => {
      const actions = actionsOfStep(step);
      const kept = { frame, receivedBy: [], ...(actions.length > 0 && { actions }), note: KEPT };
      return sequence.receipts[at] ?? kept;
    });
    sequence.done({ steps, frames: { before: sequence.before, after: frame }, held: this.#heldSoon() });
  }

  /** What is held when all that is kept was played. */
  #heldSoon(): string[] {
    const soon = new Set(this.#devices.state.held);
    for (const { steps, ended, isKept } of this.#sequences) {
      if (!isKept) continue;
      for (const [at, step] of steps.entries()) {
        if (ended[at] !== undefined) continue;
        if (step.kind === 'release-all') soon.clear();
        else if (step.kind === 'axis' ? step.value !== 0 : hasPhase(step) && step.phase === 'press')
          soon.add(nameOf(step));
        else if (step.kind === 'axis' || (hasPhase(step) && step.phase !== 'move')) soon.delete(nameOf(step));
      }
    }
    return [...soon];
  }

  #play(sequence: Sequence, seconds: number): void {
    const { steps, begun, ended, receipts } = sequence;
    // The first frame is the start.
    if (sequence.frame > 0) sequence.ms += seconds * 1000;
    sequence.frame++;
    const { frame, ms } = sequence;
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
      if (begun[at] !== undefined || !isDue(sequence, at)) continue;
      begun[at] = { frame, ms };
      receipts[at] = this.#devices.begin(step);
      if (!isTap(step)) end(at);
      if (step.kind === 'release-all') this.#endOthers(sequence);
    }
  }

  /** A sequence that was sent after the release in the same frame is played. */
  #endOthers(by: Sequence): void {
    for (const sequence of this.#sequences) {
      if (sequence === by || (sequence.frame === 0 && !sequence.isKept) || sequence.left === 0) continue;
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

function isDue({ steps, frame, ms, ended }: Sequence, at: number): boolean {
  const due = steps[at]?.at;
  if (due !== undefined) return 'frames' in due ? frame - 1 >= due.frames : ms >= due.ms;
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
