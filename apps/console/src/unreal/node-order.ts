import { type BlueprintGraph, type BlueprintNode, callOrder } from './blueprint-model.js';

export interface OrderedNodes {
  /** Without comments: those that are executed in their order, then the others from left to right. */
  readonly nodes: readonly BlueprintNode[];
  readonly numbers: ReadonlyMap<string, number>;
}

export function orderedNodes(graph: BlueprintGraph): OrderedNodes {
  const numbers = callOrder(graph);
  const at = ({ id }: BlueprintNode) => numbers.get(id) ?? Number.MAX_SAFE_INTEGER;
  const nodes = graph.nodes
    .filter(({ kind }) => kind !== 'comment')
    .sort((a, b) => at(a) - at(b) || a.x - b.x || a.y - b.y);
  return { nodes, numbers };
}
