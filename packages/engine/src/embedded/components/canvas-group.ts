import { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import { field } from '../reflection/member.js';
import { boolean, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { behaviourType } from './base.js';

/** Fades an element and all below it, and decides whether they can be used and picked. */
export class CanvasGroup extends Component {
  alpha = 1;
  interactable = true;
  blocksRaycasts = true;
  ignoreParentGroups = false;
}

export const canvasGroupType = new ReflectedType({
  name: 'UnityEngine.CanvasGroup',
  base: behaviourType,
  component: CanvasGroup,
  unique: true,
  members: [
    field<CanvasGroup, 'alpha'>('alpha', single),
    field<CanvasGroup, 'interactable'>('interactable', boolean),
    field<CanvasGroup, 'blocksRaycasts'>('blocksRaycasts', boolean),
    field<CanvasGroup, 'ignoreParentGroups'>('ignoreParentGroups', boolean),
  ],
  summary: self => `alpha ${(self as CanvasGroup).alpha}`,
});

/** The groups of an element, its own first. A group that ignores its parents is the last. */
export function* groupsOf(object: GameObject): Iterable<CanvasGroup> {
  for (let at: GameObject | null = object; at !== null; at = at.parent) {
    const group = at.components.find(each => each instanceof CanvasGroup);
    if (group?.enabled !== true) continue;
    yield group;
    if (group.ignoreParentGroups) return;
  }
}

/** What is left of the alpha of an element, from 0 to 1. */
export function groupAlpha(object: GameObject): number {
  let alpha = 1;
  for (const group of groupsOf(object)) alpha *= Math.min(1, Math.max(0, group.alpha));
  return alpha;
}
