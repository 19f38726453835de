import type { GraphPin } from '../port/operations.js';
import { dataPins, execPins, type FlowEnd, FlowGraph, type FlowNode, isExecuted } from './flow-graph.js';
import { type Arms, armsOf, heading, statement } from './flow-statements.js';
import { FlowValues } from './flow-values.js';

const INDENT = '  ';
const MAX_LINES = 2_000;
const MAX_LINE = 500;
const MAX_DEPTH = 40;

/**
 * What a graph executes, as indented lines: each event or function, then in order what is called with which values,
 * branches, loops, casts and what is set. "#1" marks a line that "go to #1" returns to. Empty without executed nodes.
 */
export function flowLines(nodes: readonly FlowNode[], graphName: string): readonly string[] {
  return new FlowWriter(nodes, graphName).lines();
}

class FlowWriter {
  readonly #graph: FlowGraph;
  readonly #values: FlowValues;
  readonly #name: string;
  readonly #lines: string[] = [];
  readonly #written = new Set<FlowNode>();

  constructor(nodes: readonly FlowNode[], name: string) {
    this.#graph = new FlowGraph([...nodes].sort(byPlace));
    this.#values = new FlowValues(this.#graph);
    this.#name = name;
  }

  lines(): readonly string[] {
    const executed = this.#graph.nodes.filter(isExecuted);
    const isStart = (node: FlowNode) => execPins(node, 'input').length === 0;
    for (const node of executed.filter(isStart)) this.#start(node);
    const islands = executed.filter(node => !this.#written.has(node) && !this.#graph.isReached(node));
    if (islands.length > 0) this.#write(0, 'not connected:');
    for (const node of islands) this.#chain({ node, pin: firstPin(node) }, 1);
    return this.#lines.length > MAX_LINES
      ? [...this.#lines.slice(0, MAX_LINES), `… ${this.#lines.length - MAX_LINES} more lines`]
      : this.#lines;
  }

  /** An event that is connected to nothing does nothing, unless it is the entry of a function. */
  #start(node: FlowNode): void {
    this.#written.add(node);
    this.#values.root = node;
    const outputs = execPins(node, 'output').filter(pin => this.#graph.next(pin) !== undefined);
    const isGhost = node.properties.EnabledState === 'ENodeEnabledState::Disabled';
    if (outputs.length === 0 && isGhost) return;
    this.#write(0, heading(node, this.#name, this.#graph.nodes));
    const isPlain = execPins(node, 'output').length === 1;
    for (const pin of outputs) {
      if (!isPlain) this.#write(1, `${pin.label ?? pin.name}:`);
      this.#next(pin, isPlain ? 1 : 2);
    }
  }

  #next(pin: GraphPin | undefined, depth: number): void {
    const next = pin && this.#graph.next(pin);
    if (next !== undefined) this.#chain(next, depth);
  }

  #chain(first: FlowEnd, depth: number): void {
    for (let end: FlowEnd | undefined = first; end !== undefined; ) {
      const { node, pin } = end;
      const entered = execPins(node, 'input').length > 1 ? ` [${pin.label ?? pin.name}]` : '';
      const label = this.#graph.label(node);
      if (this.#written.has(node)) return this.#write(depth, `go to ${label || node.name}${entered}`);
      if (depth > MAX_DEPTH) return this.#write(depth, '…');
      this.#written.add(node);
      const mark = label === '' ? '' : ` ${label}`;
      const arms = armsOf(node, this.#values, used => this.#graph.next(used) !== undefined);
      this.#write(
        depth,
        `${arms.text ?? statement(node, this.#values, pin)}${entered}${mark}${remark(node)}`,
      );
      this.#arms(arms, depth);
      end = arms.onward && this.#graph.next(arms.onward);
    }
  }

  #arms({ arms }: Arms, depth: number): void {
    for (const { text, pin } of arms) {
      if (text !== undefined) this.#write(depth, text);
      this.#next(pin, depth + 1);
    }
  }

  #write(depth: number, text: string): void {
    const line = text.replace(/\s+/g, blanks => (blanks.includes('\n') ? ' ' : blanks));
    const cut = line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
    this.#lines.push(`${INDENT.repeat(depth)}${cut}`);
  }
}

/** Top to bottom, as a person reads events. */
function byPlace(a: FlowNode, b: FlowNode): number {
  const place = ({ properties }: FlowNode, key: string) => Number(properties[key] ?? 0);
  return place(a, 'NodePosY') - place(b, 'NodePosY') || place(a, 'NodePosX') - place(b, 'NodePosX');
}

function firstPin(node: FlowNode): GraphPin {
  return (execPins(node, 'input')[0] ?? dataPins(node, 'input')[0]) as GraphPin;
}

/** The comment of the node, and whether it is switched off. */
function remark({ properties }: FlowNode): string {
  const isOff = properties.EnabledState === 'ENodeEnabledState::Disabled';
  const comment = typeof properties.NodeComment === 'string' ? properties.NodeComment : '';
  return `${isOff ? ' (disabled)' : ''}${comment === '' ? '' : ` // ${comment}`}`;
}
