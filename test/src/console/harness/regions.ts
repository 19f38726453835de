import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodePng, NO_PAUSES, pngHead, type Raster } from '@worldwire/picture';
import pixelmatch from 'pixelmatch';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const BASELINES = fileURLToPath(new URL('../baselines/', import.meta.url));
/** Where the pictures of a failed comparison are written. */
const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));
const COLOUR_TOLERANCE = 0.15;
const DEFAULT_SHARE = 0.02;

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Compares a part of the page with the picture in `baselines/`. A share of the pixels may differ, since processors round
 * differently in SwiftShader. WORLDWIRE_UPDATE_BASELINES=1 writes the pictures instead.
 */
export async function expectRegion(
  name: string,
  shown: Page | Locator,
  { clip, share = DEFAULT_SHARE }: { readonly clip?: Region; readonly share?: number } = {},
): Promise<void> {
  const options = { animations: 'disabled', caret: 'hide', ...(clip !== undefined && { clip }) } as const;
  const picture = await shown.screenshot(options);
  const file = join(BASELINES, `${name}.png`);
  if (process.env.WORLDWIRE_UPDATE_BASELINES === '1') {
    await mkdir(BASELINES, { recursive: true });
    return writeFile(file, picture);
  }
  if (!existsSync(file))
    return expect.fail(`There is no baseline ${name}.png: run with WORLDWIRE_UPDATE_BASELINES=1.`);
  const [now, then] = [await pixelsOf(picture), await pixelsOf(await readFile(file))];
  const { width, height } = now;
  expect({ width, height }).toEqual({ width: then.width, height: then.height });
  const differing = pixelmatch(now.pixels, then.pixels, undefined, width, height, {
    threshold: COLOUR_TOLERANCE,
  });
  if (differing <= width * height * share) return;
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${name}.png`), picture);
  expect.fail(
    `${differing} of ${width * height} pixels of ${name} differ from its baseline; see test/src/console/results/${name}.png.`,
  );
}

async function pixelsOf(png: Uint8Array): Promise<Raster> {
  const head = pngHead(png);
  const raster = head && (await decodePng(head, head, NO_PAUSES));
  if (raster === undefined) throw new Error('The picture is not a PNG that can be read.');
  return raster;
}
