import { resultBytesOf } from '@worldwire/server/kit';
import type { BlueprintInfo } from '../../port/operations.js';

type Graph = BlueprintInfo['graphs'][number];

/** A part of what a graph executes, as indented text. */
export interface FlowPage {
  readonly flow: string;
  /** Lines of the whole. */
  readonly lines: number;
  /** The first line that is missing. */
  readonly nextOffset?: number;
}

/** What each graph executes, within `max` bytes of a result: those that need less leave more for the others. */
export function fitFlows(graphs: readonly Graph[], max: number): readonly (FlowPage | undefined)[] {
  const pages = new Map<Graph, FlowPage>();
  const bySize = graphs
    .filter(({ flow }) => flow !== undefined)
    .sort((a, b) => (a.flow?.length ?? 0) - (b.flow?.length ?? 0));
  let room = max;
  for (const [at, graph] of bySize.entries()) {
    const page = flowPage(graph.flow ?? [], 0, room / (bySize.length - at), 0);
    room -= resultBytesOf(page.flow);
    pages.set(graph, page);
  }
  return graphs.map(graph => pages.get(graph));
}

/** The lines from `offset` on that fit, at least `least`. Lines are never cut. */
export function flowPage(lines: readonly string[], offset: number, max: number, least = 1): FlowPage {
  let end = offset;
  for (let bytes = 0; end < lines.length; end++) {
    bytes += resultBytesOf(`${lines[end]}\n`);
    if (bytes > max && end >= offset + least) break;
  }
  const flow = lines.slice(offset, end).join('\n');
  return { flow, lines: lines.length, ...(end < lines.length && { nextOffset: end }) };
}

/** The lines of one event or function: from its first line to the next that is not indented. */
export function flowOf(lines: readonly string[], name: string): readonly string[] | undefined {
  const folded = name.toLowerCase();
  const start = lines.findIndex(line => headingName(line)?.toLowerCase() === folded);
  if (start < 0) return undefined;
  const end = lines.findIndex((line, at) => at > start && !line.startsWith(' '));
  return lines.slice(start, end < 0 ? undefined : end);
}

/** The names of the events and functions in the lines. */
export function flowNames(lines: readonly string[]): readonly string[] {
  return lines.map(headingName).filter(name => name !== undefined);
}

/** "Open" of "function Open(Speed: float)". */
function headingName(line: string): string | undefined {
  return /^(?:event|custom event|function|on) ([^(]+?)(?: ?\(|$)/.exec(line)?.[1];
}
