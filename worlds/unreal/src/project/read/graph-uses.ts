import { type NodePin, type Package, PackageError, readGraphNode } from '@worldwire/uasset';
import type { TimeSlice } from '../../work/time-slice.js';
import { shortName } from '../index/package-entry.js';
import type { Use, UseKind } from '../index/package-words.js';
import { isGraphNode } from './graph-nodes.js';
import { isText } from './literal-scan.js';
import { nodeTitle } from './node-title.js';
import type { ObjectTable } from './object-table.js';
import { isStructure, structure, textOf, type Values } from './property-values.js';
import { readableProperties } from './readable-properties.js';

/** Nodes of one package that are read. */
const MAX_NODES = 5_000;
const MAX_TEXT = 300;
const TAG = /TagName="([^"]+)"/g;
const LITERAL_PINS = /^(string|text|name|struct|wildcard)$/;

/** What the nodes of all graphs call, set, get and name. A node that cannot be read is left out. */
export async function graphUses(
  opened: Package,
  table: ObjectTable,
  slice: TimeSlice,
): Promise<readonly Use[]> {
  const uses: Use[] = [];
  let nodes = 0;
  for (let index = 0; index < opened.exports.length; index++) {
    if (!isGraphNode(table, index)) continue;
    if (++nodes > MAX_NODES) break;
    if (slice.isOver) await slice.yieldToEventLoop();
    const { className, outer } = table.entry(index);
    const place = table.entry(outer - 1).name;
    const { values, pins } = await readNode(opened, index);
    for (const use of nodeUses(className, values)) uses.push({ ...use, place });
    const comment = textOf(values, 'NodeComment');
    if (comment !== undefined && isText(comment)) uses.push(textUse(comment, place, 'comment'));
    let title: string | undefined;
    for (const pin of pins) {
      if (!hasDefault(pin)) continue;
      title ??= nodeTitle(className, values) ?? className;
      uses.push(...pinUses(pin, place, title));
    }
  }
  return uses;
}

/** Without pins where these cannot be read, as in graphs of other kinds. */
async function readNode(opened: Package, index: number): ReturnType<typeof readGraphNode> {
  try {
    return await readGraphNode(opened, index);
  } catch (thrown) {
    if (!(thrown instanceof PackageError)) throw thrown;
  }
  const read = await readableProperties(opened, index);
  return { values: read instanceof PackageError ? {} : read.values, pins: [] };
}

/** The members that name what a node uses, and the kind of use by the class of the node. */
const MEMBERS: readonly [string, (className: string) => UseKind | undefined][] = [
  [
    'FunctionReference',
    className =>
      /^K2Node_FunctionEntry/.test(className)
        ? 'function'
        : /^K2Node_FunctionResult/.test(className)
          ? undefined
          : 'calls',
  ],
  ['EventReference', className => (/^K2Node_CustomEvent/.test(className) ? undefined : 'event')],
  ['DelegateReference', className => (/^K2Node_CallDelegate/.test(className) ? 'calls' : 'binds')],
  ['VariableReference', className => (/^K2Node_VariableSet/.test(className) ? 'sets' : 'gets')],
];

/** The same for members that are a name. */
const NAMES: readonly [string, UseKind][] = [
  ['CustomFunctionName', 'function'],
  ['SelectedFunctionName', 'calls'],
  ['ProxyFactoryFunctionName', 'calls'],
  ['DelegatePropertyName', 'binds'],
];

function nodeUses(className: string, values: Values): Use[] {
  const uses: Use[] = [];
  const isBound = /BoundEvent$/.test(className);
  for (const [member, kindOf] of MEMBERS) {
    const reference = structure(values, member);
    const name = textOf(reference, 'MemberName');
    const kind = isBound ? undefined : kindOf(className);
    if (name === undefined || name === 'None' || kind === undefined) continue;
    uses.push({ kind, name, ...ofClass(textOf(reference, 'MemberParent')) });
  }
  for (const [member, kind] of NAMES) {
    // The editor makes the name of the function of a bound event.
    if (isBound && member === 'CustomFunctionName') continue;
    const name = textOf(values, member);
    if (name === undefined || name === 'None') continue;
    const owner = textOf(values, kind === 'binds' ? 'ComponentPropertyName' : 'ProxyFactoryClass');
    uses.push({ kind, name, ...ofClass(owner) });
  }
  const target = textOf(values, 'TargetType');
  if (target !== undefined) uses.push({ kind: 'casts', name: shortName(target) });
  const macro = textOf(structure(values, 'MacroGraphReference'), 'MacroGraph');
  if (macro !== undefined) {
    const [owner = '', name = ''] = macro.split(/[:.](?=[^:.]*$)/);
    uses.push({ kind: 'calls', name, ...ofClass(owner) });
  }
  return uses;
}

function hasDefault({ defaultValue, defaultObject, defaultText }: NodePin): boolean {
  return defaultValue !== undefined || defaultObject !== undefined || defaultText !== undefined;
}

function pinUses(
  { name, type, defaultValue, defaultObject, defaultText }: NodePin,
  place: string,
  title: string,
) {
  const uses: Use[] = [];
  const of = `${title}.${name}`;
  if (defaultObject !== undefined) uses.push({ kind: 'object', name: shortName(defaultObject), place, of });
  for (const [, tag] of (defaultValue ?? '').matchAll(TAG))
    uses.push({ kind: 'tag', name: tag as string, place, of });
  const text = isStructure(defaultText) ? textOf(defaultText, 'text') : undefined;
  const category = isStructure(type) ? textOf(type, 'PinCategory') : undefined;
  const literal = text ?? (LITERAL_PINS.test(category ?? '') ? defaultValue : undefined);
  if (literal !== undefined && isText(literal) && name !== 'self') uses.push(textUse(literal, place, of));
  return uses;
}

function textUse(text: string, place: string, of: string): Use {
  return { kind: 'text', name: text.slice(0, MAX_TEXT), place, of };
}

function ofClass(path: string | undefined): { of?: string } {
  return path === undefined || path === 'None' || path === '' ? {} : { of: shortName(path) };
}
