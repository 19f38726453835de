import { randomUUID } from 'node:crypto';
import { encodePng } from '@worldwire/uasset';
import type { Picture } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type { CallOptions } from '../port/unreal-source.js';
import { SerialQueue } from '../work/serial-queue.js';
import type { Handlers } from './handlers.js';
import { drawMap } from './level-map.js';
import type { LogBook } from './log-book.js';
import { type MarkParts, marksOf } from './marks.js';
import { nameOf } from './model/blueprint-plan.js';
import type { Selection } from './selection.js';
import type { Stage } from './stage.js';
import { Steps } from './steps.js';

const SIZE = { width: 800, height: 600 };
const LEAST = 16;
const MOST = 4_096;

export interface ScreenshotParts extends MarkParts {
  readonly stage: Stage;
  readonly selection: Selection;
  readonly log: LogBook;
}

/** Nothing renders here. The picture is a map, and says so in itself and in the log. */
export function screenshotOperations(parts: ScreenshotParts): Handlers<'screenshot.take'> {
  const { stage, selection, log } = parts;
  // A picture of the largest size is 48 MiB before it is compressed.
  const drawing = new SerialQueue('take a screenshot');
  return {
    'screenshot.take': async ({ width = SIZE.width, height = SIZE.height }, options) => {
      for (const [side, pixels] of Object.entries({ width, height })) {
        if (Number.isInteger(pixels) && pixels >= LEAST && pixels <= MOST) continue;
        throw new UnrealError(
          'invalid',
          `The ${side} is ${pixels}. Send a whole number from ${LEAST} to ${MOST}.`,
        );
      }
      return drawing.run(randomUUID(), options.signal, signal => draw(width, height, { ...options, signal }));
    },
  };

  async function draw(width: number, height: number, options: CallOptions): Promise<Picture> {
    const level = stage.openLevel;
    const rows = new Steps(options, height, 'Drawing the map');
    const selected = new Set(selection.actors);
    const marks = await Promise.all(
      stage.actors(level.path).map(actor => marksOf(parts, actor, selected.has(actor))),
    );
    const drawn = (count: number) => rows.done(count);
    const raster = await drawMap(level, marks.flat(), { width, height }, options.signal, drawn);
    const about = `A map of ${nameOf(level.path)} from above, drawn by the sample: +X is up, +Y is to the right. It is no rendered view.`;
    const data = await encodePng(raster, { description: about, signal: options.signal });
    log.add('LogWorldwire', 'Display', about);
    return { data, mimeType: 'image/png', width, height, note: about };
  }
}
