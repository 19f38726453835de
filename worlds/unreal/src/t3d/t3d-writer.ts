import type { ObjectNode } from '../port/operations.js';
import { escapeText, innerType, quote, type ReferenceOf, spellValue } from './write-value.js';

const INDENT = '   ';
const ONE_PIECE = /^(Set|Map)Property/;

/** Types and references of the objects. Without them the values decide. */
export interface T3dKnowledge {
  /** Of a property, such as "FloatProperty" or "ArrayProperty(ObjectProperty)". */
  typeOf(object: ObjectNode, property: string): string | undefined;
  readonly referenceOf: ReferenceOf;
  /** Lines behind the properties, such as the pins of a graph node. */
  linesOf?(object: ObjectNode): readonly string[];
}

const NOTHING: T3dKnowledge = { typeOf: () => undefined, referenceOf: () => undefined };

/** Objects as T3D, children before properties, so that every object is declared before it is referred to. */
export function writeT3d(objects: readonly ObjectNode[], knowledge: T3dKnowledge = NOTHING): string {
  const lines: string[] = [];
  // Not recursive, because a file may nest objects arbitrarily deep.
  const open: { readonly object: ObjectNode | undefined; readonly children: Iterator<ObjectNode> }[] = [
    { object: undefined, children: objects[Symbol.iterator]() },
  ];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.children.next();
    if (next.done !== true) {
      lines.push(`${indent(open.length - 1)}${begin(next.value)}`);
      open.push({ object: next.value, children: next.value.children[Symbol.iterator]() });
      continue;
    }
    open.pop();
    if (top.object === undefined) continue;
    for (const line of propertyLines(top.object, knowledge)) lines.push(`${indent(open.length)}${line}`);
    for (const line of knowledge.linesOf?.(top.object) ?? []) lines.push(`${indent(open.length)}${line}`);
    lines.push(`${indent(open.length - 1)}End Object`);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function indent(depth: number): string {
  return INDENT.repeat(depth);
}

function begin(object: ObjectNode): string {
  return `Begin Object Class=${escapeText(object.class)} Name=${quote(object.name)}`;
}

function* propertyLines(object: ObjectNode, { typeOf, referenceOf }: T3dKnowledge): Iterable<string> {
  for (const [name, value] of Object.entries(object.properties)) {
    // An element of a static array.
    const key = escapeText(name.replace(/\[(\d+)\]$/, '($1)'));
    const type = typeOf(object, name);
    if (!Array.isArray(value) || value.length === 0 || ONE_PIECE.test(type ?? '')) {
      yield `${key}=${spellValue(value, type, referenceOf)}`;
      continue;
    }
    const elementType = innerType(type);
    for (const [index, element] of value.entries()) {
      yield `${key}(${index})=${spellValue(element, elementType, referenceOf)}`;
    }
  }
}
