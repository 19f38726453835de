import { Color } from 'three';
import { Component } from '../model/component.js';
import { field } from '../reflection/member.js';
import { boolean, integer, string } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { color, type Tint } from '../reflection/vectors.js';
import { monoBehaviourType } from './base.js';

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
