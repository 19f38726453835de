import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { encodeWithin, NO_PAUSES } from '@worldwire/picture';
import type { Drawing, Rendering } from './map-picture.js';

/** The main module of the thread that renders maps. */
const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/didact-gothic/400Regular/DidactGothic_400Regular.ttf',
);
const font = { loadSystemFonts: false, fontFiles: [FONT_FILE], defaultFontFamily: 'Didact Gothic' };

parentPort?.on('message', async ({ id, svg, wanted }: Drawing) => {
  try {
    const render = (zoom: number) => {
      const { width, height, pixels } = new Resvg(svg, {
        font,
        fitTo: { mode: 'zoom', value: zoom },
      }).render();
      return { width, height, pixels };
    };
    const picture = await encodeWithin(render, wanted, NO_PAUSES);
    const data = Uint8Array.from(picture.data);
    parentPort?.postMessage({ id, picture: { ...picture, data } } satisfies Rendering, [data.buffer]);
  } catch (thrown) {
    const reason = String(thrown instanceof Error ? thrown.message : thrown);
    parentPort?.postMessage({ id, reason } satisfies Rendering);
  }
});
