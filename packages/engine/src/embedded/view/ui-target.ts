import { Selectable } from '../components/selectables.js';
import type { GameObject } from '../model/game-object.js';
import type { World } from '../model/world.js';
import { pickUi } from './ui-pick.js';

/** The element that a click reaches: as in Unity, the topmost one or the button, field or slider that it is a part of. */
export function uiTarget(world: World, x: number, y: number): GameObject | undefined {
  const [topmost] = pickUi(world, x, y);
  return topmost === undefined ? undefined : ownerOf(topmost);
}

/** The element that handles the clicks on an element. */
export function ownerOf(element: GameObject): GameObject {
  for (let at: GameObject | null = element; at !== null; at = at.parent) {
    if (at.components.some(each => each instanceof Selectable && each.enabled)) return at;
  }
  return element;
}
