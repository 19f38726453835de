import { Color } from 'three';
import { Component } from '../model/component.js';
import { field } from '../reflection/member.js';
import { enumeration, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { color, type Tint } from '../reflection/vectors.js';
import { behaviourType } from './base.js';

const lightKind = enumeration('UnityEngine.LightType', ['Spot', 'Directional', 'Point', 'Area']);

export class Light extends Component {
  lightKind: 'Spot' | 'Directional' | 'Point' | 'Area' = 'Point';
  color: Tint = { color: new Color(1, 1, 1), alpha: 1 };
  intensity = 1;
  range = 10;
  spotAngle = 30;
}

export const lightType = new ReflectedType({
  name: 'UnityEngine.Light',
  base: behaviourType,
  component: Light,
  unique: true,
  members: [
    // The field `type` is taken, and the reflected name of this member is "type" too.
    { ...field<Light, 'lightKind'>('lightKind', lightKind), name: 'type' },
    field<Light, 'color'>('color', color),
    field<Light, 'intensity'>('intensity', single),
    field<Light, 'range'>('range', single),
    field<Light, 'spotAngle'>('spotAngle', single),
  ],
  summary: self => `${(self as Light).lightKind}, ${(self as Light).intensity}`,
});
