import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import type { Drawing, Rendering } from './map-png.js';
import { encodePng } from './palette-png.js';

/** The main module of the thread that renders maps. */
const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/didact-gothic/400Regular/DidactGothic_400Regular.ttf',
);
const font = { loadSystemFonts: false, fontFiles: [FONT_FILE], defaultFontFamily: 'Didact Gothic' };

parentPort?.on('message', ({ id, svg, maxBytes }: Drawing) => {
  try {
    const render = (zoom: number) => {
      const { width, height, pixels } = new Resvg(svg, {
        font,
        fitTo: { mode: 'zoom', value: zoom },
      }).render();
      return { width, height, rgba: pixels };
    };
    const png = Uint8Array.from(encodePng(render, maxBytes));
    parentPort?.postMessage({ id, png } satisfies Rendering, [png.buffer]);
  } catch (thrown) {
    const reason = String(thrown instanceof Error ? thrown.message : thrown);
    parentPort?.postMessage({ id, reason } satisfies Rendering);
  }
});
