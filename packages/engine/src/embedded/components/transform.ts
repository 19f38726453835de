import { type Quaternion, Vector3 } from 'three';
import { fromAngles, toAngles } from '../model/angles.js';
import { Component } from '../model/component.js';
import {
  lookRotation,
  setWorldPosition,
  setWorldRotation,
  worldPosition,
  worldRotation,
  worldScale,
} from '../model/placement.js';
import { accessor, method, property } from '../reflection/member.js';
import { integer, nothing, single } from '../reflection/primitives.js';
import { componentReference } from '../reflection/references.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { quaternion, vector3 } from '../reflection/vectors.js';
import { componentType } from './base.js';

/** The transform of an object. Getters return copies, so that changing a result does not move the object. */
export class Transform extends Component {
  get position(): Vector3 {
    return worldPosition(this.object.node);
  }

  set position(position: Vector3) {
    setWorldPosition(this.object.node, position);
    this.moved();
  }

  get localPosition(): Vector3 {
    return this.object.node.position.clone();
  }

  set localPosition(position: Vector3) {
    this.object.node.position.copy(position);
    this.moved();
  }

  get rotation(): Quaternion {
    return worldRotation(this.object.node);
  }

  set rotation(rotation: Quaternion) {
    setWorldRotation(this.object.node, rotation);
  }

  get localRotation(): Quaternion {
    return this.object.node.quaternion.clone();
  }

  set localRotation(rotation: Quaternion) {
    this.object.node.quaternion.copy(rotation);
  }

  get eulerAngles(): Vector3 {
    return toAngles(this.rotation);
  }

  set eulerAngles(angles: Vector3) {
    this.rotation = fromAngles(angles);
  }

  get localEulerAngles(): Vector3 {
    return toAngles(this.localRotation);
  }

  set localEulerAngles(angles: Vector3) {
    this.localRotation = fromAngles(angles);
  }

  get localScale(): Vector3 {
    return this.object.node.scale.clone();
  }

  set localScale(scale: Vector3) {
    this.object.node.scale.copy(scale);
  }

  axis(x: number, y: number, z: number): Vector3 {
    return new Vector3(x, y, z).applyQuaternion(this.rotation);
  }

  /** Along its own axes. */
  translate(by: Vector3): void {
    this.position = this.position.add(by.clone().applyQuaternion(this.rotation));
  }

  /** Degrees about its own axes. */
  rotate(by: Vector3): void {
    this.localRotation = this.localRotation.multiply(fromAngles(by));
  }

  lookAt(target: Vector3): void {
    const rotation = lookRotation(target.clone().sub(this.position));
    if (rotation !== undefined) this.rotation = rotation;
  }

  /** Called when its node has moved. */
  protected moved(): void {}
}

const transformReference = componentReference('UnityEngine.Transform');

export const transformType = new ReflectedType({
  name: 'UnityEngine.Transform',
  base: componentType,
  component: Transform,
  unique: true,
  members: [
    accessor<Transform, 'position'>('position', vector3),
    accessor<Transform, 'localPosition'>('localPosition', vector3),
    accessor<Transform, 'rotation'>('rotation', quaternion),
    accessor<Transform, 'localRotation'>('localRotation', quaternion),
    accessor<Transform, 'eulerAngles'>('eulerAngles', vector3),
    accessor<Transform, 'localEulerAngles'>('localEulerAngles', vector3),
    accessor<Transform, 'localScale'>('localScale', vector3),
    property('lossyScale', vector3, (self: Transform) => worldScale(self.object.node)),
    property('forward', vector3, (self: Transform) => self.axis(0, 0, 1)),
    property('up', vector3, (self: Transform) => self.axis(0, 1, 0)),
    property('right', vector3, (self: Transform) => self.axis(1, 0, 0)),
    property(
      'parent',
      transformReference,
      (self: Transform) => self.object.parent?.transform ?? null,
      (self, parent) => self.object.world.setParent(self.object, parent?.object ?? null),
    ),
    property('childCount', integer, (self: Transform) => self.object.children.size),
  ],
  methods: [
    method('Translate', [vector3], nothing, (self: Transform, by) => self.translate(by)),
    method('Translate', [single, single, single], nothing, (self: Transform, x, y, z) =>
      self.translate(new Vector3(x, y, z)),
    ),
    method('Rotate', [vector3], nothing, (self: Transform, by) => self.rotate(by)),
    method('Rotate', [single, single, single], nothing, (self: Transform, x, y, z) =>
      self.rotate(new Vector3(x, y, z)),
    ),
    method('LookAt', [vector3], nothing, (self: Transform, at) => self.lookAt(at)),
    method('LookAt', [transformReference], nothing, (self: Transform, at) => {
      if (at !== null) self.lookAt((at as Transform).position);
    }),
    method(
      'GetChild',
      [integer],
      transformReference,
      (self: Transform, at) => [...self.object.children][at]?.transform ?? null,
    ),
  ],
  summary: self => vector3.show((self as Transform).position).text,
});
