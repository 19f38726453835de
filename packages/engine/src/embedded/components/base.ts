import type { Component } from '../model/component.js';
import { field, method, property } from '../reflection/member.js';
import { boolean, integer, string } from '../reflection/primitives.js';
import { componentReference, gameObjectReference } from '../reflection/references.js';
import { ReflectedType } from '../reflection/reflected-type.js';

export const componentType = new ReflectedType({
  name: 'UnityEngine.Component',
  members: [
    property(
      'name',
      string,
      (self: Component) => self.object.name,
      (self, name) => {
        self.object.name = name;
      },
    ),
    property('tag', string, (self: Component) => self.object.tag),
    property('gameObject', gameObjectReference, (self: Component) => self.object),
    property(
      'transform',
      componentReference('UnityEngine.Transform'),
      (self: Component) => self.object.transform,
    ),
  ],
  methods: [method('GetInstanceID', [], integer, (self: Component) => self.number)],
});

const enabled = field<Component, 'enabled'>('enabled', boolean);
const isActiveAndEnabled = property('isActiveAndEnabled', boolean, (self: Component) => self.running);

export const behaviourType = new ReflectedType({
  name: 'UnityEngine.Behaviour',
  base: componentType,
  members: [enabled, isActiveAndEnabled],
});

export const monoBehaviourType = new ReflectedType({
  name: 'UnityEngine.MonoBehaviour',
  base: behaviourType,
});

export const colliderType = new ReflectedType({
  name: 'UnityEngine.Collider',
  base: componentType,
  members: [enabled],
});

export const rendererType = new ReflectedType({
  name: 'UnityEngine.Renderer',
  base: componentType,
  members: [enabled],
});
