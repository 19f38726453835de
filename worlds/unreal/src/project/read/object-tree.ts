import type { JsonObject } from '@worldwire/protocol';
import {
  type ExportProperties,
  type NodePin,
  type Package,
  PackageError,
  type PropertyValue,
} from '@worldwire/uasset';
import { Notes } from '../../port/notes.js';
import type { ObjectNode, WithNotes } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { T3dKnowledge } from '../../t3d/t3d-writer.js';
import { spellPin } from '../../t3d/write-pin.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { isPinObject } from './graph-nodes.js';
import { GraphPins } from './graph-pins.js';
import type { ObjectTable } from './object-table.js';
import { readableProperties } from './readable-properties.js';

const MAX_OBJECTS = 20_000;
/** Characters of names and values, all objects together. */
const MAX_TEXT = 16 * 1024 * 1024;
const MAX_DEPTH = 64;

/** Nested objects, with the types and references for T3D. */
export interface ObjectTree extends WithNotes {
  readonly objects: readonly ObjectNode[];
  readonly knowledge: T3dKnowledge;
}

/** All objects of a package, or one of them. An unreadable object has only name and class; fails where all are unreadable. */
export async function readObjectTree(
  opened: Package,
  table: ObjectTable,
  only: number | undefined,
  slice: TimeSlice,
): Promise<ObjectTree> {
  const types = new WeakMap<ObjectNode, ExportProperties['types']>();
  let count = 0;
  let text = 0;
  const notes = new Notes();
  const unread: PackageError[] = [];
  const pins = new GraphPins(opened, table);
  const raw = new WeakMap<ObjectNode, readonly NodePin[]>();
  const read = async (index: number, depth: number): Promise<ObjectNode> => {
    if (++count > MAX_OBJECTS || text > MAX_TEXT || depth > MAX_DEPTH) throw tooLarge(table, opened);
    await slice.yieldToEventLoop();
    const properties = await readableProperties(opened, index);
    const readable = !(properties instanceof PackageError);
    const name = table.entry(index).name;
    if (readable) {
      text += weight(properties.values);
      notes.add(...properties.notes.map(note => `${name}: ${note}`));
    } else {
      unread.push(properties);
      notes.add(`Only name and class of ${name} are known. ${properties.message}`);
    }
    const own = readable ? await pins.raw(index) : undefined;
    const shown = own && (await pins.of(index));
    if (shown !== undefined) text += weight(shown as never);
    const children: ObjectNode[] = [];
    for (const child of table.inside(index))
      if (own === undefined || !isPinObject(table, child)) children.push(await read(child, depth + 1));
    const node = {
      class: table.classOf(index),
      name,
      properties: readable ? (properties.values as JsonObject) : {},
      ...(shown && { pins: shown }),
      children,
    };
    if (readable) types.set(node, properties.types);
    if (own !== undefined) raw.set(node, own);
    return node;
  };
  const objects: ObjectNode[] = [];
  for (const index of only === undefined ? table.inside() : [only]) objects.push(await read(index, 0));
  if (unread[0] !== undefined && unread.length === count) throw unread[0];
  notes.add(...pins.notes);
  const referenceOf: T3dKnowledge['referenceOf'] = path => {
    const index = table.named(path);
    const whole = table.absolute(index);
    return whole === undefined ? undefined : { class: table.shortClassOf(index), path: whole };
  };
  const nodeName = pins.nodeName.bind(pins);
  return {
    objects,
    ...notes.member,
    knowledge: {
      typeOf: (object, property) => types.get(object)?.[property],
      referenceOf,
      linesOf: object => (raw.get(object) ?? []).map(pin => spellPin(pin, { referenceOf, nodeName })),
    },
  };
}

/** Approximate characters of a value as text. */
function weight(value: PropertyValue): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 0;
  for (const [name, member] of Object.entries(value)) sum += name.length + weight(member);
  return sum;
}

function tooLarge(table: ObjectTable, opened: Package): UnrealError {
  return new UnrealError(
    'failed',
    `${table.path} has ${opened.exports.length} objects: too many, too large or nested too deep for one answer.`,
    `Give the path of one object in it, such as "${table.absolute(1)}".`,
  );
}
