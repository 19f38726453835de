import {
  Canvas,
  GLYPH,
  type Pauses,
  type Raster,
  type Rgb,
  type Size,
  shrunkRaster,
  textWidth,
} from '@worldwire/picture';

const GROUND: Rgb = [24, 26, 31];
const INK: Rgb = [235, 238, 245];
const FAINT: Rgb = [150, 158, 172];
/** Pixels between pictures. */
const GAP = 8;
/** Around labels. */
const LABEL_MARGIN = 5;
/** The sheet is about as wide as this for its height. */
const ASPECT = 2;
/** Below this width of a picture its label has small letters. */
const LARGE_LABELS = 300;

export interface SheetPicture {
  readonly raster: Raster;
  /** Written below the picture: the first at its left, the second in a faint colour at its right. */
  readonly labels: readonly [string, string];
}

export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** The grid for pictures of this size whose sheet is nearest to a screen in its proportions, with the fewest empty places. */
export function gridOf(count: number, { width, height }: Size): Grid {
  const grids = Array.from({ length: count }, (_, at) => ({
    columns: at + 1,
    rows: Math.ceil(count / (at + 1)),
  }));
  const cost = ({ columns, rows }: Grid) =>
    Math.abs(Math.log((columns * width) / (rows * height) / ASPECT)) + (columns * rows - count) / count;
  return grids.reduce((best, grid) => (cost(grid) < cost(best) ? grid : best));
}

/** Pictures beside each other in the order of their times, drawn at a part of their size. Labels keep theirs. */
export async function sheetOf(
  pictures: readonly SheetPicture[],
  zoom: number,
  pauses: Pauses,
): Promise<Raster> {
  const [first] = pictures as readonly [SheetPicture, ...SheetPicture[]];
  const { columns, rows } = gridOf(pictures.length, first.raster);
  const cell = {
    width: Math.max(1, Math.round(first.raster.width * zoom)),
    height: Math.max(1, Math.round(first.raster.height * zoom)),
  };
  const scale = cell.width >= LARGE_LABELS ? 2 : 1;
  const label = GLYPH.height * scale + 2 * LABEL_MARGIN;
  const canvas = new Canvas(
    columns * (cell.width + GAP) + GAP,
    rows * (cell.height + label + GAP) + GAP,
    GROUND,
  );
  for (const [index, { raster, labels }] of pictures.entries()) {
    const left = GAP + (index % columns) * (cell.width + GAP);
    const top = GAP + Math.floor(index / columns) * (cell.height + label + GAP);
    const place = fittedInto(raster, cell);
    const shrunk = await shrunkRaster(raster, place, pauses);
    canvas.picture(shrunk, left + (cell.width - place.width) / 2, top + (cell.height - place.height) / 2);
    const under = top + cell.height + LABEL_MARGIN;
    const [time, more] = labels;
    canvas.text(time, left + LABEL_MARGIN, under, INK, scale);
    const room = cell.width - 2 * LABEL_MARGIN - textWidth(`${time}  `) * scale;
    if (textWidth(more) * scale <= room) {
      canvas.textBefore(more, left + cell.width - LABEL_MARGIN, under, FAINT, scale);
    }
  }
  return canvas;
}

/** A window may change its size in between. */
function fittedInto({ width, height }: Size, cell: Size): Size {
  const by = Math.min(1, cell.width / width, cell.height / height);
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}
