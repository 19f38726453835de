import { Color, Quaternion, Vector2, Vector3 } from 'three';
import { isSingle, SINGLES } from './single.js';
import { finite, type ValueType } from './value-type.js';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A colour with alpha, which the Color of three does not have. */
export interface Tint {
  readonly color: Color;
  readonly alpha: number;
}

export const vector2 = tuple<Vector2>({
  name: 'UnityEngine.Vector2',
  parts: ['x', 'y'],
  make: ([x, y]) => new Vector2(x, y),
  take: value => [value.x, value.y],
  print: parts => `(${parts.map(part => part.toFixed(2)).join(', ')})`,
});

export const vector3 = tuple<Vector3>({
  name: 'UnityEngine.Vector3',
  parts: ['x', 'y', 'z'],
  make: ([x, y, z]) => new Vector3(x, y, z),
  take: value => [value.x, value.y, value.z],
  print: parts => `(${parts.map(part => part.toFixed(2)).join(', ')})`,
});

export const quaternion = tuple<Quaternion>({
  name: 'UnityEngine.Quaternion',
  parts: ['x', 'y', 'z', 'w'],
  // A quaternion of length 0 is not a rotation.
  make: ([x, y, z, w]) => {
    const made = new Quaternion(x, y, z, w);
    return made.length() < 1e-6 ? undefined : made.normalize();
  },
  take: value => [value.x, value.y, value.z, value.w],
  print: parts => `(${parts.map(part => part.toFixed(5)).join(', ')})`,
});

const channels = tuple<Tint>({
  name: 'UnityEngine.Color',
  parts: ['r', 'g', 'b', 'a'],
  last: 1,
  make: ([r = 0, g = 0, b = 0, a = 1]) => ({ color: new Color().setRGB(r, g, b), alpha: a }),
  take: ({ color: { r, g, b }, alpha }) => [r, g, b, alpha],
  print: parts => `RGBA(${parts.map(part => part.toFixed(3)).join(', ')})`,
});

/** Also as text: "#ff8800", "#ff880080" with alpha, or a name of CSS. */
export const color: ValueType<Tint> = {
  ...channels,
  expects: `${channels.expects}, or a colour as text such as "#ff8800" or "red"`,
  accept: (json, lookup) => channels.accept(typeof json === 'string' ? channelsOf(json) : json, lookup),
};

export const rect = tuple<Rect>({
  name: 'UnityEngine.Rect',
  parts: ['x', 'y', 'width', 'height'],
  make: ([x = 0, y = 0, width = 0, height = 0]) => ({ x, y, width, height }),
  take: value => [value.x, value.y, value.width, value.height],
  print: ([x = 0, y = 0, width = 0, height = 0]) =>
    `(x:${x.toFixed(2)}, y:${y.toFixed(2)}, width:${width.toFixed(2)}, height:${height.toFixed(2)})`,
});

interface Tuple<T> {
  readonly name: string;
  readonly parts: readonly string[];
  /** The default of the last part. */
  readonly last?: number;
  make(parts: readonly number[]): T | undefined;
  take(value: T): readonly number[];
  print(parts: readonly number[]): string;
}

/** Red, green, blue and alpha of a colour as text. */
function channelsOf(text: string): number[] | undefined {
  const name = text.toLowerCase();
  const named = Object.hasOwn(Color.NAMES, name) ? Color.NAMES[name as keyof typeof Color.NAMES] : undefined;
  const hex = named === undefined ? name : `#${named.toString(16).padStart(6, '0')}`;
  if (!/^#([0-9a-f]{6}|[0-9a-f]{8})$/.test(hex)) return undefined;
  return hex.match(/[0-9a-f]{2}/g)?.map(pair => Number.parseInt(pair, 16) / 255);
}

/** Named numbers, sent as an object or as an array. */
function tuple<T>({ name, parts, last, make, take, print }: Tuple<T>): ValueType<T> {
  const optional = last === undefined ? 0 : 1;
  return {
    name,
    expects: `{${parts.join(', ')}} or an array of ${parts.length} numbers, each ${SINGLES}`,
    show: value => {
      const numbers = take(value);
      const json = Object.fromEntries(parts.map((part, at) => [part, finite(numbers[at] as number)]));
      return { type: name, text: print(numbers), json };
    },
    accept: json => {
      if (typeof json !== 'object' || json === null) return undefined;
      const given: unknown[] = Array.isArray(json)
        ? json
        : parts.map(part => (json as Record<string, unknown>)[part]).filter(part => part !== undefined);
      const keys = Array.isArray(json) ? 0 : Object.keys(json).length;
      if (keys > parts.length || given.length > parts.length || given.length < parts.length - optional) {
        return undefined;
      }
      if (!given.every(isSingle)) return undefined;
      const value = make(given.length < parts.length ? [...given, last as number] : given);
      return value === undefined ? undefined : { value };
    },
  };
}
