import { type Package, PackageError } from '@worldwire/uasset';
import type { BlueprintInfo } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { Noted } from './blueprint-info.js';
import { isGraph, isGraphNode, pinNotes } from './graph-nodes.js';
import { nodeTitle } from './node-title.js';
import type { ObjectTable } from './object-table.js';
import { readableProperties } from './readable-properties.js';

/** Of all graphs together, because each node has to be read. */
const MAX_NODES = 500;

type Graph = BlueprintInfo['graphs'][number];

/** Every graph of the package, also nested ones. */
export async function blueprintGraphs(
  opened: Package,
  table: ObjectTable,
  slice: TimeSlice,
): Promise<Noted<readonly Graph[]>> {
  const graphs: Graph[] = [];
  const notes: string[] = [];
  let shown = 0;
  let total = 0;
  for (const [index, { className, name }] of opened.exports.entries()) {
    if (!isGraph(className)) continue;
    const nodes: Graph['nodes'][number][] = [];
    for (const child of table.inside(index)) {
      if (!isGraphNode(table, child)) continue;
      total++;
      if (shown === MAX_NODES) continue;
      shown++;
      await slice.yieldToEventLoop();
      const entry = table.entry(child);
      const read = await readableProperties(opened, child);
      const unread = read instanceof PackageError;
      if (unread) notes.push(`The node ${entry.name} cannot be read. ${read.message}`);
      const title = unread ? undefined : nodeTitle(entry.className, read.values);
      nodes.push({ name: entry.name, class: entry.className, ...(title !== undefined && { title }) });
    }
    graphs.push({ name, nodes });
  }
  if (total > 0) notes.push(...pinNotes(opened));
  if (total > shown) notes.push(`The graphs have ${total} nodes; ${shown} are shown.`);
  return { value: graphs, notes };
}
