import type { Box, Label } from './labels.js';

const LAYERS = ['sky', 'clouds', 'panels', 'dust', 'orbits', 'bodies', 'text'] as const;
export type Layer = (typeof LAYERS)[number];

/**
 * The picture while it is made: one list of elements per layer, so that whatever is drawn later never hides what
 * belongs above it.
 */
export class Canvas {
  readonly labels: Label[] = [];
  readonly obstacles: Box[] = [];
  readonly #layers = new Map<Layer, string[]>(LAYERS.map(layer => [layer, []]));
  readonly #definitions = new Map<string, string>();

  add(layer: Layer, element: string): void {
    this.#layers.get(layer)!.push(element);
  }

  /** Keeps one gradient per kind and colours, and gives its reference. */
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

/** A number as short as the eye can tell, and never anything but a number. */
export function pixels(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const hundredths = Math.round(Math.max(-1e6, Math.min(1e6, value)) * 100);
  // Written digit by digit: a map has tens of thousands of numbers, and those with fractions are slow to convert.
  const rest = Math.abs(hundredths % 100);
  const whole = (Math.abs(hundredths) - rest) / 100;
  if (rest === 0) return hundredths < 0 ? `-${whole}` : `${whole}`;
  const fraction = rest % 10 === 0 ? `${rest / 10}` : rest < 10 ? `0${rest}` : `${rest}`;
  return `${hundredths < 0 ? '-' : ''}${whole}.${fraction}`;
}
