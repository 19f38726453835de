import type { JsonObject } from '@worldwire/protocol';
import { type Package, PackageError } from '@worldwire/uasset';
import { actorOf } from '../../port/given-path.js';
import { notAnActor } from '../../port/no-level.js';
import { Notes } from '../../port/notes.js';
import type { ActorDetail, ActorInfo, ActorLook, Transform } from '../../port/operations.js';
import { nameOf } from '../../port/unreal-paths.js';
import type { FolderPaths } from '../index/actor-folders.js';
import { shortName } from '../index/package-entry.js';
import { folderOf } from '../read/actor-folders.js';
import type { ObjectTable } from '../read/object-table.js';
import { textOf, type Values } from '../read/property-values.js';
import { readableProperties } from '../read/readable-properties.js';
import { layersOf } from './actor-layers.js';
import { hasLook, lookOf } from './component-look.js';
import { type ComponentPlaces, parentOf, socketOf } from './component-places.js';
import type { SavedObject, SavedObjects } from './saved-objects.js';

const COMPONENT = /Component(_C)?$/;
const MAX_TAGS = 50;
const AT_ORIGIN: Transform = {
  location: { x: 0, y: 0, z: 0 },
  rotation: { pitch: 0, yaw: 0, roll: 0 },
  scale: { x: 1, y: 1, z: 1 },
};

/** What an actor is described with beside its own package. */
export interface Surroundings {
  readonly objects: SavedObjects;
  readonly places: ComponentPlaces;
  /** The folders of the outliner by id. */
  readonly folders: FolderPaths;
}

/** An actor of a level. */
export async function actorInfo(
  opened: Package,
  table: ObjectTable,
  index: number,
  around: Surroundings,
): Promise<ActorInfo> {
  return around.objects.within(opened, table, () => infoOf(table, index, around, new Notes()));
}

export async function actorDetail(
  opened: Package,
  table: ObjectTable,
  index: number,
  around: Surroundings,
): Promise<ActorDetail> {
  const { outer } = table.entry(index);
  if (table.shortClassOf(outer) !== 'Level') {
    throw notAnActor(table.absolute(index + 1) as string);
  }
  return around.objects.within(opened, table, async () => {
    const notes = new Notes();
    const { values, notes: unread } = await opened.properties(index);
    notes.add(...unread);
    const { mesh: _, materials: __, ...info } = await infoOf(table, index, around, notes);
    const components: ActorDetail['components'][number][] = [];
    for (const child of table.inside(index)) {
      if (COMPONENT.test(table.entry(child).className))
        components.push(await componentOf(opened, table, child, around));
    }
    return {
      ...info,
      level: info.path.slice(0, info.path.indexOf('.', info.path.lastIndexOf('/'))),
      components,
      properties: values as JsonObject,
      ...notes.member,
    };
  });
}

async function infoOf(
  table: ObjectTable,
  index: number,
  { objects, places, folders }: Surroundings,
  notes: Notes,
): Promise<ActorInfo> {
  const { name } = table.entry(index);
  const path = table.absolute(index + 1) as string;
  const actor = (await objects.read(path)) as SavedObject;
  if (actor.error !== undefined) return { path, name, class: shortName(table.classOf(index)) };
  const label = textOf(actor.values, 'ActorLabel');
  const { folder, folderId } = folderOf(actor.values);
  const shownFolder = (folderId === undefined ? undefined : folders.get(folderId)) ?? folder;
  const tags = namesIn(await objects.value(actor, 'Tags'));
  const root = table.export(actor.values.RootComponent);
  return {
    path,
    name,
    ...(label !== undefined && label !== name && { label }),
    class: shortName(table.classOf(index)),
    ...(shownFolder !== undefined && shownFolder !== '' && { folder: shownFolder }),
    ...(tags.length > 0 && { tags }),
    ...(await placeOf(objects, places, table, root, notes)),
    ...(await firstLook(objects, table, index, root)),
    ...(await layersOf(objects, actor)),
  };
}

/** The transform of the root component. A part that cannot be read is left out. */
async function placeOf(
  objects: SavedObjects,
  places: ComponentPlaces,
  table: ObjectTable,
  root: number | undefined,
  notes: Notes,
): Promise<Partial<ActorInfo>> {
  if (root === undefined) return AT_ORIGIN;
  const component = (await objects.read(table.absolute(root + 1) as string)) as SavedObject;
  const { name } = table.entry(root);
  if (component.error !== undefined) {
    notes.add(`${name} cannot be read, so that the transform is unknown. ${component.error}`);
    return {};
  }
  notes.add(...component.notes.map(note => `${name}: ${note}`));
  const parent = parentOf(component);
  const world = await places.world(component);
  if (parent === undefined) return world ?? {};
  const socket = socketOf(component);
  if (world === undefined) {
    const why = socket === undefined ? 'cannot be read' : `has a socket ${socket}, whose place is not known`;
    notes.add(
      `The component ${parent} that it is attached to ${why}, so that only the relative transform is known.`,
    );
  }
  return {
    ...world,
    attachedTo: actorOf(parent) ?? parent,
    ...(socket !== undefined && { socket }),
    relative: await places.relative(component),
  };
}

/** Of the root component, or of the first component that has a mesh. */
async function firstLook(
  objects: SavedObjects,
  table: ObjectTable,
  index: number,
  root: number | undefined,
): Promise<ActorLook> {
  const children = table.inside(index).filter(child => child !== root);
  let found: ActorLook = {};
  for (const child of root === undefined ? children : [root, ...children]) {
    if (!hasLook(table.entry(child).className)) continue;
    const component = (await objects.read(table.absolute(child + 1) as string)) as SavedObject;
    const look = await lookOf(objects, component, false);
    if (look.mesh !== undefined) return look;
    if (found.materials === undefined) found = look;
  }
  return found;
}

async function componentOf(
  opened: Package,
  table: ObjectTable,
  index: number,
  { objects, places }: Surroundings,
): Promise<ActorDetail['components'][number]> {
  const { name, className } = table.entry(index);
  const path = table.absolute(index + 1) as string;
  const shown = { path, name, class: className };
  if ((await readableProperties(opened, index)) instanceof PackageError) return shown;
  const component = (await objects.read(path)) as SavedObject;
  const parent = parentOf(component);
  const relative = changedParts(await places.relative(component));
  const isInside = parent !== undefined && actorOf(parent) === actorOf(path);
  return {
    ...shown,
    ...(isInside && { parent: nameOf(parent) }),
    ...(Object.keys(relative).length > 0 && { relative }),
    ...(hasLook(className) && (await lookOf(objects, component, true))),
  };
}

/** Without the parts that have the default of the engine. */
function changedParts(place: Partial<Transform>): Partial<Transform> {
  const parts = Object.entries(place).filter(
    ([part, value]) => JSON.stringify(value) !== JSON.stringify(AT_ORIGIN[part as keyof Transform]),
  );
  return Object.fromEntries(parts);
}

function namesIn(value: Values[string] | undefined): string[] {
  const names = Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
  return (names as string[]).slice(0, MAX_TAGS);
}
