import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import { Component } from '../model/component.js';
import { field, property } from '../reflection/member.js';
import { boolean, integer } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import type { ValueType } from '../reflection/value-type.js';
import { color, type Tint } from '../reflection/vectors.js';
import { componentType, rendererType } from './base.js';

/** The meshes, shared by all objects. Planes are horizontal and ten units wide. */
export const MESHES: ReadonlyMap<string, BufferGeometry> = new Map<string, BufferGeometry>([
  ['Cube', new BoxGeometry(1, 1, 1)],
  ['Sphere', new SphereGeometry(0.5, 24, 16)],
  ['Cylinder', new CylinderGeometry(0.5, 0.5, 2, 24)],
  ['Capsule', new CapsuleGeometry(0.5, 1, 6, 16)],
  ['Plane', new PlaneGeometry(10, 10, 10, 10).rotateX(-Math.PI / 2)],
  ['Quad', new PlaneGeometry(1, 1)],
]);

const mesh: ValueType<string> = {
  name: 'UnityEngine.Mesh',
  expects: `one of ${[...MESHES.keys()].join(', ')}`,
  show: name => ({ type: 'UnityEngine.Mesh', text: `${name} (UnityEngine.Mesh)`, json: name }),
  accept: json => (typeof json === 'string' && MESHES.has(json) ? { value: json } : undefined),
};

export class MeshFilter extends Component {
  mesh = 'Cube';

  get geometry(): BufferGeometry {
    return MESHES.get(this.mesh) as BufferGeometry;
  }
}

export const meshFilterType = new ReflectedType({
  name: 'UnityEngine.MeshFilter',
  base: componentType,
  component: MeshFilter,
  unique: true,
  members: [
    field<MeshFilter, 'mesh'>('mesh', mesh),
    property('vertexCount', integer, (self: MeshFilter) => self.geometry.getAttribute('position').count),
  ],
  summary: self => (self as MeshFilter).mesh,
});

export class MeshRenderer extends Component {
  color: Tint = { color: new Color(0.8, 0.8, 0.8), alpha: 1 };
  receiveShadows = true;
}

export const meshRendererType = new ReflectedType({
  name: 'UnityEngine.MeshRenderer',
  base: rendererType,
  component: MeshRenderer,
  unique: true,
  members: [
    field<MeshRenderer, 'color'>('color', color),
    field<MeshRenderer, 'receiveShadows'>('receiveShadows', boolean),
  ],
  summary: self => color.show((self as MeshRenderer).color).text,
});
