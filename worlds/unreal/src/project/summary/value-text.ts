import { cutText } from '@worldwire/server/kit';
import type { PropertyValue } from '@worldwire/uasset';
import { isStructure, type Values } from '../read/property-values.js';

const MAX_TEXT = 80;
const MAX_MEMBERS = 6;
const MAX_DEPTH = 4;
/** Structures that are shown as a list of numbers: the members of vectors, rotations and colours. */
const TUPLES = [
  ['X', 'Y', 'Z', 'W'],
  ['Pitch', 'Yaw', 'Roll'],
  ['R', 'G', 'B', 'A'],
  ['Min', 'Max'],
];

/** A value in few words: "0.25", "(1, 0.7, 0.2)", "Both", "/Game/Doors/T_Door". */
export function valueText(value: PropertyValue | undefined, depth = 0): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return nameText(value);
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return `[${listText(value.map(each => () => valueText(each, depth + 1)))}]`;
  return structureText(value as Values, depth);
}

/** At most seven digits of a number are of interest, and the files have floats. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Math.abs(value) >= 1_000 ? Number(value.toFixed(1)) : Number(value.toPrecision(4));
  return Math.abs(rounded) < 1e-6 ? '0' : String(rounded);
}

/** A path without the object that has the name of its package, the value of an enum without its type, or the text itself. */
export function nameText(text: string): string {
  const quoted = /^[\w/.]+'"?([^'"]+)"?'$/.exec(text)?.[1] ?? text;
  if (quoted.startsWith('/Script/')) return quoted.slice(quoted.lastIndexOf('.') + 1);
  const dot = quoted.startsWith('/') ? quoted.lastIndexOf('.') : -1;
  if (dot > 0) {
    const [path, object] = [quoted.slice(0, dot), quoted.slice(dot + 1)];
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('.')) + 1);
    if (name !== '' && object !== '' && !object.includes(':'))
      return object === name || object === `${name}_C` ? path : quoted;
  }
  return oneLine(quoted.replace(/^\w+::/, ''));
}

/** The beginning of a text, with one space for all blanks between two words. The rest is not searched. */
function oneLine(text: string): string {
  let line = '';
  for (const [part] of text.matchAll(/\s+|\S+/g)) {
    line += part.trim() === '' ? ' ' : part;
    if (line.length > 2 * MAX_TEXT) break;
  }
  return cutText(line, MAX_TEXT);
}

/** The last name of a path: "T_Door" of "/Game/Doors/T_Door.T_Door". */
export function lastName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
  return name.replace(/'$/, '');
}

/** The text of a localised text. */
export function wordsOf(value: PropertyValue | undefined): string | undefined {
  const text = isStructure(value) ? (value.text ?? value.sourceString) : value;
  return typeof text === 'string' && text !== '' ? oneLine(text) : undefined;
}

/** "name value, name value" of properties; those that are references to objects of the own package are omitted by the caller. */
export function settingsText(values: Values, isShown: (name: string) => boolean = () => true): string {
  const shown = Object.entries(values).filter(([name, value]) => isShown(name) && !isEmpty(value));
  return listText(
    shown.map(
      ([name, value]) =>
        () =>
          `${name} ${valueText(value, 1)}`,
    ),
  );
}

/** The first elements, and the number of the others. */
export function listText(elements: readonly (() => string)[], max = MAX_MEMBERS): string {
  const shown = elements.slice(0, max).map(element => element());
  return [...shown, ...(elements.length > max ? [`… ${elements.length - max} more`] : [])].join(', ');
}

export function isEmpty(value: PropertyValue | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === 'None') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value as Values).every(isEmpty);
}

function structureText(value: Values, depth: number): string {
  const words = wordsOf(value);
  if (words !== undefined) return JSON.stringify(words);
  const names = Object.keys(value);
  const tuple = TUPLES.find(members => names.length > 1 && names.every(name => members.includes(name)));
  if (tuple !== undefined) {
    const present = tuple.filter(name => name in value && !(name === 'A' && value.A === 255));
    return `(${present.map(name => valueText(value[name], depth + 1)).join(', ')})`;
  }
  const members = Object.entries(value).filter(([, member]) => !isEmpty(member));
  const [only] = members;
  if (members.length === 1 && only !== undefined) return valueText(only[1], depth + 1);
  return `{${listText(
    members.map(
      ([name, member]) =>
        () =>
          `${name} ${valueText(member, depth + 1)}`,
    ),
  )}}`;
}
