import type { Package } from '@worldwire/uasset';
import type { BlueprintInfo } from '../source/operations.js';
import type { Noted } from './blueprint-info.js';
import type { Breath } from './breath.js';
import { nodeTitle } from './node-title.js';
import type { ObjectTable } from './object-table.js';

/** Of all graphs together: each costs a read of its properties. */
const MOST_NODES = 500;
const GRAPH = /^(EdGraph|.*Graph)$/;

type Graph = BlueprintInfo['graphs'][number];

/** Every graph of the package, also those inside nodes of others. */
export async function blueprintGraphs(
  opened: Package,
  table: ObjectTable,
  breath: Breath,
): Promise<Noted<readonly Graph[]>> {
  const graphs: Graph[] = [];
  let shown = 0;
  let total = 0;
  for (const [index, { className, name }] of opened.exports.entries()) {
    if (!GRAPH.test(className)) continue;
    const nodes: Graph['nodes'][number][] = [];
    for (const child of table.inside(index)) {
      const entry = table.entry(child);
      if (!/Node/.test(entry.className)) continue;
      total++;
      if (shown === MOST_NODES) continue;
      shown++;
      await breath.take();
      const title = nodeTitle(entry.className, (await opened.properties(child)).values);
      nodes.push({ name: entry.name, class: entry.className, ...(title !== undefined && { title }) });
    }
    graphs.push({ name, nodes });
  }
  const notes = total > shown ? [`The graphs have ${total} nodes; ${shown} are shown.`] : [];
  return { value: graphs, notes };
}
