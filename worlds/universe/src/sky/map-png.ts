import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';

const FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/didact-gothic/400Regular/DidactGothic_400Regular.ttf',
);

/** The picture of a map; drawn on a thread of its own, so that nothing else waits for it. */
export async function mapPng(svg: string): Promise<Uint8Array> {
  const image = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles: [FONT_FILE], defaultFontFamily: 'Didact Gothic' },
  });
  return image.asPng();
}
