import type { JsonObject } from '@worldwire/protocol';
import { type Package, PackageError } from '@worldwire/uasset';
import type { FlowNode } from '../../flow/flow-graph.js';
import { flowLines } from '../../flow/flow-lines.js';
import { signaturesOf } from '../../flow/function-signature.js';
import type { BlueprintFunction, BlueprintInfo } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { Noted } from './blueprint-info.js';
import { isGraph, isGraphNode } from './graph-nodes.js';
import { GraphPins } from './graph-pins.js';
import { nodeTitle } from './node-title.js';
import type { ObjectTable } from './object-table.js';
import { readableProperties } from './readable-properties.js';

/** Of all graphs together. */
const MAX_NODES = 500;
/** Nodes that are read for what the graphs execute. */
const MAX_FLOW_NODES = 10_000;

type Graph = BlueprintInfo['graphs'][number];
/** By the names of functions and custom events. */
export type Signatures = ReadonlyMap<string, Omit<BlueprintFunction, 'graph'>>;

/** Every graph of the package, also nested ones. */
export async function blueprintGraphs(
  opened: Package,
  table: ObjectTable,
  slice: TimeSlice,
): Promise<Noted<readonly Graph[]> & { readonly signatures: Signatures }> {
  const graphs: Graph[] = [];
  const signatures = new Map<string, Omit<BlueprintFunction, 'graph'>>();
  const notes: string[] = [];
  const pins = new GraphPins(opened, table);
  let total = 0;
  for (const [index, { className, name }] of opened.exports.entries()) {
    if (!isGraph(className)) continue;
    const before = total;
    const nodes: FlowNode[] = [];
    for (const child of table.inside(index)) {
      if (!isGraphNode(table, child) || ++total > MAX_FLOW_NODES) continue;
      await slice.yieldToEventLoop();
      const entry = table.entry(child);
      const read = await readableProperties(opened, child);
      const unread = read instanceof PackageError;
      if (unread) notes.push(`The node ${entry.name} cannot be read. ${read.message}`);
      const title = unread ? undefined : nodeTitle(entry.className, read.values);
      nodes.push({
        name: entry.name,
        class: entry.className,
        ...(title !== undefined && { title }),
        properties: unread ? {} : (read.values as JsonObject),
        pins: (unread ? undefined : await pins.of(child)) ?? [],
      });
    }
    for (const signature of signaturesOf(nodes, name)) signatures.set(signature.name, signature);
    const flow = flowLines(nodes, name);
    const listed = nodes.slice(0, Math.max(0, MAX_NODES - before));
    graphs.push({
      name,
      nodes: listed.map(({ properties: _, pins: __, ...node }) => node),
      ...(flow.length > 0 && { flow }),
    });
  }
  notes.push(...pins.notes);
  if (total > MAX_NODES) notes.push(`The graphs have ${total} nodes; ${MAX_NODES} are shown.`);
  return { value: graphs, notes, signatures };
}
