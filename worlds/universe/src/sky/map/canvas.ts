import type { Box, Label } from './labels.js';

const LAYERS = ['sky', 'clouds', 'panels', 'dust', 'orbits', 'bodies', 'text'] as const;
type Layer = (typeof LAYERS)[number];

/**
 * Collects the elements of the SVG by layer, so that the order of drawing does not matter.
 */
export class Canvas {
  readonly labels: Label[] = [];
  readonly obstacles: Box[] = [];
  readonly #layers = new Map<Layer, string[]>(LAYERS.map(layer => [layer, []]));
  readonly #definitions = new Map<string, string>();

  add(layer: Layer, element: string): void {
    this.#layers.get(layer)!.push(element);
  }

  /** Returns a reference to a gradient; equal gradients are defined once. */
  gradient(kind: string, stops: readonly Stop[]): string {
    const body = stops.map(({ at, colour, opacity }) => {
      return `<stop offset="${pixels(at)}" stop-color="${colour}" stop-opacity="${pixels(opacity)}"/>`;
    });
    const key = `${kind}|${body.join('')}`;
    let element = this.#definitions.get(key);
    if (element === undefined) {
      element = `g${this.#definitions.size}`;
      this.#definitions.set(key, element);
    }
    return `url(#${element})`;
  }

  content(): string {
    const definitions = [...this.#definitions].map(([key, id]) => {
      const bar = key.indexOf('|');
      const [kind, stops] = [key.slice(0, bar), key.slice(bar + 1)];
      return kind === 'line'
        ? `<linearGradient id="${id}">${stops}</linearGradient>`
        : `<radialGradient id="${id}"${kind === 'lit' ? ' cx="0.3" cy="0.5" r="0.75"' : ''}>${stops}</radialGradient>`;
    });
    const layers = [...this.#layers.values()].filter(elements => elements.length > 0);
    return `<defs>${definitions.join('')}</defs>\n${layers.map(elements => elements.join('\n')).join('\n')}`;
  }
}

export interface Stop {
  readonly at: number;
  readonly colour: string;
  readonly opacity: number;
}

/** At most two decimals. */
export function pixels(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const hundredths = Math.round(Math.max(-1e6, Math.min(1e6, value)) * 100);
  // A map has tens of thousands of numbers, and conversion of fractions is slow.
  const rest = Math.abs(hundredths % 100);
  const whole = (Math.abs(hundredths) - rest) / 100;
  if (rest === 0) return hundredths < 0 ? `-${whole}` : `${whole}`;
  const fraction = rest % 10 === 0 ? `${rest / 10}` : rest < 10 ? `0${rest}` : `${rest}`;
  return `${hundredths < 0 ? '-' : ''}${whole}.${fraction}`;
}
