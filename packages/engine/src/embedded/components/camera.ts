import type { Vector3 } from 'three';
import { Component } from '../model/component.js';
import { DEFAULT_VIEW, SCREEN, toScreen, type View } from '../model/screen.js';
import { field, method, property } from '../reflection/member.js';
import { integer, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import type { ValueType } from '../reflection/value-type.js';
import { color, type Tint, vector3 } from '../reflection/vectors.js';
import { behaviourType } from './base.js';
import type { Transform } from './transform.js';

export class Camera extends Component {
  fieldOfView = DEFAULT_VIEW.fov;
  nearClipPlane = DEFAULT_VIEW.near;
  farClipPlane = DEFAULT_VIEW.far;
  depth = 0;
  /** A bit for each layer. */
  cullingMask = DEFAULT_VIEW.layers;
  backgroundColor: Tint = { color: DEFAULT_VIEW.background.clone(), alpha: 1 };

  get view(): View {
    const { position, rotation } = this.object.transform as Transform;
    return {
      position,
      rotation,
      fov: this.fieldOfView,
      near: this.nearClipPlane,
      far: this.farClipPlane,
      layers: this.cullingMask,
      background: this.backgroundColor.color,
    };
  }

  seen(place: Vector3): Vector3 {
    return toScreen(this.view, place);
  }
}

const angle: ValueType<number> = {
  ...single,
  expects: 'a number of degrees over 0 and under 180',
  range: { min: 0, max: 180 },
  accept: json => (typeof json === 'number' && json > 0 && json < 180 ? { value: json } : undefined),
};

export const cameraType = new ReflectedType({
  name: 'UnityEngine.Camera',
  base: behaviourType,
  component: Camera,
  unique: true,
  members: [
    field<Camera, 'fieldOfView'>('fieldOfView', angle),
    field<Camera, 'nearClipPlane'>('nearClipPlane', single),
    field<Camera, 'farClipPlane'>('farClipPlane', single),
    field<Camera, 'depth'>('depth', single),
    field<Camera, 'cullingMask'>('cullingMask', integer),
    field<Camera, 'backgroundColor'>('backgroundColor', color),
    property('pixelWidth', integer, () => SCREEN.width),
    property('pixelHeight', integer, () => SCREEN.height),
    property('aspect', single, () => SCREEN.width / SCREEN.height),
  ],
  methods: [
    method('WorldToScreenPoint', [vector3], vector3, (self: Camera, place) => self.seen(place)),
    method('WorldToViewportPoint', [vector3], vector3, (self: Camera, place) => {
      const { x, y, z } = self.seen(place);
      return place.clone().set(x / SCREEN.width, y / SCREEN.height, z);
    }),
  ],
  summary: self => `${(self as Camera).fieldOfView}° field of view`,
});
