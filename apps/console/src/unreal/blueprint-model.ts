import type { PackageObject } from './answers.js';
import { type NodeSize, sizeOf } from './blueprint-layout.js';
import { type BlueprintPin, pinsOf, type ReadPin } from './blueprint-pins.js';
import { type NodeKind, textOf, titleOf } from './blueprint-titles.js';
import { objectTree } from './object-tree.js';
import type { PinKind } from './pin-kinds.js';

export interface BlueprintNode extends NodeSize {
  readonly id: string;
  readonly title: string;
  readonly kind: NodeKind;
  readonly class: string;
  readonly x: number;
  readonly y: number;
  readonly comment?: string;
  /** All of them, also those that the node does not show. */
  readonly pins: readonly BlueprintPin[];
}

/** From an output to an input. A pin is the index in the pins of its node; -1 is the node itself. */
export interface Wire {
  readonly from: string;
  readonly pin: number;
  readonly to: string;
  readonly toPin: number;
  readonly kind: PinKind;
}

export interface BlueprintGraph {
  readonly name: string;
  readonly nodes: readonly BlueprintNode[];
  readonly wires: readonly Wire[];
  /** Whether the source has pins of these nodes. */
  readonly hasPins: boolean;
}

/** Nodes in one row, where the source has no positions. */
const ROW = 5;
const CELL = { width: 360, height: 200 };
const MAX_DEPTH = 20;
const MAX_WIRES = 20_000;

/** The graphs of a Blueprint, with a box for each node. */
export function graphsOf(objects: readonly PackageObject[]): readonly BlueprintGraph[] {
  const graphs: BlueprintGraph[] = [];
  const visit = (object: PackageObject, depth: number) => {
    const isGraph = /Graph$/.test(object.class);
    if (isGraph && (/(?:^|\.)EdGraph$/.test(object.class) || object.children?.some(isNode)))
      graphs.push(graphOf(object));
    if (depth < MAX_DEPTH) for (const child of object.children ?? []) visit(child, depth + 1);
  };
  for (const object of objectTree(objects)) visit(object, 0);
  return graphs;
}

function isNode({ class: kind }: PackageObject): boolean {
  return /Node/.test(kind);
}

function graphOf({ name, children = [] }: PackageObject): BlueprintGraph {
  const parts = children.filter(isNode);
  const pins = new Map(parts.map(part => [part.name, pinsOf(part.pins, part.properties ?? {})]));
  const wires = wiresOf(pins);
  const wired = new Set(wires.flatMap(({ from, pin, to, toPin }) => [`${pin} ${from}`, `${toPin} ${to}`]));
  const placed = parts.map((part, index) => nodeOf(part, index, pins.get(part.name) ?? [], wired));
  const isStacked = placed.length > 1 && placed.every(({ x, y }) => x === placed[0]!.x && y === placed[0]!.y);
  const nodes = isStacked ? placed.map(inRows) : placed;
  return { name, nodes, wires, hasPins: nodes.some(node => node.pins.length > 0) };
}

function inRows(node: BlueprintNode, index: number): BlueprintNode {
  return { ...node, x: (index % ROW) * CELL.width, y: Math.floor(index / ROW) * CELL.height };
}

/** The wires between nodes of a graph, each once. */
function wiresOf(nodes: ReadonlyMap<string, readonly ReadPin[]>): readonly Wire[] {
  const wires = new Map<string, Wire>();
  for (const [from, pins] of nodes)
    for (const [pin, { isOutput, links, kind }] of pins.entries())
      for (const { node: to, pin: far } of isOutput ? links : []) {
        const ends = nodes.get(to);
        if (ends === undefined || wires.size >= MAX_WIRES) continue;
        const toPin = ends.findIndex(
          end => !end.isOutput && far !== undefined && (end.id ?? end.name) === far,
        );
        wires.set(`${pin} ${toPin} ${from} ${to}`, { from, pin, to, toPin, kind });
      }
  return [...wires.values()];
}

function nodeOf(
  part: PackageObject,
  index: number,
  pins: readonly ReadPin[],
  wired: ReadonlySet<string>,
): BlueprintNode {
  const { properties = {} } = part;
  const type = part.class.slice(part.class.lastIndexOf('.') + 1);
  const { title, kind } = titleOf(type, part.name, properties);
  const comment = textOf(properties.NodeComment) || undefined;
  const isComment = kind === 'comment';
  const name = isComment && comment !== undefined ? comment : title;
  const shown = [...pins.entries()].filter(
    ([at, { isFolded }]) => !isFolded || wired.has(`${at} ${part.name}`),
  );
  const size = sizeOf(name, kind, shown);
  return {
    id: part.name,
    title: name,
    kind,
    class: part.class,
    x: numberOf(properties.NodePosX) ?? 0,
    y: numberOf(properties.NodePosY) ?? (properties.NodePosX === undefined ? index * 60 : 0),
    ...size,
    ...(isComment && {
      width: Math.max(numberOf(properties.NodeWidth) ?? 400, 20),
      height: Math.max(numberOf(properties.NodeHeight) ?? 160, 20),
    }),
    ...(comment !== undefined && !isComment && { comment }),
    pins,
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(value, -1e6), 1e6)
    : undefined;
}

/** The way that execution takes through the nodes: their number in it. Without pins the order from left to right. */
export function callOrder({ nodes, wires, hasPins }: BlueprintGraph): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const next = new Map<string, string[]>();
  const targets = new Set<string>();
  for (const { from, to, kind } of wires) {
    if (kind !== 'exec') continue;
    targets.add(to);
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const waiting = nodes
    .filter(({ id, kind }) => kind !== 'comment' && !targets.has(id) && (!hasPins || next.has(id)))
    .sort((a, b) => b.x - a.x || b.y - a.y)
    .map(({ id }) => id);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (order.has(id)) continue;
    order.set(id, order.size + 1);
    waiting.push(...(next.get(id) ?? []).toReversed());
  }
  return order;
}
