import type { PackageObject } from './answers.js';

export type NodeKind = 'event' | 'call' | 'variable' | 'flow' | 'entry' | 'comment' | 'other';

export interface BlueprintNode {
  readonly id: string;
  readonly title: string;
  readonly kind: NodeKind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly comment?: string;
  readonly pins: readonly BlueprintPin[];
}

export interface BlueprintPin {
  readonly name: string;
  readonly isOutput: boolean;
  readonly value?: string;
}

export interface Wire {
  readonly from: string;
  /** The index of the pin of `from`. */
  readonly pin: number;
  readonly to: string;
}

export interface BlueprintGraph {
  readonly name: string;
  readonly nodes: readonly BlueprintNode[];
  readonly wires: readonly Wire[];
  /** Whether the source has pins. Files have none. */
  readonly hasPins: boolean;
}

export const HEAD_HEIGHT = 30;
export const PIN_HEIGHT = 20;
const MIN_WIDTH = 150;
const MAX_WIDTH = 280;
const LETTER = 7.2;
/** Nodes in one row, where the source has no positions. */
const ROW = 5;
const MAX_DEPTH = 20;

/** The graphs of a Blueprint, with a box for each node. */
export function graphsOf(objects: readonly PackageObject[]): readonly BlueprintGraph[] {
  const graphs: BlueprintGraph[] = [];
  const visit = (object: PackageObject, depth: number) => {
    if (/(?:^|\.)EdGraph$/.test(object.class)) graphs.push(graphOf(object));
    if (depth < MAX_DEPTH) for (const child of object.children ?? []) visit(child, depth + 1);
  };
  for (const object of objects) visit(object, 0);
  return graphs;
}

function graphOf({ name, children = [] }: PackageObject): BlueprintGraph {
  const parts = children.filter(({ class: kind }) => /Node/.test(kind));
  const known = new Set(parts.map(part => part.name));
  const wires: Wire[] = [];
  const placed = parts.map((part, index) => nodeOf(part, index, known, wires));
  const isStacked = placed.length > 1 && placed.every(({ x, y }) => x === placed[0]!.x && y === placed[0]!.y);
  const nodes = isStacked ? placed.map(inRows) : placed;
  return { name, nodes, wires, hasPins: nodes.some(({ pins }) => pins.length > 0) };
}

function inRows(node: BlueprintNode, index: number): BlueprintNode {
  return { ...node, x: (index % ROW) * (MAX_WIDTH + 40), y: Math.floor(index / ROW) * 160 };
}

function nodeOf(
  part: PackageObject,
  index: number,
  known: ReadonlySet<string>,
  wires: Wire[],
): BlueprintNode {
  const { properties = {} } = part;
  const type = /[^.]*$/.exec(part.class)?.[0] ?? part.class;
  const pins = pinsOf(properties.Pins ?? customPins(properties.CustomProperties));
  const shown = pins.map(({ name, isOutput, value }) => ({
    name,
    isOutput,
    ...(value !== undefined && { value }),
  }));
  for (const [pin, { isOutput, links }] of pins.entries())
    if (isOutput) for (const to of links) if (known.has(to)) wires.push({ from: part.name, pin, to });
  const { title, kind } = titleOf(type, part.name, properties);
  const comment = textOf(properties.NodeComment);
  const isComment = kind === 'comment';
  const longest = Math.max(
    title.length,
    ...shown.map(pin => pin.name.length + (pin.value?.length ?? -3) + 3),
  );
  const width = Math.min(Math.max(longest * LETTER + 28, MIN_WIDTH), MAX_WIDTH);
  return {
    id: part.name,
    title: isComment && comment !== undefined ? comment : title,
    kind,
    x: numberOf(properties.NodePosX) ?? 0,
    y: numberOf(properties.NodePosY) ?? (properties.NodePosX === undefined ? index * 60 : 0),
    width: isComment ? (numberOf(properties.NodeWidth) ?? 400) : width,
    height: isComment
      ? (numberOf(properties.NodeHeight) ?? 160)
      : HEAD_HEIGHT + shown.length * PIN_HEIGHT + 6,
    ...(comment !== undefined && !isComment && { comment }),
    pins: shown,
  };
}

function titleOf(
  type: string,
  name: string,
  properties: Readonly<Record<string, unknown>>,
): { readonly title: string; readonly kind: NodeKind } {
  const member = (of: string) => textOf((properties[of] as Record<string, unknown> | undefined)?.MemberName);
  const called = member('FunctionReference');
  const variable = member('VariableReference');
  if (/Comment$/.test(type)) return { title: 'Comment', kind: 'comment' };
  if (/FunctionEntry$/.test(type)) return { title: called ?? 'Entry', kind: 'entry' };
  if (/FunctionResult$/.test(type)) return { title: 'Return', kind: 'entry' };
  if (/CustomEvent$/.test(type))
    return { title: words(textOf(properties.CustomFunctionName) ?? 'Custom event'), kind: 'event' };
  if (/Event$/.test(type)) {
    const event = member('EventReference') ?? textOf(properties.EventSignatureName);
    return { title: `Event ${words((event ?? name).replace(/^Receive/, ''))}`, kind: 'event' };
  }
  if (/Call/.test(type)) return { title: words((called ?? name).replace(/^K2_/, '')), kind: 'call' };
  if (/VariableSet$/.test(type)) return { title: `Set ${variable ?? ''}`, kind: 'variable' };
  if (/VariableGet$/.test(type)) return { title: `Get ${variable ?? ''}`, kind: 'variable' };
  if (/IfThenElse$/.test(type)) return { title: 'Branch', kind: 'flow' };
  if (/Sequence|Switch|Loop|MultiGate|Delay|Macro/.test(type))
    return { title: words(type.replace(/^K2Node_/, '')), kind: 'flow' };
  return { title: words(type.replace(/^(?:K2Node|EdGraphNode)_/, '')), kind: 'other' };
}

/** Pins in the export of an editor: `CustomProperties Pin (…)`. */
function customPins(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((each: unknown) => (each as { Pin?: unknown } | null)?.Pin ?? []);
}

interface ReadPin extends BlueprintPin {
  readonly links: readonly string[];
}

function pinsOf(value: unknown): readonly ReadPin[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pin: unknown) => {
    if (pin === null || typeof pin !== 'object') return [];
    const { PinName, Direction, DefaultValue, LinkedTo } = pin as Record<string, unknown>;
    const shown = textOf(DefaultValue);
    return [
      {
        name: textOf(PinName) ?? '',
        isOutput: Direction === 'EGPD_Output',
        ...(shown !== undefined && shown !== '' && { value: shown }),
        links: linksIn(LinkedTo),
      },
    ];
  });
}

/** Names of nodes in `LinkedTo`: a text, a list, or the form of an export with the ids of pins. */
function linksIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(linksIn);
  return typeof value === 'string' ? value.split(/[^\w]+/).filter(part => part !== '') : [];
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(value, -1e6), 1e6)
    : undefined;
}

/** `SetRelativeRotation` is `Set Relative Rotation`. */
function words(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
}

/** The way that execution takes through the nodes: their number in it. Without wires the order from left to right. */
export function callOrder({ nodes, wires }: BlueprintGraph): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const targets = new Set(wires.map(({ to }) => to));
  const next = (id: string) => wires.filter(({ from }) => from === id).map(({ to }) => to);
  const starts = nodes
    .filter(({ id, kind }) => kind !== 'comment' && !targets.has(id))
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map(({ id }) => id);
  const waiting = [...starts];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    if (order.has(id)) continue;
    order.set(id, order.size + 1);
    waiting.unshift(...next(id));
  }
  return order;
}
