import { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import { accessor, field, method, property } from '../reflection/member.js';
import { boolean, integer, nothing, single, string } from '../reflection/primitives.js';
import { gameObjectReference } from '../reflection/references.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { behaviourType, monoBehaviourType } from './base.js';
import { groupsOf } from './canvas-group.js';

const EVENT_SYSTEM = 'UnityEngine.EventSystems.EventSystem';
const MAX_CHARACTERS = 10_000;

/** Records which element was pressed last. */
export class EventSystem extends Component {
  selected: GameObject | null = null;
}

export const eventSystemType = new ReflectedType({
  name: EVENT_SYSTEM,
  base: behaviourType,
  component: EventSystem,
  unique: true,
  members: [
    { ...field<EventSystem, 'selected'>('selected', gameObjectReference), name: 'currentSelectedGameObject' },
  ],
});

/** Tells every event system which element has the focus. */
export function select(world: World, object: GameObject | null): void {
  for (const each of world.visibleScenes()) {
    for (const { components } of each.withType(EVENT_SYSTEM).objects) {
      for (const system of components) if (system instanceof EventSystem) system.selected = object;
    }
  }
}

/** An element that a player can use. */
export class Selectable extends Component {
  interactable = true;

  get isUsable(): boolean {
    return this.interactable && this.running && [...groupsOf(this.object)].every(group => group.interactable);
  }

  /** What a person would see of its value; undefined if it has none. */
  get shownValue(): unknown {
    return undefined;
  }

  /** Called when it was clicked, or when Enter was pressed while it has the focus. */
  use(): void {}
}

export const selectableType = new ReflectedType({
  name: 'UnityEngine.UI.Selectable',
  base: monoBehaviourType,
  inCanvas: true,
  unique: true,
  members: [field<Selectable, 'interactable'>('interactable', boolean)],
});

export class Button extends Selectable {
  presses = 0;

  override use(): void {
    this.press();
  }

  press(): void {
    if (!this.isUsable) return;
    this.presses++;
    const { world, name } = this.object;
    world.surroundings.log('info', `${name} was pressed`, 'Button');
    select(world, this.object);
  }
}

export const buttonType = new ReflectedType({
  name: 'UnityEngine.UI.Button',
  base: selectableType,
  component: Button,
  members: [property('presses', integer, (self: Button) => self.presses)],
  methods: [method('Press', [], nothing, (self: Button) => self.press())],
  summary: self => `${(self as Button).presses} presses`,
});

export class Toggle extends Selectable {
  isOn = false;

  override get shownValue(): boolean {
    return this.isOn;
  }

  override use(): void {
    if (this.isUsable) this.isOn = !this.isOn;
  }
}

export const toggleType = new ReflectedType({
  name: 'UnityEngine.UI.Toggle',
  base: selectableType,
  component: Toggle,
  members: [field<Toggle, 'isOn'>('isOn', boolean)],
  summary: self => ((self as Toggle).isOn ? 'on' : 'off'),
});

export class Slider extends Selectable {
  minValue = 0;
  maxValue = 1;
  #value = 0;

  get value(): number {
    return this.#value;
  }

  set value(value: number) {
    this.#value = Math.min(Math.max(value, this.minValue), this.maxValue);
  }

  override get shownValue(): number {
    return this.#value;
  }

  /** From 0 at its left end to 1. */
  drag(part: number): void {
    if (this.isUsable) this.value = this.minValue + (this.maxValue - this.minValue) * part;
  }
}

export const sliderType = new ReflectedType({
  name: 'UnityEngine.UI.Slider',
  base: selectableType,
  component: Slider,
  members: [
    field<Slider, 'minValue'>('minValue', single),
    field<Slider, 'maxValue'>('maxValue', single),
    accessor<Slider, 'value'>('value', single),
  ],
  summary: self => String((self as Slider).value),
});

export class InputField extends Selectable {
  #text = '';

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text.slice(0, MAX_CHARACTERS);
  }

  override get shownValue(): string {
    return this.#text;
  }

  append(text: string): void {
    if (this.isUsable) this.text = this.#text + text;
  }

  /** Removes the last character, which may have two code units. */
  erase(): void {
    if (this.isUsable) this.#text = Array.from(this.#text).slice(0, -1).join('');
  }
}

export const inputFieldType = new ReflectedType({
  name: 'UnityEngine.UI.InputField',
  base: selectableType,
  component: InputField,
  members: [accessor<InputField, 'text'>('text', string)],
  summary: self => (self as InputField).text,
});
