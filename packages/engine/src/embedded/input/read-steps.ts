import { EngineError } from '../../port/engine-error.js';
import type { InputStep } from '../../port/input.js';
import { KEY_CODES, PAD_AXES, PAD_BUTTONS } from '../../port/keys.js';
import { SCREEN } from '../model/screen.js';
import { shown } from '../params/check-params.js';
import { nearNames } from '../reflection/near-names.js';
import { ACTION_NAMES } from './input-state.js';

export const MAX_STEPS = 1000;
const MAX_MS = 60_000;
const FRAME_MS = 1000 / 60;
const MAX_TEXT = 10_000;
const MAX_CLICKS = 3;
const MAX_FINGERS = 10;
const MAX_DEVICES = 8;
const MAX_SCROLL = 1000;
const PHASES = ['press', 'release', 'tap'];
const BUTTONS = ['left', 'right', 'middle'];

type Given = Readonly<Record<string, unknown>>;

/** The steps of a caller. Throws if one of them is not valid, or if all together take too long. */
export function readSteps(steps: unknown, isHeld: (name: string) => boolean): readonly InputStep[] {
  if (!Array.isArray(steps)) throw invalid(`steps is ${shown(steps)}`, 'send a list of steps');
  if (steps.length < 1 || steps.length > MAX_STEPS)
    throw invalid(`there are ${steps.length} steps`, `send from 1 to ${MAX_STEPS}`);
  const fingers = new Set<unknown>();
  let end = 0;
  for (const [at, step] of steps.entries()) {
    try {
      checkStep(step, finger => fingers.has(finger) || isHeld(`touch ${finger}`));
    } catch (thrown) {
      const { kind, message, hint } = thrown as EngineError;
      throw new EngineError(kind, `step ${at}: ${message}`, hint);
    }
    const { kind, finger = 0, at: start, hold } = step as Given;
    if (kind === 'touch') fingers.add(finger);
    end =
      (start === undefined ? end + FRAME_MS : millisecondsOf(start)) +
      (hold === undefined ? 0 : millisecondsOf(hold));
    if (end > MAX_MS)
      throw invalid(
        `step ${at} ends after ${Math.round(end / 1000)} s`,
        `keep all steps within ${MAX_MS / 1000} s`,
      );
  }
  return steps as readonly InputStep[];
}

function millisecondsOf(span: unknown): number {
  const { frames, ms } = span as Partial<{ frames: number; ms: number }>;
  return frames === undefined ? (ms ?? 0) : frames * FRAME_MS;
}

function checkStep(step: unknown, isDown: (finger: unknown) => boolean): void {
  if (typeof step !== 'object' || step === null)
    throw invalid(`it is ${shown(step)}`, 'send an object such as {"kind":"key","key":"KeyW"}');
  const given = step as Given;
  const check = Object.hasOwn(KINDS, String(given.kind)) ? KINDS[String(given.kind)] : undefined;
  if (check === undefined) throw unknown('kind', given.kind, Object.keys(KINDS));
  for (const name of ['at', 'hold'] as const) if (given[name] !== undefined) checkSpan(name, given[name]);
  check(given, isDown);
}

const KINDS: Readonly<Record<string, (step: Given, isDown: (finger: unknown) => boolean) => void>> = {
  key: step => {
    oneOf('key', step.key, KEY_CODES);
    phase(step);
  },
  text: ({ text }) => {
    if (typeof text !== 'string' || text.length === 0 || text.length > MAX_TEXT)
      throw invalid(`text is ${shown(text)}`, `send text of 1 to ${MAX_TEXT} characters`);
  },
  move: step => {
    flag('relative', step.relative);
    if (step.relative !== true) return place(step);
    for (const name of ['x', 'y']) range(name, step[name], -SCREEN.width, SCREEN.width);
  },
  button: step => {
    if (step.button !== undefined) oneOf('button', step.button, BUTTONS);
    if (step.count !== undefined) whole('count', step.count, 1, MAX_CLICKS);
    optionalPlace(step);
    phase(step);
  },
  scroll: step => {
    if (step.dx === undefined && step.dy === undefined)
      throw invalid('it scrolls nowhere', 'send dy for down and up, or dx for right and left');
    for (const name of ['dx', 'dy']) {
      if (step[name] !== undefined) range(name, step[name], -MAX_SCROLL, MAX_SCROLL);
    }
    optionalPlace(step);
  },
  pad: step => {
    oneOf('button', step.button, PAD_BUTTONS);
    device(step);
    phase(step);
  },
  axis: step => {
    oneOf('axis', step.axis, PAD_AXES);
    range('value', step.value, String(step.axis).endsWith('trigger') ? 0 : -1, 1);
    device(step);
  },
  touch: (step, isDown) => {
    const { finger = 0 } = step;
    whole('finger', finger, 0, MAX_FINGERS - 1);
    place(step);
    if (step.phase !== 'move') return phase(step);
    if (!isDown(finger))
      throw invalid(`the finger ${finger} moves and is not pressed`, 'send a press of it before');
  },
  action: step => {
    oneOf('action', step.action, ACTION_NAMES);
    if (step.strength !== undefined) range('strength', step.strength, 0, 1);
    phase(step);
  },
  'release-all': () => {},
};

function phase(step: Given): void {
  if (step.phase !== undefined) oneOf('phase', step.phase, PHASES);
}

function device({ device: given }: Given): void {
  if (given !== undefined) whole('device', given, 0, MAX_DEVICES - 1);
}

function optionalPlace(step: Given): void {
  if (step.x !== undefined || step.y !== undefined) place(step);
}

/** The edges belong to the picture. */
function place(step: Given): void {
  flag('normalized', step.normalized);
  const size = step.normalized === true ? { width: 1, height: 1 } : SCREEN;
  range('x', step.x, 0, size.width);
  range('y', step.y, 0, size.height);
}

function checkSpan(name: string, span: unknown): void {
  const { frames, ms } = (typeof span === 'object' && span !== null ? span : {}) as Given;
  const isFrames = ms === undefined && Number.isInteger(frames) && (frames as number) >= 0;
  const isMs = frames === undefined && typeof ms === 'number' && Number.isFinite(ms) && ms >= 0;
  if (isFrames || isMs) return;
  throw invalid(
    `${name} is ${shown(span)}`,
    'send {"frames": n} with a whole number, or {"ms": n}, 0 or more',
  );
}

function oneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (!allowed.includes(value as string)) throw unknown(name, value, allowed);
}

function unknown(name: string, value: unknown, allowed: readonly string[]): EngineError {
  const near = typeof value === 'string' ? nearNames(value, allowed) : undefined;
  const all =
    allowed.length > 30
      ? 'keys are codes such as KeyW, Digit1, Space or ArrowLeft'
      : `send one of ${allowed.join(', ')}`;
  return invalid(`${name} is ${shown(value)}`, near === undefined ? all : `did you mean ${near}? ${all}`);
}

function range(name: string, value: unknown, min: number, max: number): void {
  if (typeof value === 'number' && value >= min && value <= max) return;
  throw invalid(`${name} is ${shown(value)}`, `send a number from ${min} to ${max}`);
}

function whole(name: string, value: unknown, min: number, max: number): void {
  if (Number.isInteger(value)) return range(name, value, min, max);
  throw invalid(`${name} is ${shown(value)}`, `send a whole number from ${min} to ${max}`);
}

function flag(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'boolean') return;
  throw invalid(`${name} is ${shown(value)}`, 'send true or false, or leave it out');
}

function invalid(about: string, hint: string): EngineError {
  return new EngineError('invalid', about, hint);
}
