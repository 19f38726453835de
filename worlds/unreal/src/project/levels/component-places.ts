import type { PropertyValue } from '@worldwire/uasset';
import type { Rotator, Transform, Vector } from '../../port/operations.js';
import { inParent } from '../../space/in-parent.js';
import { isStructure, numberOf, textOf, type Values } from '../read/property-values.js';
import type { SavedObject, SavedObjects } from './saved-objects.js';

/** Components that are attached to each other. */
const MAX_ATTACHED = 64;
/** Places that are kept, because many components can be attached to one. */
const MAX_KNOWN = 20_000;
const PARTS = [
  ['location', 'RelativeLocation', 'bAbsoluteLocation'],
  ['rotation', 'RelativeRotation', 'bAbsoluteRotation'],
  ['scale', 'RelativeScale3D', 'bAbsoluteScale'],
] as const;

interface WorldPlace {
  readonly place: Partial<Transform> | undefined;
  /** How many components are above it. */
  readonly height: number;
}

const UNKNOWN: WorldPlace = { place: undefined, height: 0 };

/** Where components are. A part that no file stores has the default of the engine. */
export class ComponentPlaces {
  readonly #objects: SavedObjects;
  /** By the path of the component. */
  readonly #known = new Map<string, WorldPlace>();

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
  async world(component: SavedObject): Promise<Partial<Transform> | undefined> {
    const chain: SavedObject[] = [];
    const seen = new Set<string>();
    let above: WorldPlace | undefined;
    for (let at: SavedObject | undefined = component; ; ) {
      const known: WorldPlace | undefined = this.#known.get(at.path);
      if (chain.length + (known?.height ?? 0) > MAX_ATTACHED) return undefined;
      above = known ?? (seen.has(at.path) ? UNKNOWN : undefined);
      if (above !== undefined) break;
      chain.push(at);
      seen.add(at.path);
      const parent = parentOf(at);
      if (parent === undefined) break;
      at = await this.#objects.read(parent);
      if (at === undefined) {
        above = UNKNOWN;
        break;
      }
    }
    for (const each of chain.reverse()) {
      const place = above === undefined ? await this.relative(each) : await this.#attached(each, above.place);
      above = { place, height: above === undefined ? 0 : above.height + 1 };
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(each.path, above);
    }
    return above?.place;
  }

  async #attached(
    component: SavedObject,
    above: Partial<Transform> | undefined,
  ): Promise<Transform | undefined> {
    if (above === undefined || !isWhole(above) || socketOf(component) !== undefined) return undefined;
    const own = await this.relative(component);
    if (!isWhole(own)) return undefined;
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
