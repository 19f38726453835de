import { Vector2 } from 'three';
import { Component } from '../model/component.js';
import { SCREEN } from '../model/screen.js';
import { accessor, field, property } from '../reflection/member.js';
import { enumeration, integer, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { vector2 } from '../reflection/vectors.js';
import { behaviourType } from './base.js';
import type { RectTransform } from './rect-transform.js';

/** A layer over the whole screen, with its own units. */
export class Canvas extends Component {
  sortingOrder = 0;
  #referenceResolution = new Vector2(1920, 1080);

  get referenceResolution(): Vector2 {
    return this.#referenceResolution;
  }

  set referenceResolution(size: Vector2) {
    this.#referenceResolution = size;
    (this.object.transform as RectTransform).layout();
  }

  /** Pixels of the screen for one unit. */
  get scaleFactor(): number {
    return SCREEN.height / Math.max(1, this.#referenceResolution.y);
  }

  override attached(): void {
    (this.object.transform as RectTransform).layout();
  }
}

export const canvasType = new ReflectedType({
  name: 'UnityEngine.Canvas',
  base: behaviourType,
  component: Canvas,
  unique: true,
  inCanvas: true,
  members: [
    field<Canvas, 'sortingOrder'>('sortingOrder', integer),
    accessor<Canvas, 'referenceResolution'>('referenceResolution', vector2),
    property('scaleFactor', single, (self: Canvas) => self.scaleFactor),
    property(
      'renderMode',
      enumeration('UnityEngine.RenderMode', ['ScreenSpaceOverlay']),
      () => 'ScreenSpaceOverlay',
    ),
  ],
  summary: self => `order ${(self as Canvas).sortingOrder}`,
});
