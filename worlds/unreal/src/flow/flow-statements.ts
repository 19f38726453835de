import type { GraphPin } from '../port/operations.js';
import { dataPins, execPins, type FlowNode, isNamed, titleOf } from './flow-graph.js';
import { type FlowValues, withoutVerb } from './flow-values.js';

/** How execution goes on behind a node. */
export interface Arms {
  /** The line of the node, where it differs from a call. */
  readonly text?: string;
  /** Indented parts, each under its line. */
  readonly arms: readonly { readonly text?: string; readonly pin: GraphPin }[];
  /** Goes on at the same indent. */
  readonly onward?: GraphPin | undefined;
}

const LOOP_BODY = /^loop ?body$/i;
const COMPLETED = /^(completed|then)$/i;

/** "event ReceiveBeginPlay", "function Open(Speed: float) -> (Done: bool)". */
export function heading(node: FlowNode, graphName: string, nodes: readonly FlowNode[]): string {
  const kind = node.class.replace(/^K2Node_/, '');
  const outputs = dataPins(node, 'output');
  const isOwn = /^(FunctionEntry|CustomEvent|Tunnel)$/.test(kind);
  // The engine gives the parameters of other events: the used ones say what happens.
  const inputs = signature(isOwn ? outputs : outputs.filter(({ linkedTo }) => linkedTo !== undefined));
  if (kind === 'FunctionEntry') {
    const result = nodes.find(({ class: other }) => other === 'K2Node_FunctionResult');
    const results = result === undefined ? '' : signature(dataPins(result, 'input'));
    return `function ${graphName}(${inputs})${results === '' ? '' : ` -> (${results})`}`;
  }
  const parameters = inputs === '' ? '' : `(${inputs})`;
  if (kind === 'Tunnel') return `inputs${parameters}`;
  if (kind === 'CustomEvent') return `custom event ${titleOf(node)}${parameters}`;
  if (/Event$/.test(kind) && !kind.startsWith('Input'))
    return `event ${titleOf(node).replace(/^Event /, '')}${parameters}`;
  return `on ${titleOf(node)}${parameters}`;
}

/** The line of a node that is executed. */
export function statement(node: FlowNode, values: FlowValues, entered: GraphPin): string {
  const kind = node.class.replace(/^K2Node_/, '');
  const target = values.target(node);
  if (kind.startsWith('VariableSet')) {
    const pin = dataPins(node, 'input').find(each => !isNamed(each, 'self'));
    return `set ${target}${withoutVerb(node)} = ${(pin && values.value(pin)) ?? 'none'}`;
  }
  if (kind === 'FunctionResult') return `return ${values.arguments(node)}`.trimEnd();
  if (kind === 'Tunnel') return `exit ${entered.label ?? entered.name}(${values.arguments(node)})`;
  if (/^(Add|Remove)Delegate$/.test(kind)) {
    const pin = dataPins(node, 'input').find(each => isNamed(each, 'Delegate'));
    const name = titleOf(node).replace(/^(Bind|Unbind) /, '');
    const [verb, to] = kind === 'AddDelegate' ? ['bind', 'to'] : ['unbind', 'from'];
    return `${verb} ${target}${name} ${to} ${(pin && values.value(pin)) ?? 'none'}`;
  }
  if (kind.startsWith('SpawnActor')) {
    const pin = node.pins.find(each => isNamed(each, 'Class'));
    const args = values.arguments(node, ['Class']);
    return `spawn ${(pin && values.value(pin)) ?? 'none'}${args === '' ? '' : ` with ${args}`}`;
  }
  return `${target}${titleOf(node)}(${values.arguments(node)})`;
}

/** What comes behind a node: branches, loops, casts, cases, or the next node. `isUsed`: the pin has a wire. */
export function armsOf(node: FlowNode, values: FlowValues, isUsed: (pin: GraphPin) => boolean): Arms {
  const kind = node.class.replace(/^K2Node_/, '');
  const outputs = execPins(node, 'output');
  const used = outputs.filter(isUsed);
  const input = (name: RegExp) => {
    const pin = dataPins(node, 'input').find(each => name.test(each.name));
    return (pin && values.value(pin)) ?? 'none';
  };
  if (kind === 'IfThenElse') return branch(input(/^Condition$/i), used);
  if (/^(ExecutionSequence|MultiGate)$/.test(kind)) {
    const arms = used.map(pin => ({ text: `${pin.label ?? pin.name.replace('_', ' ')}:`, pin }));
    return { text: kind === 'MultiGate' ? titleOf(node) : 'sequence', arms };
  }
  if (kind.startsWith('Switch')) {
    const arms = used.map(pin => ({
      text: isNamed(pin, 'Default') ? 'default:' : `case ${pin.label ?? pin.name}:`,
      pin,
    }));
    return { text: `switch ${input(/^Selection$/i)}`, arms };
  }
  if (kind === 'DynamicCast' || kind === 'ClassDynamicCast') {
    const failed = used.filter(pin => isNamed(pin, 'CastFailed'));
    return {
      text: `cast ${input(/^(Object|Class)$/i)} to ${titleOf(node).replace(/^Cast to (class )?/, '')}`,
      arms: failed.map(pin => ({ text: 'if the cast fails:', pin })),
      onward: used.find(pin => isNamed(pin, 'then')),
    };
  }
  const body = outputs.find(({ name }) => LOOP_BODY.test(name));
  if (body !== undefined) return loop(node, values, input, body, used);
  if (outputs.length === 1) return { arms: [], onward: used[0] };
  const onward = used.find(({ name }) => COMPLETED.test(name));
  const others = used.filter(pin => pin !== onward);
  return { arms: others.map(pin => ({ text: `on ${pin.label ?? pin.name}:`, pin })), onward };
}

function branch(condition: string, used: readonly GraphPin[]): Arms {
  const pin = (name: string) => used.find(each => isNamed(each, name));
  const [then, other] = [pin('then'), pin('else')];
  if (then === undefined && other !== undefined)
    return { text: `if not ${condition}`, arms: [{ pin: other }] };
  return {
    text: `if ${condition}`,
    arms: [...(then ? [{ pin: then }] : []), ...(other ? [{ text: 'else', pin: other }] : [])],
  };
}

function loop(
  node: FlowNode,
  values: FlowValues,
  input: (name: RegExp) => string,
  body: GraphPin,
  used: readonly GraphPin[],
): Arms {
  const title = titleOf(node);
  const text = /^ForEach/.test(title)
    ? `for each Array Element in ${input(/^Array$/i)}`
    : /^ForLoop/.test(title)
      ? `for Index = ${input(/^FirstIndex$/i)} to ${input(/^LastIndex$/i)}`
      : /^WhileLoop/.test(title)
        ? `while ${input(/^Condition$/i)}`
        : `${title}(${values.arguments(node)})`;
  const others = used.filter(pin => pin !== body && !COMPLETED.test(pin.name));
  return {
    text: /WithBreak$/.test(title) ? `${text} (with break)` : text,
    arms: [
      ...(used.includes(body) ? [{ pin: body }] : []),
      ...others.map(pin => ({ text: `on ${pin.label ?? pin.name}:`, pin })),
    ],
    onward: used.find(({ name }) => COMPLETED.test(name)),
  };
}

function signature(pins: readonly GraphPin[]): string {
  return pins
    .filter(pin => pin.type !== 'delegate' && !isNamed(pin, 'self'))
    .map(({ name, type }) => `${name}: ${type}`)
    .join(', ');
}
