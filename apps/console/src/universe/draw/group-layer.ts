import type { UniverseCopy } from '../model/universe-copy.js';
import type { BodySpace } from './body-space.js';
import type { CloudLayer } from './cloud-layer.js';
import { type GroupShape, shapeOfGroup } from './group-shapes.js';

const HAZE_MEMBERS = 400;

/** Groups with their extents, and the haze of large ones. A group is measured before the next picture. */
export class GroupLayer {
  readonly shapes = new Map<string, GroupShape>();
  readonly #clouds: CloudLayer;
  #due = new Set<string>();

  constructor(clouds: CloudLayer) {
    this.#clouds = clouds;
  }

  reset(ids: Iterable<string>): void {
    this.shapes.clear();
    this.#due = new Set(ids);
  }

  touch(ids: Iterable<string>): void {
    for (const id of ids) this.#due.add(id);
  }

  measure(copy: UniverseCopy, space: BodySpace): void {
    for (const id of this.#due) {
      const shape = shapeOfGroup(copy.store, space, id);
      if (shape === undefined) {
        this.shapes.delete(id);
        this.#clouds.remove('haze', id);
        continue;
      }
      this.shapes.set(id, shape);
      const { at, radius, tint, members } = shape;
      // The light of a group includes that of the groups in it.
      const inner = copy.store.get('groups', id)?.parentGroupId !== null;
      if (members >= HAZE_MEMBERS && !inner)
        this.#clouds.haze({
          id,
          at,
          radius: radius * 1.1,
          tint,
          strength: Math.min(0.3, 0.1 + members / 150_000),
        });
      else this.#clouds.remove('haze', id);
    }
    this.#due.clear();
  }
}
