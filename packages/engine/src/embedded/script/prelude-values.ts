import type { Value } from '../../port/value.js';
import type { ScriptObjects } from './prelude-objects.js';

export interface ScriptValues {
  shown(value: unknown): Value;
  /** The error and its place, if known. */
  failure(thrown: unknown): string;
}

/** Describes values of a script. Compiled inside its context from its text, before any code of the script. */
export function makeValues({ GameObject, Vector3, componentBehind }: ScriptObjects): ScriptValues {
  const { stringify, parse } = JSON;
  const text = String;

  function shown(value: unknown): Value {
    if (value === undefined) return { type: 'System.Void', text: '' };
    if (value === null) return { type: 'System.Object', text: 'null', json: null };
    if (typeof value === 'string') return { type: 'System.String', text: value, json: value };
    if (typeof value === 'boolean')
      return { type: 'System.Boolean', text: value ? 'True' : 'False', json: value };
    if (typeof value === 'number') {
      const whole = Number.isInteger(value) && Math.abs(value) < 2 ** 31;
      const json = Number.isFinite(value) ? value : null;
      return { type: whole ? 'System.Int32' : 'System.Double', text: text(value), json };
    }
    if (typeof value === 'bigint') return { type: 'System.Numerics.BigInteger', text: text(value) };
    if (typeof value === 'symbol') return { type: 'System.Object', text: text(value) };
    if (typeof value === 'function') return { type: 'System.Delegate', text: `function ${value.name}` };
    if (value instanceof GameObject) {
      const type = 'UnityEngine.GameObject';
      return value.alive ? { type, text: text(value), ref: value.id } : { type, text: 'null', json: null };
    }
    const known = componentBehind(value);
    if (known !== undefined) return { type: known.type, text: text(value), ref: known.object };
    if (value instanceof Vector3) {
      const { x, y, z } = value;
      return { type: 'UnityEngine.Vector3', text: text(value), json: { x, y, z } };
    }
    if (value instanceof Error) return { type: 'System.Exception', text: text(value) };
    if (value instanceof Promise) return { type: 'System.Threading.Tasks.Task', text: 'a promise' };
    return structure(value);
  }

  function structure(value: object): Value {
    const type = Array.isArray(value) ? 'System.Object[]' : 'System.Object';
    try {
      const json = stringify(value);
      return json === undefined ? { type, text: '' } : { type, text: json, json: parse(json) };
    } catch {
      return { type, text: Array.isArray(value) ? `${value.length} items` : '[object]' };
    }
  }

  function failure(thrown: unknown): string {
    try {
      if (!(thrown instanceof Error)) return `threw ${shown(thrown).text}`;
      const place = /script:((?:(?!script:).)+?:\d+:\d+)/.exec(text(thrown.stack))?.[1];
      return place === undefined ? text(thrown) : `${text(thrown)} (${place})`;
    } catch {
      return 'threw something that cannot be shown';
    }
  }

  return { shown, failure };
}
