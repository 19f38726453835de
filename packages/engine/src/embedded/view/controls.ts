import type { ControlInfo } from '../../port/queries.js';
import { groupAlpha } from '../components/canvas-group.js';
import { Selectable } from '../components/selectables.js';
import { Graphic, Text } from '../components/user-interface.js';
import type { GameObject } from '../model/game-object.js';
import { SCREEN } from '../model/screen.js';
import type { World } from '../model/world.js';
import { boundsOf } from './bounds.js';
import { canvases, UiSnapshot } from './ui-pick.js';
import { ownerOf } from './ui-target.js';

/** The visible elements of the interface, in the order in which they are drawn. */
export class Controls {
  readonly #world: World;
  readonly #focus: GameObject | undefined;
  #snapshot: UiSnapshot | undefined;

  constructor(world: World, focus: GameObject | undefined) {
    this.#world = world;
    this.#focus = focus;
  }

  /** Below an object, with itself, or all. */
  visible(root: GameObject | undefined): GameObject[] {
    const found = canvases(this.#world).flatMap(({ object }) => [...drawnBelow(object)]);
    return root === undefined ? found : found.filter(each => each.isBelow(root));
  }

  /** Whether a click in its middle would reach it. */
  isClickable(object: GameObject): boolean {
    return isEnabled(object) && this.#reachedBy(object) === object;
  }

  describe(object: GameObject): ControlInfo {
    const { id, path, components } = object;
    const usable = usableOf(object);
    const graphic = components.find(each => each instanceof Graphic);
    const text = textOf(object);
    const reached = this.#reachedBy(object);
    const covered = reached !== undefined && reached !== object && !object.isBelow(reached);
    return {
      id,
      path,
      type: (usable ?? graphic ?? object.transform).type.name,
      ...(text !== undefined && { text }),
      bounds: boundsOf(object) as NonNullable<ReturnType<typeof boundsOf>>,
      enabled: isEnabled(object),
      clickable: this.isClickable(object),
      ...(covered && { coveredBy: { id: reached.id, path: reached.path } }),
      focused: object === this.#focus,
      ...(usable?.shownValue !== undefined && { value: usable.shownValue }),
    };
  }

  /** What gets a click in the middle of an element. */
  #reachedBy(object: GameObject): GameObject | undefined {
    const bounds = boundsOf(object);
    if (bounds === null) return undefined;
    const { min, max } = bounds;
    this.#snapshot ??= new UiSnapshot(this.#world);
    const topmost = this.#snapshot.topmost(
      (min.x + max.x) / 2 / SCREEN.width,
      (min.y + max.y) / 2 / SCREEN.height,
    );
    return topmost === undefined ? undefined : ownerOf(topmost);
  }
}

function* drawnBelow(object: GameObject): Iterable<GameObject> {
  if (!object.active) return;
  const graphic = object.components.find(each => each instanceof Graphic);
  if (graphic?.enabled && graphic.color.alpha * groupAlpha(object) > 0 && isOnScreen(object)) yield object;
  for (const child of object.children) yield* drawnBelow(child);
}

function isOnScreen(object: GameObject): boolean {
  const bounds = boundsOf(object);
  if (bounds === null) return false;
  const { min, max } = bounds;
  return (
    min.x < max.x && min.y < max.y && max.x > 0 && max.y > 0 && min.x < SCREEN.width && min.y < SCREEN.height
  );
}

function usableOf({ components }: GameObject): Selectable | undefined {
  return components.find(each => each instanceof Selectable);
}

function isEnabled(object: GameObject): boolean {
  return usableOf(object)?.isUsable ?? true;
}

/** Its own text, or that of a label in it. */
function textOf(object: GameObject): string | undefined {
  const own = object.components.find(each => each instanceof Text);
  if (own !== undefined) return own.text;
  if (usableOf(object) === undefined) return undefined;
  for (const each of object.family()) {
    const label = each.components.find(component => component instanceof Text);
    if (label !== undefined && each.active) return label.text;
  }
  return undefined;
}
