import { visibleText } from '../../text/visible-text.js';

/** A ring or a cross at a point of the picture. */
export interface MarkPlace {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** `selected`, `agent`, `pulse`, `added`, `removed`, `moved`, `ghost`. */
  readonly kind: string;
  readonly colour?: string;
  readonly text?: string;
  /** Where a line to it begins. */
  readonly from?: { readonly x: number; readonly y: number };
}

/** Marks over the canvas as elements: they stay sharp, and follow the colours of the page. */
export class MarkLayer {
  readonly #parent: HTMLElement;
  readonly #shown = new Map<string, { ring: HTMLElement; line: HTMLElement | undefined }>();

  constructor(parent: HTMLElement) {
    this.#parent = parent;
  }

  draw(places: readonly MarkPlace[]): void {
    const kept = new Set(places.map(({ key }) => key));
    for (const [key, { ring, line }] of this.#shown) {
      if (kept.has(key)) continue;
      ring.remove();
      line?.remove();
      this.#shown.delete(key);
    }
    for (const place of places) this.#draw(place);
  }

  #draw({ key, x, y, radius, kind, colour, text, from }: MarkPlace): void {
    const shown = this.#shown.get(key) ?? { ring: element('div'), line: undefined };
    if (!this.#shown.has(key)) {
      this.#parent.append(shown.ring);
      this.#shown.set(key, shown);
    }
    const { ring } = shown;
    const name = `universe-mark universe-mark-${kind}`;
    if (ring.className !== name) ring.className = name;
    const size = Math.min(4_000, 2 * Math.max(9, radius + 6));
    ring.style.width = `${size.toFixed(1)}px`;
    ring.style.height = `${size.toFixed(1)}px`;
    ring.style.transform = `translate(${(x - size / 2).toFixed(1)}px, ${(y - size / 2).toFixed(1)}px)`;
    ring.style.setProperty('--mark', colour ?? '');
    const shownText = text === undefined ? '' : visibleText(text, 28);
    if (ring.textContent !== shownText) {
      ring.replaceChildren();
      if (shownText !== '') ring.append(Object.assign(element('bdi'), { textContent: shownText }));
    }
    if (from === undefined) {
      shown.line?.remove();
      shown.line = undefined;
      return;
    }
    if (shown.line === undefined) {
      shown.line = element('div');
      this.#parent.append(shown.line);
    }
    shown.line.className = `universe-mark-line universe-mark-${kind}`;
    shown.line.style.setProperty('--mark', colour ?? '');
    shown.line.style.width = `${Math.hypot(x - from.x, y - from.y).toFixed(1)}px`;
    const angle = Math.atan2(y - from.y, x - from.x);
    shown.line.style.transform = `translate(${from.x.toFixed(1)}px, ${from.y.toFixed(1)}px) rotate(${angle.toFixed(4)}rad)`;
  }

  dispose(): void {
    this.draw([]);
  }
}

function element(name: string): HTMLElement {
  return document.createElement(name);
}
