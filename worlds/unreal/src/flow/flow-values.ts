import type { JsonObject } from '@worldwire/protocol';
import type { GraphPin } from '../port/operations.js';
import {
  dataPins,
  type FlowEnd,
  type FlowGraph,
  type FlowNode,
  isExecuted,
  isNamed,
  titleOf,
} from './flow-graph.js';

/** Nodes in one value; what is behind them is "…". */
const MAX_NODES = 60;
const MAX_DEPTH = 12;
const MAX_TEXT = 200;
const SELF = 'self';
const RETURN = /^(ReturnValue|Output_Get|Output)$/i;
const ENTRY = /^K2Node_(\w*Event|FunctionEntry|Tunnel|Input\w+|EnhancedInputAction)$/;
const LOOP_VALUE = /^(Array Element|Array Index|Index)$/i;
const OPERATORS: Readonly<Record<string, string>> = {
  Add: '+',
  Subtract: '-',
  Multiply: '*',
  Divide: '/',
  Percent: '%',
  EqualEqual: '==',
  NotEqual: '!=',
  Less: '<',
  LessEqual: '<=',
  Greater: '>',
  GreaterEqual: '>=',
  BooleanAND: 'and',
  BooleanOR: 'or',
  BooleanXOR: 'xor',
  EnumEquality: '==',
  EnumInequality: '!=',
};

/** Values of pins as expressions: a literal, a variable, or calls of functions. */
export class FlowValues {
  /** The event or function whose chain is written: its parameters need no owner. */
  root: FlowNode | undefined;
  readonly #graph: FlowGraph;
  #left = 0;

  constructor(graph: FlowGraph) {
    this.#graph = graph;
  }

  /** The value of an input pin; undefined where it has none. */
  value(pin: GraphPin): string | undefined {
    this.#left = MAX_NODES;
    return this.#input(pin, 0);
  }

  /** "Name = value" of each input with a wire or a literal. `without` are left out. */
  arguments(node: FlowNode, without: readonly string[] = []): string {
    this.#left = MAX_NODES;
    return this.#arguments(node, 0, without);
  }

  /** "Door." where a node works on another object than its own. */
  target(node: FlowNode): string {
    this.#left = MAX_NODES;
    return this.#target(node, 0);
  }

  #input(pin: GraphPin, depth: number): string | undefined {
    const ends = this.#graph.ends(pin);
    if (ends.length === 0) return pin.linkedTo === undefined ? literal(pin) : '…';
    return ends.map(end => this.#output(end, depth)).join(', ');
  }

  #output({ node, pin }: FlowEnd, depth: number): string {
    if (--this.#left < 0 || depth > MAX_DEPTH) return '…';
    const kind = node.class.replace(/^K2Node_/, '');
    if (kind === 'Self') return SELF;
    if (pin.type === 'delegate' && ENTRY.test(node.class)) return `event ${titleOf(node)}`;
    if (ENTRY.test(node.class))
      return node === this.root || this.root === undefined ? pin.name : `${titleOf(node)}.${pin.name}`;
    if (/^(VariableGet|PropertyAccess$)/.test(kind))
      return `${this.#target(node, depth)}${withoutVerb(node)}`;
    if (kind.startsWith('VariableSet')) return withoutVerb(node);
    if (isExecuted(node)) return this.#result(node, pin);
    return this.#pure(node, pin, kind, depth);
  }

