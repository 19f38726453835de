import type { JsonObject } from '@worldwire/protocol';
import { type ExportProperties, type Package, PackageError } from '@worldwire/uasset';
import { notAnActor } from '../../port/no-level.js';
import { Notes } from '../../port/notes.js';
import type { ActorDetail, ActorInfo, Rotator, Transform, Vector } from '../../port/operations.js';
import { shortName } from '../index/package-entry.js';
import type { ObjectTable } from './object-table.js';
import { numberOf, structure, textOf, type Values } from './property-values.js';
import { readableProperties } from './readable-properties.js';

const COMPONENT = /Component(_C)?$/;

/** An actor of a level. Its transform is that of its root component, relative to the parent it is attached to. */
export async function actorInfo(opened: Package, table: ObjectTable, index: number): Promise<ActorInfo> {
  const { values } = await opened.properties(index);
  return infoOf(opened, table, index, values, new Notes());
}

export async function actorDetail(opened: Package, table: ObjectTable, index: number): Promise<ActorDetail> {
  const { outer } = table.entry(index);
  if (table.shortClassOf(outer) !== 'Level') {
    throw notAnActor(table.absolute(index + 1) as string);
  }
  const notes = new Notes();
  const { values, notes: unread } = await opened.properties(index);
  notes.add(...unread);
  const info = await infoOf(opened, table, index, values, notes);
  const components = table
    .inside(index)
    .filter(child => COMPONENT.test(table.entry(child).className))
    .map(child => ({
      path: table.absolute(child + 1) as string,
      name: table.entry(child).name,
      class: table.entry(child).className,
    }));
  return {
    ...info,
    level: info.path.slice(0, info.path.indexOf('.', info.path.lastIndexOf('/'))),
    components,
    properties: values as JsonObject,
    ...notes.member,
  };
}

async function infoOf(
  opened: Package,
  table: ObjectTable,
  index: number,
  values: Values,
  notes: Notes,
): Promise<ActorInfo> {
  const name = table.entry(index).name;
  const label = textOf(values, 'ActorLabel');
  const root = table.export(values.RootComponent);
  return {
    path: table.absolute(index + 1) as string,
    name,
    ...(label !== undefined && label !== name && { label }),
    class: shortName(table.classOf(index)),
    ...(await transformOf(opened, table, root, notes)),
  };
}

const NOWHERE: ExportProperties = { values: {}, types: {}, notes: [], end: 0 };

/** A part that the component does not store has the default of the engine. A part that cannot be read is left out. */
async function transformOf(
  opened: Package,
  table: ObjectTable,
  root: number | undefined,
  notes: Notes,
): Promise<Partial<Transform> & Pick<ActorInfo, 'attachedTo'>> {
  const read = root === undefined ? NOWHERE : await readableProperties(opened, root);
  const name = root === undefined ? '' : table.entry(root).name;
  if (read instanceof PackageError) {
    notes.add(`${name} cannot be read, so that the transform is unknown. ${read.message}`);
    return {};
  }
  notes.add(...read.notes.map(note => `${name}: ${note}`));
  const isKnown = (property: string) =>
    Object.hasOwn(read.values, property) || !Object.hasOwn(read.types, property);
  const part = (property: string) => structure(read.values, property);
  const parent = textOf(read.values, 'AttachParent');
  return {
    ...(parent !== undefined && { attachedTo: parent }),
    ...(isKnown('RelativeLocation') && { location: vector(part('RelativeLocation'), 0) }),
    ...(isKnown('RelativeRotation') && { rotation: rotator(part('RelativeRotation')) }),
    ...(isKnown('RelativeScale3D') && { scale: vector(part('RelativeScale3D'), 1) }),
  };
}

function rotator(values: Values): Rotator {
  const angle = (name: string) => numberOf(values, name) ?? 0;
  return { pitch: angle('Pitch'), yaw: angle('Yaw'), roll: angle('Roll') };
}

function vector(values: Values, fallback: number): Vector {
  const axis = (name: string) => numberOf(values, name) ?? fallback;
  return { x: axis('X'), y: axis('Y'), z: axis('Z') };
}
