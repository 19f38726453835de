import type { GameObject } from '../model/game-object.js';
import { accessor, method, property } from '../reflection/member.js';
import { boolean, integer, nothing, string } from '../reflection/primitives.js';
import { componentReference } from '../reflection/references.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import type { ValueType } from '../reflection/value-type.js';

const layer: ValueType<number> = {
  ...integer,
  expects: 'an integer from 0 to 31',
  accept: json => (isLayer(json) ? { value: json } : undefined),
};

/** All callers activate objects by this method, so that a hook on it sees each call. */
export const setActive = method('SetActive', [boolean], nothing, (self: GameObject, active) =>
  self.world.setActive(self, active),
);

/** The reflected type of objects themselves. */
export const gameObjectType = new ReflectedType({
  name: 'UnityEngine.GameObject',
  members: [
    accessor<GameObject, 'name'>('name', string),
    accessor<GameObject, 'tag'>('tag', string),
    accessor<GameObject, 'layer'>('layer', layer),
    property('activeSelf', boolean, (self: GameObject) => self.activeSelf),
    property('activeInHierarchy', boolean, (self: GameObject) => self.active),
    property('transform', componentReference('UnityEngine.Transform'), (self: GameObject) => self.transform),
    property('scene', string, (self: GameObject) => self.scene.name),
  ],
  methods: [
    setActive,
    method('CompareTag', [string], boolean, (self: GameObject, tag) => self.tag === tag),
    method('GetInstanceID', [], integer, (self: GameObject) => self.number),
  ],
});

function isLayer(json: unknown): json is number {
  return Number.isInteger(json) && (json as number) >= 0 && (json as number) < 32;
}
