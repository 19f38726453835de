import { type Canvas, pixels as p } from './canvas.js';
import type { Box } from './labels.js';
import { seeded } from './seeded.js';
import { escapeXml } from './text.js';

/** A dark sky with the same background stars in every map. */
export function drawSky(canvas: Canvas, width: number, height: number): void {
  const fill = canvas.gradient('round', [
    { at: 0, colour: '#141b38', opacity: 1 },
    { at: 0.6, colour: '#0a0e20', opacity: 1 },
    { at: 1, colour: '#05070f', opacity: 1 },
  ]);
  canvas.add('sky', `<rect width="${p(width)}" height="${p(height)}" fill="#05070f"/>`);
  canvas.add('sky', `<rect width="${p(width)}" height="${p(height)}" fill="${fill}"/>`);
  const random = seeded(7);
  for (const [size, opacity, count] of [
    [0.8, 0.25, 190],
    [1.1, 0.4, 50],
    [1.5, 0.5, 12],
  ] as const) {
    let d = '';
    for (let i = 0; i < count; i++) d += `M${p(width * random())} ${p(height * random())}h.01`;
    const look = `stroke="#cdd9ff" stroke-opacity="${opacity}" stroke-width="${size}" stroke-linecap="round"`;
    canvas.add('sky', `<path d="${d}" ${look}/>`);
  }
}

export function drawPanel(canvas: Canvas, box: Box): void {
  const size = `width="${p(box.right - box.left)}" height="${p(box.bottom - box.top)}"`;
  const look = 'rx="10" fill="#8fa6ff" fill-opacity="0.045" stroke="#8fa6ff" stroke-opacity="0.16"';
  canvas.add('panels', `<rect x="${p(box.left)}" y="${p(box.top)}" ${size} ${look}/>`);
}

interface Writing {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** A line of text with a dark outline. */
export function write(canvas: Canvas, text: string, { x, y, size, colour, anchor = 'start' }: Writing): void {
  const side = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  const edge =
    'stroke="#060914" stroke-width="2.4" stroke-opacity="0.7" stroke-linejoin="round" paint-order="stroke"';
  const place = `x="${p(x)}" y="${p(y)}" font-size="${p(size)}"${side}`;
  canvas.add('text', `<text ${place} fill="${colour}" ${edge}>${escapeXml(text)}</text>`);
}
