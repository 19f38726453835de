import { Color } from 'three';
import { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import { field, method, property } from '../reflection/member.js';
import { boolean, integer, nothing, string } from '../reflection/primitives.js';
import { gameObjectReference } from '../reflection/references.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { color, type Tint } from '../reflection/vectors.js';
import { behaviourType, monoBehaviourType } from './base.js';

/** An element of a canvas that is drawn and can be picked. */
export class Graphic extends Component {
  color: Tint = { color: new Color(1, 1, 1), alpha: 1 };
  raycastTarget = true;
}

export const graphicType = new ReflectedType({
  name: 'UnityEngine.UI.Graphic',
  base: monoBehaviourType,
  inCanvas: true,
  members: [
    field<Graphic, 'color'>('color', color),
    field<Graphic, 'raycastTarget'>('raycastTarget', boolean),
  ],
});

export class Image extends Graphic {
  sprite = 'Background';
}

export const imageType = new ReflectedType({
  name: 'UnityEngine.UI.Image',
  base: graphicType,
  component: Image,
  unique: true,
  members: [field<Image, 'sprite'>('sprite', string)],
  summary: self => (self as Image).sprite,
});

export class Text extends Graphic {
  text = '';
  fontSize = 24;
}

export const textType = new ReflectedType({
  name: 'UnityEngine.UI.Text',
  base: graphicType,
  component: Text,
  unique: true,
  members: [field<Text, 'text'>('text', string), field<Text, 'fontSize'>('fontSize', integer)],
  summary: self => (self as Text).text,
});

export class Button extends Component {
  interactable = true;
  presses = 0;

  press(): void {
    if (!this.interactable || !this.running) return;
    this.presses++;
    const { world, name } = this.object;
    world.surroundings.log('info', `${name} was pressed`, 'Button');
    for (const each of world.visibleScenes()) {
      for (const { components } of each.withType(EVENT_SYSTEM).objects) {
        for (const system of components) if (system instanceof EventSystem) system.selected = this.object;
      }
    }
  }
}

export const buttonType = new ReflectedType({
  name: 'UnityEngine.UI.Button',
  base: monoBehaviourType,
  component: Button,
  unique: true,
  inCanvas: true,
  members: [
    field<Button, 'interactable'>('interactable', boolean),
    property('presses', integer, (self: Button) => self.presses),
  ],
  methods: [method('Press', [], nothing, (self: Button) => self.press())],
  summary: self => `${(self as Button).presses} presses`,
});

const EVENT_SYSTEM = 'UnityEngine.EventSystems.EventSystem';

/** Records which button was pressed last. */
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
