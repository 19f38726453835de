import type { Value } from '../../port/value.js';
import type { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import type { Lookup, ValueType } from './value-type.js';

export const gameObjectReference: ValueType<GameObject | null> = {
  name: 'UnityEngine.GameObject',
  expects: 'the id of an object, such as "obj:12", or null',
  show: value => reference('UnityEngine.GameObject', value),
  accept: (json, lookup) => {
    if (json === null) return { value: null };
    const found = objectOf(json, lookup);
    return found === undefined ? undefined : { value: found };
  },
};

/** A component, given by its object. */
export function componentReference(name: string): ValueType<Component | null> {
  return {
    name,
    expects: `the id of an object with a ${name}, such as "obj:12", or null`,
    show: value => reference(value?.type.name ?? name, value?.object ?? null),
    accept: (json, lookup) => {
      if (json === null) return { value: null };
      const found = objectOf(json, lookup)?.component(name);
      return found === undefined ? undefined : { value: found };
    },
  };
}

/** A reference as an id, or as an object with `ref`. */
function objectOf(json: unknown, lookup: Lookup): GameObject | undefined {
  const id = typeof json === 'object' && json !== null && 'ref' in json ? json.ref : json;
  return typeof id === 'string' ? lookup.find(id) : undefined;
}

function reference(type: string, object: GameObject | null): Value {
  if (object === null || !object.alive) return { type, text: 'null', json: null };
  return { type, text: `${object.name} (${type})`, ref: object.id };
}
