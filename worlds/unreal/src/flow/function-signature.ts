import type { BlueprintFunction, GraphPin } from '../port/operations.js';
import { dataPins, type FlowNode, isNamed, titleOf } from './flow-graph.js';

type Signature = Omit<BlueprintFunction, 'graph'>;

/** Bits of EFunctionFlags that say something to a caller. */
const FLAGS: readonly (readonly [bit: number, name: string])[] = [
  [0x0000_2000, 'static'],
  [0x1000_0000, 'pure'],
  [0x4000_0000, 'const'],
  [0x0000_0001, 'final'],
  [0x0000_0200, 'exec'],
  [0x0020_0000, 'server'],
  [0x0100_0000, 'client'],
  [0x0000_4000, 'multicast'],
  [0x0000_0080, 'reliable'],
  [0x2000_0000, 'editor-only'],
];
const PRIVATE = 0x0004_0000;
const PROTECTED = 0x0008_0000;

/** The function of a graph, by its entry and result, and its custom events. */
export function signaturesOf(nodes: readonly FlowNode[], graph: string): readonly Signature[] {
  const result = nodes.find(({ class: kind }) => kind === 'K2Node_FunctionResult');
  return nodes.flatMap(node => {
    if (node.class === 'K2Node_CustomEvent')
      return [signature(titleOf(node), node, undefined, 'FunctionFlags')];
    return node.class === 'K2Node_FunctionEntry' ? [signature(graph, node, result, 'ExtraFlags')] : [];
  });
}

function signature(name: string, entry: FlowNode, result: FlowNode | undefined, flagsIn: string): Signature {
  const bits = Number(entry.properties[flagsIn] ?? 0);
  const flags = FLAGS.filter(([bit]) => (bits & bit) !== 0).map(([, flag]) => flag);
  const parameters = typesOf(dataPins(entry, 'output'));
  const returns = typesOf(result === undefined ? [] : dataPins(result, 'input'));
  const access = (bits & PRIVATE) !== 0 ? 'private' : (bits & PROTECTED) !== 0 ? 'protected' : undefined;
  return {
    name,
    ...(parameters && { parameters }),
    ...(returns && { returns }),
    ...(access && { access }),
    ...(flags.length > 0 && { flags }),
  };
}

/** Undefined without pins. */
function typesOf(pins: readonly GraphPin[]): Readonly<Record<string, string>> | undefined {
  const shown = pins.filter(pin => pin.type !== 'delegate' && !isNamed(pin, 'self'));
  return shown.length === 0 ? undefined : Object.fromEntries(shown.map(({ name, type }) => [name, type]));
}
