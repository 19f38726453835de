/** The graph around an asset. Edges go from what refers to what it refers to. */
export interface ReferenceEdge {
  readonly from: string;
  readonly to: string;
  readonly soft: boolean;
}

export interface PlacedNode {
  readonly path: string;
  /** Negative columns refer to the asset, positive ones are referred to. */
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export const NODE_WIDTH = 190;
export const NODE_HEIGHT = 38;
const COLUMN_GAP = 90;
const ROW_GAP = 12;
/** Passes that order the nodes of a column by their neighbours. */
const PASSES = 4;

/** A layered layout: the asset in the middle, what it refers to on the right, what refers to it on the left. */
export function layoutReferences(root: string, edges: readonly ReferenceEdge[]): readonly PlacedNode[] {
  const columns = columnsOf(root, edges);
  const layers = new Map<number, string[]>();
  for (const [path, column] of columns) layers.set(column, [...(layers.get(column) ?? []), path]);
  const neighbours = neighboursOf(edges);
  const rank = new Map<string, number>();
  const order = [...layers.keys()].sort((a, b) => Math.abs(a) - Math.abs(b));
  for (const column of order) layers.get(column)!.sort();
  for (let pass = 0; pass < PASSES; pass++) {
    for (const column of order) {
      const layer = layers.get(column)!;
      const wish = new Map(layer.map(path => [path, middle(path, column)] as const));
      layer.sort((a, b) => wish.get(a)! - wish.get(b)! || (a < b ? -1 : 1));
      for (const [index, path] of layer.entries()) rank.set(path, index - (layer.length - 1) / 2);
    }
  }
  return [...columns].map(([path, column]) => ({
    path,
    column,
    x: column * (NODE_WIDTH + COLUMN_GAP),
    y: rank.get(path)! * (NODE_HEIGHT + ROW_GAP),
  }));

  function middle(path: string, column: number): number {
    const ranks = (neighbours.get(path) ?? []).flatMap(other =>
      columns.get(other) !== column && rank.has(other) ? [rank.get(other)!] : [],
    );
    return ranks.length === 0
      ? (rank.get(path) ?? 0)
      : ranks.reduce((sum, each) => sum + each, 0) / ranks.length;
  }
}

/** The distance from the root along the edges, and against them. A node of both sides is where it is nearer. */
function columnsOf(root: string, edges: readonly ReferenceEdge[]): Map<string, number> {
  const columns = new Map([[root, 0]]);
  let ahead: readonly string[] = [root];
  let behind: readonly string[] = [root];
  for (let step = 1; ahead.length > 0 || behind.length > 0; step++) {
    ahead = spread(ahead, ({ from, to }) => [from, to], step);
    behind = spread(behind, ({ from, to }) => [to, from], -step);
  }
  return columns;

  function spread(
    from: readonly string[],
    ends: (edge: ReferenceEdge) => readonly [string, string],
    column: number,
  ): readonly string[] {
    const starts = new Set(from);
    const found: string[] = [];
    for (const edge of edges) {
      const [start, end] = ends(edge);
      if (!starts.has(start) || columns.has(end)) continue;
      columns.set(end, column);
      found.push(end);
    }
    return found;
  }
}

function neighboursOf(edges: readonly ReferenceEdge[]): ReadonlyMap<string, readonly string[]> {
  const neighbours = new Map<string, string[]>();
  const add = (a: string, b: string) => neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  return neighbours;
}
