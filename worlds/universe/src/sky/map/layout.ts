import type { Box } from './labels.js';

/** The boxes of the parts of the map. The shorter side is 800. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly main: Box;
  readonly systems: readonly Box[];
  readonly insets: readonly Box[];
}

const SIDE = 800;
const MARGIN = 28;
const HEADER = 78;
const FOOTER = 34;
const GAP = 12;

export function layoutMap(ratio: number, systems: number, insets: number): Layout {
  const width = ratio >= 1 ? SIDE * ratio : SIDE;
  const height = ratio >= 1 ? SIDE : SIDE / ratio;
  const area = { left: MARGIN, top: HEADER, right: width - MARGIN, bottom: height - FOOTER };
  const [main, side] = insets === 0 ? [area, area] : ratio >= 1 ? besides(area, insets) : below(area, insets);
  return {
    width,
    height,
    main,
    systems: grid(main, systems, bestColumns(main, systems)),
    insets: grid(side, insets, bestColumns(side, insets)),
  };
}

/** One or two columns of insets beside the map. */
function besides(area: Box, insets: number): [Box, Box] {
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  const wanted = insets <= 3 ? height / Math.max(2, insets) : (2 * height) / Math.ceil(insets / 2) + 40;
  const split = area.right - Math.min(wanted, width * 0.42);
  return [
    { ...area, right: split - GAP },
    { ...area, left: split + GAP },
  ];
}

function below(area: Box, insets: number): [Box, Box] {
  const rows = insets <= 4 ? 1 : 2;
  const split = area.bottom - Math.min(rows * 190, (area.bottom - area.top) * 0.4);
  return [
    { ...area, bottom: split - GAP },
    { ...area, top: split + GAP },
  ];
}

/** The number of columns with the largest cells. */
function bestColumns(area: Box, count: number): number {
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  let [best, size] = [1, 0];
  for (let columns = 1; columns <= count; columns++) {
    const cell = Math.min(width / columns, height / Math.ceil(count / columns));
    if (cell > size) [best, size] = [columns, cell];
  }
  return best;
}

function grid(area: Box, count: number, columns: number): Box[] {
  const rows = Math.ceil(count / columns);
  const width = (area.right - area.left - GAP * (columns - 1)) / columns;
  const height = (area.bottom - area.top - GAP * (rows - 1)) / rows;
  const boxes: Box[] = [];
  for (let i = 0; i < count; i++) {
    const left = area.left + (i % columns) * (width + GAP);
    const top = area.top + Math.floor(i / columns) * (height + GAP);
    boxes.push({ left, top, right: left + width, bottom: top + height });
  }
  return boxes;
}