  /** A value of a node that was executed before. */
  #result(node: FlowNode, pin: GraphPin): string {
    const label = this.#graph.label(node);
    if (node.class === 'K2Node_DynamicCast' || LOOP_VALUE.test(pin.name)) return `${pin.name}${label}`;
    const name = `${titleOf(node)}${label}`;
    return RETURN.test(pin.name) ? `result of ${name}` : `${name}.${pin.name}`;
  }

  #pure(node: FlowNode, pin: GraphPin, kind: string, depth: number): string {
    const inputs = dataPins(node, 'input').filter(each => !isNamed(each, SELF));
    const values = () => inputs.map(input => this.#input(input, depth + 1) ?? 'none');
    const name = memberOf(node.properties) ?? '';
    const operator = OPERATORS[name.split('_', 1)[0] ?? ''] ?? OPERATORS[kind];
    if (operator !== undefined && inputs.length > 1) {
      const operands = inputs.filter(input => !/Tolerance$/.test(input.name));
      const spelled = operands.map(input => this.#input(input, depth + 1) ?? emptyOf(input));
      return `(${spelled.join(` ${operator} `)})`;
    }
    if (/^Not_PreBool/.test(name)) return `not ${values()[0] ?? 'none'}`;
    // The editor inserts conversions by itself.
    if (/^Conv_/.test(name) && inputs.length === 1) return values()[0] ?? 'none';
    if (kind === 'MakeArray') return `[${values().join(', ')}]`;
    if (/^BreakStruct$|^Break/.test(kind) || /^Break[A-Z]/.test(name))
      return `${values()[0] ?? 'none'}.${pin.name}`;
    if (kind === 'GetClassDefaults') return `${values()[0] ?? 'none'} defaults.${pin.name}`;
    const text = `${this.#target(node, depth)}${titleOf(node)}(${this.#arguments(node, depth + 1, [])})`;
    const isOne = dataPins(node, 'output').length < 2 || RETURN.test(pin.name);
    return isOne ? text : `${text}.${pin.name}`;
  }

  #target(node: FlowNode, depth: number): string {
    const self = node.pins.find(pin => isNamed(pin, SELF) && pin.direction === 'input');
    if (self === undefined) return '';
    // The default object of a function library says nothing.
    if (self.linkedTo === undefined && (self.default?.startsWith('/') ?? true)) return '';
    const target = this.#input(self, depth + 1);
    return target === SELF || target === undefined ? '' : `${target}.`;
  }

  #arguments(node: FlowNode, depth: number, without: readonly string[]): string {
    return dataPins(node, 'input')
      .filter(pin => !isNamed(pin, SELF) && !without.some(name => isNamed(pin, name)) && isStated(pin))
      .map(pin => {
        const value = this.#input(pin, depth);
        return value === undefined ? '' : `${pin.name} = ${value}`;
      })
      .filter(text => text !== '')
      .join(', ');
  }
}

/** Whether a person sees a value at the pin: folded pins are seen with a wire or a changed value only. */
function isStated({ linkedTo, flags = [] }: GraphPin): boolean {
  return linkedTo !== undefined || !flags.includes('advanced') || !flags.includes('initial');
}

function literal({ default: value, type }: GraphPin): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (/^(LOCTABLE|NSLOCTEXT)\(/.test(value)) return value;
  const cut = value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (/^(string|text|name|FString|FText|FName)$/.test(type)) return JSON.stringify(cut);
  // The short name of an object.
  if (value.startsWith('/')) return cut.slice(Math.max(cut.lastIndexOf('.'), cut.lastIndexOf(':')) + 1);
  return cut.replace(/(?<=\d\.)\d+/g, shortened).replaceAll('\n', ' ');
}

/** Decimal places without the zeros at their end. One place stays. */
function shortened(places: string): string {
  let end = places.length;
  while (end > 1 && places[end - 1] === '0') end--;
  return places.slice(0, end);
}

/** An operand that was never changed. */
function emptyOf({ type }: GraphPin): string {
  if (/^(int|int64|byte|float|double|real|wildcard)$/.test(type)) return '0';
  return /^(string|text|name)$/.test(type) ? '""' : 'none';
}

function memberOf(properties: JsonObject): string | undefined {
  const reference = properties.FunctionReference;
  if (typeof reference !== 'object' || reference === null || Array.isArray(reference)) return undefined;
  return typeof reference.MemberName === 'string' ? reference.MemberName : undefined;
}

/** "bOpen" of "Get bOpen". */
export function withoutVerb(node: FlowNode): string {
  return titleOf(node).replace(/^(Get|Set) /, '');
}
