import { boxOf, decodePng, encodePng, pngHead, type Raster } from '@worldwire/picture';
import { TimeSlice } from '../../work/time-slice.js';

interface OpaquePicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly note: string;
}

const WITH_OPACITY = [4, 6];
/** Icons are smaller. Decoding a larger picture costs more than it shows. */
const MAX_PIXELS = 2_048 * 2_048;
const MAX_SIDE = 1_024;
const SQUARE = 16;
const LIGHT = 128;
const DARK = 64;

/**
 * A picture with transparent parts on a checkerboard, as the editor shows it: white icons are otherwise not seen on the white
 * page of a client. Undefined where a picture has no transparent parts.
 */
export async function opaquePicture(
  png: Uint8Array,
  signal: AbortSignal,
): Promise<OpaquePicture | undefined> {
  const head = pngHead(png);
  if (head === undefined || !WITH_OPACITY.includes(head.colour)) return undefined;
  if (head.width * head.height > MAX_PIXELS) return undefined;
  const size = boxOf(head, { width: MAX_SIDE, height: MAX_SIDE });
  const raster = await decodePng(head, size, new TimeSlice(signal));
  if (raster === undefined) return undefined;
  const { least, most } = opacities(raster);
  if (least === 255) return undefined;
  const pixels = most === 0 ? colours(raster) : blended(raster);
  const data = await encodePng({ ...size, pixels, form: 'rgb' }, { signal });
  const note =
    most === 0
      ? 'Its opacity is 0 everywhere, so its colours are shown without it.'
      : 'Transparent parts are shown on a grey checkerboard.';
  return { data, ...size, note };
}

function opacities({ pixels }: Raster): { readonly least: number; readonly most: number } {
  let [least, most] = [255, 0];
  for (let at = 3; at < pixels.length; at += 4) {
    const opacity = pixels[at]!;
    if (opacity < least) least = opacity;
    if (opacity > most) most = opacity;
  }
  return { least, most };
}

function colours({ pixels }: Raster): Uint8Array {
  const made = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4)
    for (let part = 0; part < 3; part++) made[to++] = pixels[from + part]!;
  return made;
}

function blended({ pixels, width, height }: Raster): Uint8Array {
  const made = new Uint8Array(width * height * 3);
  let [from, to] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from += 4) {
      const behind = (Math.floor(x / SQUARE) + Math.floor(y / SQUARE)) % 2 === 0 ? DARK : LIGHT;
      const opacity = pixels[from + 3]! / 255;
      for (let part = 0; part < 3; part++)
        made[to++] = Math.round(behind + (pixels[from + part]! - behind) * opacity);
    }
  }
  return made;
}
