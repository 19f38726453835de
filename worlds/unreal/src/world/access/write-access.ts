import { ACCESS_RANK, type Access } from '@worldwire/server';
import type { ParamsOf } from '../../port/operations.js';
import type { WriteCall } from '../../port/write-plan.js';
import { isCodeClass, isCodeFunction, isCodeProperty, mentionsCode } from './code-names.js';
import { isHarmlessOfAsset, isHarmlessOfNative } from './harmless-functions.js';
import { KINDS, objectKind } from './object-kind.js';

/**
 * The access of a write to a source: `danger` where it can execute code, load libraries, write files or open programs. What the
 * project's own functions do is not known: those of actors and components count as `write`.
 */
export function accessOfWrite({ write, params }: WriteCall): Access {
  switch (write) {
    case 'console.run':
    case 'python.run':
      return 'danger';
    case 'function.call':
      return accessOfFunction(params);
    case 'property.write':
      return accessOfProperty(params);
    case 'actor.spawn':
      return accessOfSpawn(params.class);
    default:
      return 'write';
  }
}

export function highest(all: readonly Access[]): Access {
  return all.reduce<Access>((high, each) => (ACCESS_RANK[each] > ACCESS_RANK[high] ? each : high), 'write');
}

function accessOfFunction({ object, function: name, arguments: args }: ParamsOf<'function.call'>): Access {
  const { kind, nativeClass } = objectKind(object);
  if (isCodeFunction(name) || mentionsCode(args)) return 'danger';
  if (nativeClass !== undefined && isHarmlessOfNative(nativeClass, name)) return 'write';
  if (kind === 'asset' && isHarmlessOfAsset(name)) return 'write';
  return KINDS[kind].call;
}

function accessOfProperty({ object, property, value }: ParamsOf<'property.write'>): Access {
  if (isCodeProperty(property) || mentionsCode(value)) return 'danger';
  return KINDS[objectKind(object).kind].set;
}

function accessOfSpawn(className: string): Access {
  const isOfEditor = className.startsWith('/') && objectKind(className).kind === 'editor';
  return isOfEditor || isCodeClass(className) ? 'danger' : 'write';
}
