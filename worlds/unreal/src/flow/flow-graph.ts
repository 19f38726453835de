import type { JsonObject } from '@worldwire/protocol';
import type { GraphPin } from '../port/operations.js';

/** A node of a graph with its pins. */
export interface FlowNode {
  readonly name: string;
  /** The short name: "K2Node_CallFunction". */
  readonly class: string;
  readonly title?: string;
  readonly properties: JsonObject;
  readonly pins: readonly GraphPin[];
}

/** A pin and its node. */
export interface FlowEnd {
  readonly node: FlowNode;
  readonly pin: GraphPin;
}

const EXEC = 'exec';
const KNOT = /^K2Node_Knot$/;
/** Reroute nodes in a row. A ring of them leads nowhere. */
const MAX_KNOTS = 1_000;

/** The nodes of a graph by name, and where their wires lead. Reroute nodes are passed over. */
export class FlowGraph {
  readonly nodes: readonly FlowNode[];
  readonly #byName: ReadonlyMap<string, FlowNode>;
  readonly #labels = new Map<FlowNode, number>();
  readonly #titles = new Map<string, number>();
  readonly #arrivals = new Map<FlowNode, number>();

  constructor(nodes: readonly FlowNode[]) {
    this.nodes = nodes;
    this.#byName = new Map(nodes.map(node => [node.name, node]));
    for (const node of nodes) {
      if (!isExecuted(node)) continue;
      this.#titles.set(titleOf(node), (this.#titles.get(titleOf(node)) ?? 0) + 1);
      for (const pin of execPins(node, 'output')) {
        for (const { node: next } of this.ends(pin)) this.#count(next);
      }
    }
  }

  /** The other ends of the wires of a pin. */
  ends(pin: GraphPin): readonly FlowEnd[] {
    return (pin.linkedTo ?? []).flatMap(name => this.#end(name, pin.direction, MAX_KNOTS) ?? []);
  }

  /** Where execution goes on. */
  next(pin: GraphPin): FlowEnd | undefined {
    return this.ends(pin)[0];
  }

  isReached(node: FlowNode): boolean {
    return this.#arrivals.has(node);
  }

  /** "#1" for a node that is reached from several places or shares its title with others; else empty. */
  label(node: FlowNode): string {
    const isShared = (this.#titles.get(titleOf(node)) ?? 0) > 1 && hasUsedData(node);
    if (!isShared && (this.#arrivals.get(node) ?? 0) < 2) return '';
    let label = this.#labels.get(node);
    if (label === undefined) {
      label = this.#labels.size + 1;
      this.#labels.set(node, label);
    }
    return `#${label}`;
  }

  #count(node: FlowNode): void {
    this.#arrivals.set(node, (this.#arrivals.get(node) ?? 0) + 1);
  }

  /** "K2Node_X_1.Name" as a pin of the opposite direction; behind a reroute node, the pin that it leads to. */
  #end(name: string, from: GraphPin['direction'], knots: number): FlowEnd | undefined {
    const dot = name.indexOf('.');
    const node = this.#byName.get(name.slice(0, dot));
    const pinName = name.slice(dot + 1);
    const named = node?.pins.filter(pin => pin.name === pinName) ?? [];
    const pin = named.find(({ direction }) => direction !== from) ?? named[0];
    if (node === undefined || pin === undefined || knots === 0) return undefined;
    if (!KNOT.test(node.class)) return { node, pin };
    const onward = node.pins.find(({ direction }) => direction === from)?.linkedTo?.[0];
    return onward === undefined ? undefined : this.#end(onward, from, knots - 1);
  }
}

export function execPins(node: FlowNode, direction: GraphPin['direction']): readonly GraphPin[] {
  return node.pins.filter(pin => pin.type === EXEC && pin.direction === direction);
}

/** Inputs or outputs with values. A struct in parts is its parts; hidden pins count only with a wire. */
export function dataPins(node: FlowNode, direction: GraphPin['direction']): readonly GraphPin[] {
  const split = new Set(node.pins.map(({ partOf }) => partOf));
  return node.pins.filter(
    pin =>
      pin.type !== EXEC &&
      pin.direction === direction &&
      !split.has(pin.name) &&
      (!pin.flags?.includes('hidden') || pin.linkedTo !== undefined),
  );
}

/** Names ignore case: a package stores one spelling of each, whichever came first. */
export function isNamed(pin: GraphPin, name: string): boolean {
  return pin.name.toLowerCase() === name.toLowerCase();
}

/** Whether execution passes through the node. Others compute a value. */
export function isExecuted(node: FlowNode): boolean {
  return !KNOT.test(node.class) && node.pins.some(({ type }) => type === EXEC);
}

export function titleOf({ title, class: kind }: FlowNode): string {
  return title ?? kind.replace(/^K2Node_/, '');
}

/** Whether other nodes use its values by its title. A variable that is set has its own name. */
function hasUsedData(node: FlowNode): boolean {
  if (node.class.startsWith('K2Node_VariableSet')) return false;
  return dataPins(node, 'output').some(({ linkedTo }) => linkedTo !== undefined);
}
