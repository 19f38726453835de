import type { Box } from '../../explorer/free-area.js';
import { visibleText } from '../../text/visible-text.js';
import { type LabelWish, placeLabels } from './label-places.js';

const MAX_NAME = 32;
const HEIGHT = 18;
/** The average width of a letter; measuring each label would cost a layout. */
const LETTER = 6.7;
/** A label that is shown stays, unless another one is clearly more important. */
const STAY = 0.5;

export interface Label {
  readonly key: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly gap: number;
  readonly priority: number;
  /** A class that says what it names. */
  readonly kind: string;
}

/** Names beside bodies, as elements over the canvas. */
export class LabelLayer {
  readonly #parent: HTMLElement;
  readonly #shown = new Map<string, HTMLElement>();
  readonly #unused: HTMLElement[] = [];

  constructor(parent: HTMLElement) {
    this.#parent = parent;
  }

  draw(
    labels: readonly Label[],
    view: { readonly width: number; readonly height: number },
    max: number,
    covered: readonly Box[],
  ): void {
    const byKey = new Map(labels.map(label => [label.key, label]));
    const texts = new Map(labels.map(({ key, name }) => [key, visibleText(name, MAX_NAME)]));
    const wishes = labels.map(
      ({ key, x, y, gap, priority }): LabelWish => ({
        key,
        x,
        y,
        gap,
        width: texts.get(key)!.length * LETTER + 6,
        height: HEIGHT,
        priority: priority + (this.#shown.has(key) ? STAY : 0),
      }),
    );
    const places = placeLabels(wishes, view, max, covered);
    const kept = new Set(places.map(({ key }) => key));
    for (const [key, element] of this.#shown) {
      if (kept.has(key)) continue;
      element.remove();
      this.#shown.delete(key);
      this.#unused.push(element);
    }
    for (const { key, x, y } of places) {
      const { kind } = byKey.get(key)!;
      const element = this.#shown.get(key) ?? this.#appear(key);
      const text = texts.get(key)!;
      if (element.textContent !== text) element.textContent = text;
      const name = `universe-label universe-label-${kind}`;
      if (element.className !== name) element.className = name;
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }

  #appear(key: string): HTMLElement {
    const element = this.#unused.pop() ?? document.createElement('bdi');
    this.#parent.append(element);
    this.#shown.set(key, element);
    return element;
  }

  dispose(): void {
    for (const element of this.#shown.values()) element.remove();
    this.#shown.clear();
  }
}
