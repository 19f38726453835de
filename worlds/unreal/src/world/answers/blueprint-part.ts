import { WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import type { BlueprintInfo } from '../../port/operations.js';
import { type FlowPage, flowNames, flowOf, flowPage } from './graph-flows.js';

type Graph = BlueprintInfo['graphs'][number];

const MAX_NAMES = 20;

/** One graph, function or event of a Blueprint. */
export interface BlueprintPart extends Partial<FlowPage> {
  readonly graph: string;
  readonly function?: string;
  readonly nodes?: Graph['nodes'];
}

/** What one graph or one function or event executes, from the line `offset` on. Without pins, the nodes of the graph. */
export function blueprintPart(
  { graphs }: BlueprintInfo,
  path: string,
  wanted: { readonly graph?: string | undefined; readonly function?: string | undefined },
  offset: number,
  max: number,
): BlueprintPart {
  const inside = wanted.graph === undefined ? graphs : [graphNamed(graphs, wanted.graph, path)];
  if (wanted.function === undefined) return partOf(inside[0] as Graph, offset, max);
  const folded = wanted.function.toLowerCase();
  const own = inside.find(({ name }) => name.toLowerCase() === folded);
  if (own !== undefined) return { ...partOf(own, offset, max), function: own.name };
  for (const { name, flow = [] } of inside) {
    const lines = flowOf(flow, wanted.function);
    if (lines !== undefined)
      return { graph: name, function: wanted.function, ...flowPage(lines, offset, max) };
  }
  const names = inside.flatMap(({ name, flow = [] }) => [name, ...flowNames(flow)]);
  throw unknown('function or event', wanted.function, names, path);
}

function partOf({ name, flow, nodes }: Graph, offset: number, max: number): BlueprintPart {
  return { graph: name, ...(flow === undefined ? { nodes } : flowPage(flow, offset, max)) };
}

function graphNamed(graphs: readonly Graph[], wanted: string, path: string): Graph {
  const folded = wanted.toLowerCase();
  const found = graphs.find(({ name }) => name.toLowerCase() === folded);
  if (found !== undefined) return found;
  throw unknown(
    'graph',
    wanted,
    graphs.map(({ name }) => name),
    path,
  );
}

function unknown(what: string, wanted: string, all: readonly string[], path: string): WorldError {
  const names = [...new Set(all)];
  const near = nearMatches(wanted, names);
  const shown = near.length > 0 ? near : names.slice(0, MAX_NAMES);
  return new WorldError(
    'NotFound',
    `${path} has no ${what} ${JSON.stringify(wanted)}.`,
    shown.length === 0
      ? 'It has no graphs: describe_asset shows what it has.'
      : `Use one of these names: ${shown.join(', ')}.`,
  );
}
