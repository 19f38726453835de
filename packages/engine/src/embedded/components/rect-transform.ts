import { Vector2 } from 'three';
import { SCREEN } from '../model/screen.js';
import { accessor, property } from '../reflection/member.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { isPlace } from '../reflection/single.js';
import { type Rect, rect, vector2 } from '../reflection/vectors.js';
import type { Canvas } from './canvas.js';
import { Transform, transformType } from './transform.js';

/**
 * A rectangle between two anchors in its parent rectangle. Its node is at its pivot, so that the hierarchy of transforms works as usual. The
 * top rectangle is a canvas, scaled to the screen.
 */
export class RectTransform extends Transform {
  readonly #anchorMin = new Vector2(0.5, 0.5);
  readonly #anchorMax = new Vector2(0.5, 0.5);
  readonly #pivot = new Vector2(0.5, 0.5);
  readonly #anchoredPosition = new Vector2();
  readonly #sizeDelta = new Vector2(100, 100);

  get anchorMin(): Vector2 {
    return this.#anchorMin.clone();
  }

  set anchorMin(anchor: Vector2) {
    this.#anchorMin.copy(anchor);
    this.layout();
  }

  get anchorMax(): Vector2 {
    return this.#anchorMax.clone();
  }

  set anchorMax(anchor: Vector2) {
    this.#anchorMax.copy(anchor);
    this.layout();
  }

  get pivot(): Vector2 {
    return this.#pivot.clone();
  }

  set pivot(pivot: Vector2) {
    this.#pivot.copy(pivot);
    this.layout();
  }

  get anchoredPosition(): Vector2 {
    return this.#anchoredPosition.clone();
  }

  set anchoredPosition(position: Vector2) {
    this.#anchoredPosition.copy(position);
    this.layout();
  }

  get sizeDelta(): Vector2 {
    return this.#sizeDelta.clone();
  }

  set sizeDelta(size: Vector2) {
    this.#sizeDelta.copy(size);
    this.layout();
  }

  /** In its own coordinates, with the pivot at the origin. */
  get rect(): Rect {
    const { x: width, y: height } = this.#size();
    return { x: -this.#pivot.x * width, y: -this.#pivot.y * height, width, height };
  }

  override attached(): void {
    this.layout();
  }

  override reparented(): void {
    this.moved();
  }

  /** Moves its node to its anchors, and then its children. */
  layout(): void {
    const { node } = this.object;
    const canvas = this.#canvas();
    if (canvas !== undefined) {
      node.position.set(SCREEN.width / 2, SCREEN.height / 2, 0);
      node.scale.setScalar(canvas.scaleFactor);
    } else {
      const place = this.#anchor().add(this.#anchoredPosition);
      if (isPlace(place)) node.position.set(place.x, place.y, node.position.z);
    }
    for (const child of this.object.children) {
      if (child.transform instanceof RectTransform) child.transform.layout();
    }
  }

  protected override moved(): void {
    const { position } = this.object.node;
    const place = new Vector2(position.x, position.y).sub(this.#anchor());
    if (isPlace(place)) this.#anchoredPosition.copy(place);
    this.layout();
  }

  #size(): Vector2 {
    const canvas = this.#canvas();
    if (canvas !== undefined) return canvas.referenceResolution.clone();
    const above = this.#above();
    return this.anchorMax
      .sub(this.#anchorMin)
      .multiply(new Vector2(above.width, above.height))
      .add(this.#sizeDelta);
  }

  /** The reference point between the anchors. */
  #anchor(): Vector2 {
    const above = this.#above();
    const between = this.anchorMax.sub(this.#anchorMin).multiply(this.#pivot).add(this.#anchorMin);
    return new Vector2(above.x + above.width * between.x, above.y + above.height * between.y);
  }

  #above(): Rect {
    const above = this.object.parent?.transform;
    return above instanceof RectTransform ? above.rect : { x: 0, y: 0, width: 0, height: 0 };
  }

  /** The canvas at the root; a nested canvas is an ordinary rectangle. */
  #canvas(): Canvas | undefined {
    if (this.object.parent?.transform instanceof RectTransform) return undefined;
    return this.object.component<Canvas>('UnityEngine.Canvas');
  }
}

export const rectTransformType = new ReflectedType({
  name: 'UnityEngine.RectTransform',
  base: transformType,
  component: RectTransform,
  unique: true,
  members: [
    accessor<RectTransform, 'anchorMin'>('anchorMin', vector2),
    accessor<RectTransform, 'anchorMax'>('anchorMax', vector2),
    accessor<RectTransform, 'pivot'>('pivot', vector2),
    accessor<RectTransform, 'anchoredPosition'>('anchoredPosition', vector2),
    accessor<RectTransform, 'sizeDelta'>('sizeDelta', vector2),
    property('rect', rect, (self: RectTransform) => self.rect),
  ],
  summary: self => rect.show((self as RectTransform).rect).text,
});
