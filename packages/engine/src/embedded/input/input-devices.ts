import type { InputReceipt, InputStep } from '../../port/input.js';
import type { ObjectRef } from '../../port/operations.js';
import { PLAYER_CONTROL } from '../components/player-control.js';
import { Selectable } from '../components/selectables.js';
import type { Clock } from '../model/clock.js';
import type { GameObject } from '../model/game-object.js';
import { SCREEN } from '../model/screen.js';
import type { World } from '../model/world.js';
import type { InputRecorder } from './input-recorder.js';
import { actionsOf, type InputState } from './input-state.js';
import type { Place, Pointer } from './pointer.js';

type Receivers = Pick<InputReceipt, 'receivedBy' | 'actions' | 'note'>;

/** Keyboard, mouse, gamepad and fingers of the scene: delivers one act at a time. */
export class InputDevices {
  constructor(
    readonly world: World,
    readonly clock: Clock,
    readonly state: InputState,
    readonly pointer: Pointer,
    readonly recorder: InputRecorder,
  ) {}

  /** Presses, or does what has no duration. */
  begin(step: InputStep): InputReceipt {
    const place = placeOf(step, this.pointer.place);
    const receipt = { frame: this.clock.frame, ...this.receivers(step, place) };
    if (hasPhase(step) && step.phase === 'release') this.end(step);
    else {
      if (step.kind === 'button')
        for (let click = 1; click < (step.count ?? 1); click++) this.#click(step, place);
      this.#apply(step, place);
      this.recorder.add(recorded(step, 'press', place));
    }
    return receipt;
  }

  /** Releases what a step has pressed. */
  end(step: InputStep): void {
    const name = nameOf(step);
    this.state.set(name, 0);
    const place = placeOf(step, this.pointer.place);
    if (step.kind === 'button') this.#point(place);
    if (step.kind === 'button' || step.kind === 'touch') this.pointer.release(name, place);
    this.recorder.add(recorded(step, 'release', place));
  }

  /** What an act reaches, with the pointer at a place. */
  receivers(step: InputStep, place: Place): Receivers {
    const actions = actionsOfStep(step);
    const found = this.#receiversOf(step, place, actions);
    const receivedBy: ObjectRef[] = found.map(({ id, path }) => ({ id, path }));
    const note = receivedBy.length > 0 ? undefined : NOTES[step.kind];
    return { receivedBy, ...(actions.length > 0 && { actions }), ...(note !== undefined && { note }) };
  }

  #receiversOf(step: InputStep, place: Place, actions: readonly string[]): GameObject[] {
    if (step.kind === 'release-all') return [];
    if (step.kind === 'text') return this.pointer.field === undefined ? [] : [this.pointer.field.object];
    if (isPointed(step)) {
      const target = this.pointer.targetAt(place);
      return target === undefined ? [] : [target];
    }
    const { focus } = this.pointer;
    const focused = step.kind === 'key' && focus !== undefined ? [focus] : [];
    return actions.length === 0 ? focused : [...focused, ...this.#controlled()];
  }

  #controlled(): GameObject[] {
    return [...this.world.visibleScenes()].flatMap(scene =>
      [...scene.withType(PLAYER_CONTROL).objects].filter(each => each.component(PLAYER_CONTROL)?.running),
    );
  }

  #apply(step: InputStep, place: Place): void {
    const name = nameOf(step);
    switch (step.kind) {
      case 'release-all':
        return this.releaseAll();
      case 'text':
        return this.pointer.field?.append(step.text);
      case 'move':
        return this.#point(place);
      case 'scroll':
        return;
      case 'axis':
        return this.state.set(name, step.value);
      case 'touch':
        if (step.phase === 'move') return this.pointer.slide(name, place);
        this.state.set(name, 1);
        return this.pointer.press(name, place);
      case 'button':
        this.state.set(name, 1);
        this.#point(place);
        return this.pointer.press(name, place);
      default:
        this.state.set(name, step.kind === 'action' ? (step.strength ?? 1) : 1);
        if (step.kind === 'key') this.#edit(step.key);
    }
  }

  releaseAll(): void {
    for (const name of this.state.held) {
      this.state.set(name, 0);
      this.pointer.cancel(name);
    }
  }

  /** Keys with an effect on the element that has the focus. */
  #edit(key: string): void {
    if (key === 'Backspace') return this.pointer.field?.erase();
    if (key !== 'Enter' && key !== 'NumpadEnter') return;
    this.pointer.focus?.components.find(each => each instanceof Selectable)?.use();
  }

  #point(place: Place): void {
    this.pointer.move(place);
  }

  #click(step: InputStep & { kind: 'button' }, place: Place): void {
    this.#point(place);
    this.pointer.press(nameOf(step), place);
    this.pointer.release(nameOf(step), place);
  }
}

const NOTES: Partial<Record<InputStep['kind'], string>> = {
  key: 'no element has the focus, and no object uses the key',
  text: 'no text field has the focus: click one first',
  move: 'there is no element or object at this place',
  button: 'there is no element or object at this place',
  scroll: 'there is no element or object at this place',
  touch: 'there is no element or object at this place',
  pad: 'no object uses the button',
  axis: 'no object uses the axis',
  action: 'no object uses the action',
};

/** The actions that an act triggers. */
export function actionsOfStep(step: InputStep): string[] {
  return actionsOf(nameOf(step), step.kind === 'axis' ? step.value : 1);
}

/** As it is named among what is held. Devices are not distinguished. */
export function nameOf(step: InputStep): string {
  switch (step.kind) {
    case 'key':
      return `key ${step.key}`;
    case 'button':
      return `button ${step.button ?? 'left'}`;
    case 'pad':
      return `pad ${step.button}`;
    case 'axis':
      return `axis ${step.axis}`;
    case 'touch':
      return `touch ${step.finger ?? 0}`;
    case 'action':
      return `action ${step.action}`;
    default:
      return step.kind;
  }
}

/** Where an act happens: its own place, or that of the pointer. */
export function placeOf(step: InputStep, from: Place): Place {
  if (!isPointed(step) || step.x === undefined || step.y === undefined) return from;
  const size = step.normalized ? { width: 1, height: 1 } : SCREEN;
  const place = { x: step.x / size.width, y: step.y / size.height };
  if (step.kind !== 'move' || !step.relative) return place;
  const within = (at: number) => Math.min(1, Math.max(0, at));
  return { x: within(from.x + place.x), y: within(from.y + place.y) };
}

type Pointed = Extract<InputStep, { kind: 'move' | 'button' | 'scroll' | 'touch' }>;
type Phased = Extract<InputStep, { kind: 'key' | 'button' | 'pad' | 'touch' | 'action' }>;

function isPointed(step: InputStep): step is Pointed {
  return step.kind === 'move' || step.kind === 'button' || step.kind === 'scroll' || step.kind === 'touch';
}

export function hasPhase(step: InputStep): step is Phased {
  return PHASED.includes(step.kind);
}

const PHASED: readonly string[] = ['key', 'button', 'pad', 'touch', 'action'];

/** A step that does the same when it is sent again, also with the pointer elsewhere. */
function recorded(step: InputStep, phase: 'press' | 'release', place: Place): InputStep {
  const { at: _, ...act } = step;
  if (step.kind === 'move') return { kind: 'move', ...place, normalized: true };
  if (!hasPhase(step) || step.phase === 'move') return act as InputStep;
  const { hold: __, ...rest } = act as Phased;
  return { ...rest, ...(step.kind === 'button' && { ...place, normalized: true }), phase } as InputStep;
}
