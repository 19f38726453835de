import type { JsonValue } from '@worldwire/protocol';
import { nearestNames } from './nearest.js';
import { UnrealError } from './unreal-error.js';

/** A member, an index or the key of a map. */
type Step = string | number;

export interface PropertyPath {
  readonly name: string;
  /** Into the value of the property: ["1", "Magnitude"] of "Modifiers[1].Magnitude". */
  readonly steps: readonly Step[];
}

const STEP = /\.([^.[\]]+)|\[("?)([^[\]"]+)\2\]/gy;

/** Reads "Modifiers[1].Magnitude" or "Costs[Wood]". Another text is the name of a property. */
export function readPropertyPath(text: string): PropertyPath {
  const name = /^[^.[\]]+/.exec(text)?.[0];
  if (name === undefined) return { name: text, steps: [] };
  const steps: Step[] = [];
  STEP.lastIndex = name.length;
  let end = name.length;
  for (let match = STEP.exec(text); match !== null; match = STEP.exec(text)) {
    const [, member, quoted, key] = match;
    steps.push(member ?? (quoted === '' && /^\d+$/.test(key ?? '') ? Number(key) : (key as string)));
    end = STEP.lastIndex;
  }
  return end === text.length ? { name, steps } : { name: text, steps: [] };
}

/** The value at the end of a path. Throws with what is there instead. */
export function valueAt(value: JsonValue, { name, steps }: PropertyPath): JsonValue {
  let [at, path] = [value, name];
  for (const step of steps) {
    const found = memberOf(at, step);
    if (found === undefined) throw noMember(at, step, path);
    at = found;
    path += typeof step === 'number' ? `[${step}]` : `.${step}`;
  }
  return at;
}

function memberOf(value: JsonValue, step: Step): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) {
    const name = Object.keys(value).find(key => key.toLowerCase() === String(step).toLowerCase());
    return name === undefined ? undefined : value[name];
  }
  const pair = value.find(
    each => isPair(each) && String(each.key).toLowerCase() === String(step).toLowerCase(),
  );
  if (isPair(pair)) return pair.value;
  return typeof step === 'number' ? value[step] : undefined;
}

/** An entry of a map in a file. */
function isPair(value: JsonValue | undefined): value is { key: JsonValue; value: JsonValue } {
  return typeof value === 'object' && value !== null && 'key' in value && 'value' in value;
}

function noMember(value: JsonValue, step: Step, path: string): UnrealError {
  const message = `${path} has no ${typeof step === 'number' ? `element ${step}` : `member ${step}`}.`;
  if (Array.isArray(value) && !value.some(isPair)) {
    const last = value.length - 1;
    return new UnrealError(
      'not-found',
      message,
      last < 0 ? `${path} is an empty list.` : `It is a list: use ${path}[0] to ${path}[${last}].`,
    );
  }
  if (typeof value !== 'object' || value === null)
    return new UnrealError('not-found', message, `${path} is a single value: read it as it is.`);
  const names = Array.isArray(value)
    ? value.filter(isPair).map(({ key }) => String(key))
    : Object.keys(value);
  return new UnrealError('not-found', message, nearestNames(String(step), names, 'It has'));
}
