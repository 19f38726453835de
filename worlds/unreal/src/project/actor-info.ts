import type { JsonObject } from '@worldwire/protocol';
import type { Package } from '@worldwire/uasset';
import type { ActorDetail, ActorInfo, Transform } from '../source/operations.js';
import { UnrealError } from '../source/unreal-error.js';
import type { ObjectTable } from './object-table.js';
import { shortName } from './package-entry.js';
import { numberOf, structure, textOf, type Values } from './values.js';

const COMPONENT = /Component(_C)?$/;

/** An actor as it stands in its level. Its place is that of its root component, relative to what it is attached to. */
export async function actorInfo(opened: Package, table: ObjectTable, index: number): Promise<ActorInfo> {
  const { values } = await opened.properties(index);
  return infoOf(opened, table, index, values);
}

export async function actorDetail(opened: Package, table: ObjectTable, index: number): Promise<ActorDetail> {
  const { outer } = table.entry(index);
  if (table.shortClassOf(outer) !== 'Level') {
    throw new UnrealError(
      'not-found',
      `${table.absolute(index + 1)} is no actor.`,
      'Actors are directly in a level, such as "/Game/Maps/Hall.Hall:PersistentLevel.Door_1".',
    );
  }
  const { values } = await opened.properties(index);
  const info = await infoOf(opened, table, index, values);
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
  };
}

async function infoOf(
  opened: Package,
  table: ObjectTable,
  index: number,
  values: Values,
): Promise<ActorInfo> {
  const name = table.entry(index).name;
  const label = textOf(values, 'ActorLabel');
  const root = table.export(values.RootComponent);
  return {
    path: table.absolute(index + 1) as string,
    name,
    ...(label !== undefined && label !== name && { label }),
    class: shortName(table.classOf(index)),
    ...transformOf(root === undefined ? {} : (await opened.properties(root)).values),
  };
}

/** What a component does not say of its place is as the engine has it by default. */
function transformOf(component: Values): Transform {
  const location = structure(component, 'RelativeLocation');
  const rotation = structure(component, 'RelativeRotation');
  const scale = structure(component, 'RelativeScale3D');
  return {
    location: {
      x: numberOf(location, 'X') ?? 0,
      y: numberOf(location, 'Y') ?? 0,
      z: numberOf(location, 'Z') ?? 0,
    },
    rotation: {
      pitch: numberOf(rotation, 'Pitch') ?? 0,
      yaw: numberOf(rotation, 'Yaw') ?? 0,
      roll: numberOf(rotation, 'Roll') ?? 0,
    },
    scale: { x: numberOf(scale, 'X') ?? 1, y: numberOf(scale, 'Y') ?? 1, z: numberOf(scale, 'Z') ?? 1 },
  };
}
