import type { JsonValue } from '@worldwire/protocol';
import { resultBytesOf } from '@worldwire/server/kit';
import type { BlueprintInfo } from '../../port/operations.js';
import { fitJson } from './fit-json.js';
import { fitFlows } from './graph-flows.js';

type Node = BlueprintInfo['graphs'][number]['nodes'][number];

/** What a graph does: what it executes in order, or else the titles of its nodes. */
export interface GraphOutline {
  readonly name: string;
  /** Number of nodes. */
  readonly nodes: number;
  /** As indented text. */
  readonly flow?: string;
  readonly events?: readonly string[];
  readonly calls?: readonly string[];
  readonly sets?: readonly string[];
  readonly gets?: readonly string[];
  /** Branches, casts, loops and others. */
  readonly others?: readonly string[];
}

export interface BlueprintOutline extends Omit<BlueprintInfo, 'graphs'> {
  readonly graphs: readonly GraphOutline[];
  /** The graphs that call each function or custom event of the Blueprint itself. */
  readonly callers?: Readonly<Record<string, readonly string[]>>;
}

export interface FittedOutline {
  readonly outline: BlueprintOutline;
  /** What was left out, such as "3 of 10 variables". */
  readonly missing: readonly string[];
}

/** Of the bytes that the other parts leave. */
const FLOW_SHARE = 0.9;
/** Of the same: without nodes, the values of the class are what a Blueprint has. */
const DEFAULTS_SHARE = 0.25;
const ONLY_DEFAULTS_SHARE = 0.95;

const EVENT = /^K2Node_(\w*Event|Input(Action|Axis|Key|Touch|Vector)\w*|EnhancedInputAction)$/;
const CALL =
  /^K2Node_(Call\w+|Message|MacroInstance|SpawnActor\w*|AddDelegate|RemoveDelegate|ClearDelegate|CreateWidget|AddComponent\w*|Composite|Timeline)$/;
const SET = /^K2Node_VariableSet/;
const GET = /^K2Node_VariableGet/;
/** Nodes that do nothing by themselves. */
const SILENT = /^K2Node_(FunctionEntry|FunctionResult|Knot|Self|Tunnel)$|Comment$/;
const KINDS = [
  ['events', EVENT],
  ['calls', CALL],
  ['sets', SET],
  ['gets', GET],
] as const;

/** Whether it is made of values alone, as an effect or a kind of damage. */
export function isDataOnly({ graphs }: BlueprintInfo): boolean {
  return graphs.every(({ nodes }) => nodes.length === 0);
}

/** The parts of a Blueprint with what its graphs do, and without each node. */
export function outlineOf({ graphs, ...parts }: BlueprintInfo): BlueprintOutline {
  const outlined = graphs.map(({ name, nodes }) => graphOutline(name, nodes));
  const own = new Set([
    ...parts.functions.map(({ name }) => name),
    ...outlined.flatMap(({ events = [] }) => events),
  ]);
  const callers = new Map<string, string[]>();
  for (const { name, calls = [] } of outlined) {
    for (const called of calls.filter(call => own.has(call))) {
      callers.set(called, [...(callers.get(called) ?? []), name]);
    }
  }
  return { ...parts, graphs: outlined, ...(callers.size > 0 && { callers: Object.fromEntries(callers) }) };
}

/**
 * The outline within `max` bytes. Each part gets a share of what the parts before left. With `flows` it has what each graph
 * executes instead of the titles of nodes.
 */
export function fittedOutline(
  info: BlueprintInfo,
  max: number,
  { flows: hasFlows = false } = {},
): FittedOutline {
  const outline = outlineOf(info);
  const missing: string[] = [];
  const {
    parent,
    nativeParent,
    generatedClass,
    interfaces = [],
    components,
    variables,
    functions,
    graphs,
    callers,
    defaults,
  } = outline;
  let room = max - 500;
  const defaultsShare = isDataOnly(info) ? ONLY_DEFAULTS_SHARE : DEFAULTS_SHARE;
  const fit = <Part extends JsonValue>(what: string, part: Part, share: number): Part => {
    const { value, shown, cut, bytes } = fitJson(part, room * share);
    room -= bytes;
    const total = Object.keys(part as object).length;
    if (shown < total) missing.push(`${total - shown} of ${total} ${what}`);
    if (cut > 0) missing.push(`parts of ${cut} ${what}`);
    return value;
  };
  const json = (part: unknown) => part as JsonValue[];
  const withFlows = () => {
    const bare = graphs.map((graph, at) =>
      info.graphs[at]?.flow === undefined ? graph : { name: graph.name, nodes: graph.nodes },
    );
    const listed = fit('graphs', json(bare), 0.4) as unknown as GraphOutline[];
    const flows = fitFlows(info.graphs.slice(0, listed.length), room * FLOW_SHARE);
    const short = flows.filter(page => page?.nextOffset !== undefined).length;
    if (short > 0) missing.push(`lines of the flow of ${short} graphs`);
    return listed.map((graph, at) => {
      const flow = flows[at]?.flow;
      room -= flow === undefined ? 0 : resultBytesOf(flow);
      return flow === undefined ? graph : { ...graph, flow };
    });
  };
  const kept = {
    ...(parent !== undefined && { parent }),
    ...(nativeParent !== undefined && { nativeParent }),
    ...(generatedClass !== undefined && { generatedClass }),
    ...(interfaces.length > 0 && { interfaces: fit('interfaces', json(interfaces), 0.1) }),
    components: fit('components', json(components), 0.25),
    variables: fit('variables', json(variables), 0.35),
    functions: fit('functions', json(functions), 0.35),
    ...(defaults && { defaults: fit('defaults', defaults, defaultsShare) }),
    graphs: hasFlows ? withFlows() : fit('graphs', json(graphs), 0.8),
    ...(callers && { callers: fit('callers', callers as never, 1) }),
  };
  return { outline: kept as unknown as BlueprintOutline, missing };
}

function graphOutline(name: string, nodes: readonly Node[]): GraphOutline {
  const found: Record<string, Set<string>> = {};
  for (const node of nodes) {
    if (SILENT.test(node.class)) continue;
    const kind = KINDS.find(([, pattern]) => pattern.test(node.class))?.[0] ?? 'others';
    found[kind] ??= new Set();
    found[kind].add(titleOf(node, kind));
  }
  const lists = Object.entries(found).map(([kind, titles]) => [kind, [...titles]]);
  return { name, nodes: nodes.length, ...Object.fromEntries(lists) };
}

/** "Set bOpen" in the list of what is set is "bOpen". */
function titleOf({ name, class: kind, title = '' }: Node, list: string): string {
  const shown = list === 'sets' || list === 'gets' ? title.replace(/^(Set|Get) /, '') : title;
  return shown || kind.replace(/^K2Node_/, '') || name;
}
