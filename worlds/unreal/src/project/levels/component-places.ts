import type { PropertyValue } from '@worldwire/uasset';
import type { Rotator, Transform, Vector } from '../../port/operations.js';
import { inParent } from '../../space/in-parent.js';
import { isStructure, numberOf, textOf, type Values } from '../read/property-values.js';
import type { SavedObject, SavedObjects } from './saved-objects.js';

/** Components that are attached to each other, so that a cycle ends. */
const MAX_ATTACHED = 64;
const PARTS = [
  ['location', 'RelativeLocation', 'bAbsoluteLocation'],
  ['rotation', 'RelativeRotation', 'bAbsoluteRotation'],
  ['scale', 'RelativeScale3D', 'bAbsoluteScale'],
] as const;

/** Where components are. A part that no file stores has the default of the engine. */
export class ComponentPlaces {
  readonly #objects: SavedObjects;

  constructor(objects: SavedObjects) {
    this.#objects = objects;
  }

  /** Relative to the parent. A part that cannot be read is missing. */
  async relative(component: SavedObject): Promise<Partial<Transform>> {
    const place: { location?: Vector; rotation?: Rotator; scale?: Vector } = {};
    if (component.error !== undefined) return place;
    for (const [part, property] of PARTS) {
      const isUnread = Object.hasOwn(component.types, property) && !Object.hasOwn(component.values, property);
      if (isUnread) continue;
      const stored = structureOf(await this.#objects.value(component, property));
      if (part === 'rotation') place.rotation = rotator(stored);
      else place[part] = vector(stored, part === 'scale' ? 1 : 0);
    }
    return place;
  }

  /** In the level; undefined where a parent or a socket is unknown. */
  async world(component: SavedObject, depth = 0): Promise<Partial<Transform> | undefined> {
    const own = await this.relative(component);
    const parentPath = parentOf(component);
    if (parentPath === undefined) return own;
    if (depth > MAX_ATTACHED || !isWhole(own) || socketOf(component) !== undefined) return undefined;
    const parent = await this.#objects.read(parentPath);
    const above = parent && (await this.world(parent, depth + 1));
    if (above === undefined || !isWhole(above)) return undefined;
    const absolute: Record<keyof Transform, boolean> = { location: false, rotation: false, scale: false };
    for (const [part, , flag] of PARTS)
      absolute[part] = (await this.#objects.value(component, flag)) === true;
    return inParent(own, above, absolute);
  }
}

/** The path of the component that this one is attached to. */
export function parentOf({ values }: SavedObject): string | undefined {
  return textOf(values, 'AttachParent');
}

export function socketOf({ values }: SavedObject): string | undefined {
  return textOf(values, 'AttachSocketName');
}

function isWhole(place: Partial<Transform>): place is Transform {
  return PARTS.every(([part]) => place[part] !== undefined);
}

function structureOf(value: PropertyValue | undefined): Values {
  return isStructure(value) ? value : {};
}

function rotator(values: Values): Rotator {
  const angle = (name: string) => numberOf(values, name) ?? 0;
  return { pitch: angle('Pitch'), yaw: angle('Yaw'), roll: angle('Roll') };
}

function vector(values: Values, fallback: number): Vector {
  const axis = (name: string) => numberOf(values, name) ?? fallback;
  return { x: axis('X'), y: axis('Y'), z: axis('Z') };
}
