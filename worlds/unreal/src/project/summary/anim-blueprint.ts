import type { JsonObject } from '@worldwire/protocol';
import { FlowGraph, type FlowNode } from '../../flow/flow-graph.js';
import { FlowValues } from '../../flow/flow-values.js';
import { nodeTitle } from '../read/node-title.js';
import { elements, isStructure, numberOf, structure, textOf, type Values } from '../read/property-values.js';
import { sentence } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { lastName, listText, nameText, numberText } from './value-text.js';

const MAX_NAMES = 20;
const MAX_RULE = 160;
const RULE_PIN = 'bCanEnterTransition';
const NODE = /^\w*AnimGraphNode_/;

/** The skeleton, then each animation graph: its state machines with states and transitions, slots, layers and assets. */
export async function animBlueprint(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const skeleton = textOf(values, 'TargetSkeleton');
  const lines = skeleton === undefined ? [] : [`skeleton ${nameText(skeleton)}`];
  for (const graph of await subject.all(/^AnimationGraph$/)) {
    const nodes = await subject.inside(graph.index, NODE);
    if (nodes.length > 1) lines.push(`graph ${graph.name}: ${usedText(nodes)}`);
  }
  for (const machine of await subject.all(/^\w*AnimGraphNode_StateMachine$/)) {
    const graph = await subject.part(machine.values.EditorStateMachineGraph);
    if (graph !== undefined) lines.push(...(await machineLines(subject, graph)));
  }
  return lines;
}

async function machineLines(subject: Subject, graph: Part): Promise<string[]> {
  const states = await subject.inside(graph.index, /^AnimState(Node|ConduitNode|AliasNode)$/);
  const named = new Map<string, string>();
  for (const state of states) named.set(state.name, await stateName(subject, state));
  const entry = (await subject.inside(graph.index, /^AnimStateEntryNode$/))[0];
  const first = entry && (await linkOf(subject, entry.index, 'output'));
  const lines = [`state machine ${graph.name}${first ? `, starts in ${named.get(first) ?? first}` : ''}`];
  const transitions = await transitionsOf(subject, graph);
  for (const state of states) {
    lines.push(await stateLine(subject, state, named.get(state.name) ?? state.name));
    for (const { to, text } of transitions.get(state.name) ?? [])
      lines.push(`    to ${named.get(to) ?? to}${text}`);
  }
  return lines;
}

async function stateName(subject: Subject, { values, name }: Part): Promise<string> {
  const graph = await subject.part(values.BoundGraph);
  return graph?.name ?? textOf(values, 'StateAliasName') ?? name;
}

async function stateLine(subject: Subject, state: Part, name: string): Promise<string> {
  const kind = /Conduit/.test(state.class) ? 'conduit' : /Alias/.test(state.class) ? 'alias' : 'state';
  const graph = await subject.part(state.values.BoundGraph);
  const nodes = graph === undefined ? [] : await subject.inside(graph.index, NODE);
  const used = usedText(nodes);
  return `  ${kind} ${name}${used === '' ? '' : `: ${used}`}`;
}

/** By the node of the state that they leave. */
async function transitionsOf(
  subject: Subject,
  graph: Part,
): Promise<ReadonlyMap<string, readonly { readonly to: string; readonly text: string }[]>> {
  const found = new Map<string, { to: string; text: string; priority: number }[]>();
  for (const transition of await subject.inside(graph.index, /^AnimStateTransitionNode$/)) {
    const from = await linkOf(subject, transition.index, 'input');
    const to = await linkOf(subject, transition.index, 'output');
    if (from === undefined || to === undefined) continue;
    const text = await transitionText(subject, transition.values);
    const list = found.get(from) ?? [];
    list.push({ to, text, priority: numberOf(transition.values, 'PriorityOrder') ?? 1 });
    found.set(from, list);
  }
  for (const list of found.values()) list.sort((a, b) => a.priority - b.priority);
  return found;
}

async function transitionText(subject: Subject, values: Values): Promise<string> {
  const rule =
    values.bAutomaticRuleBasedOnSequencePlayerInState === true
      ? 'at the end of the animation'
      : await ruleText(subject, values);
  const blend = numberOf(values, 'CrossfadeDuration');
  const facts = sentence(
    rule,
    blend !== undefined && `blend ${numberText(blend)} s`,
    values.Bidirectional === true && 'both ways',
  );
  return facts === '' ? '' : `: ${facts}`;
}

/** The condition as an expression. */
async function ruleText(subject: Subject, values: Values): Promise<string | undefined> {
  const graph = await subject.part(values.BoundGraph);
  if (graph === undefined) return undefined;
  const nodes: FlowNode[] = [];
  for (const { index, name, class: kind, values: own } of await subject.inside(graph.index, /Node/)) {
    const title = nodeTitle(kind, own);
    const pins = await subject.pins(index);
    nodes.push({
      name,
      class: kind,
      ...(title !== undefined && { title }),
      properties: own as JsonObject,
      pins,
    });
  }
  const result = nodes.find(each => /TransitionResult$/.test(each.class));
  const bound = result && boundPath(await bindingsOf(subject, graph, result));
  if (bound !== undefined) return `if ${bound}`;
  const pin = result?.pins.find(each => each.name === RULE_PIN);
  const text = pin && new FlowValues(new FlowGraph(nodes)).value(pin);
  if (text === undefined) return undefined;
  return `if ${text.length > MAX_RULE ? `${text.slice(0, MAX_RULE)}…` : text}`;
}

/** Since UE 5.2 the bindings of a node are an object inside it. */
async function bindingsOf(subject: Subject, graph: Part, result: FlowNode): Promise<readonly Values[]> {
  const node = (await subject.inside(graph.index, /TransitionResult$/)).find(
    each => each.name === result.name,
  );
  if (node === undefined) return [];
  const objects = await subject.inside(node.index, /^AnimGraphNodeBinding/);
  return [node, ...objects].flatMap(each => elements(each.values, 'PropertyBindings').filter(isStructure));
}

/** The variable that decides a transition without a graph. */
function boundPath(bindings: readonly Values[]): string | undefined {
  const rule = bindings.find(each => textOf(each, 'key') === RULE_PIN);
  const path = elements(structure(rule, 'value'), 'PropertyPath').join('.');
  return path === '' ? undefined : path;
}

/** The node at the other end of the first wire. */
async function linkOf(
  subject: Subject,
  index: number,
  direction: 'input' | 'output',
): Promise<string | undefined> {
  const pin = (await subject.pins(index)).find(
    each => each.direction === direction && (each.linkedTo?.length ?? 0) > 0,
  );
  return pin?.linkedTo?.[0]?.split('.', 1)[0];
}

/** What the nodes of a graph play: assets, slots, layers, cached poses, and the other kinds of nodes by number. */
function usedText(nodes: readonly Part[]): string {
  const used: string[] = [];
  const others = new Map<string, number>();
  for (const { class: kind, values } of nodes) {
    const title = kind.replace(NODE, '');
    if (/^(Root|StateResult|TransitionResult|LinkedInputPose)$/.test(title)) continue;
    const text = knownText(title, structure(values, 'Node'), values);
    if (text === undefined) others.set(title, (others.get(title) ?? 0) + 1);
    else used.push(text);
  }
  const counts = [...others].map(([title, count]) => (count > 1 ? `${title} x${count}` : title));
  return listText(
    [...new Set([...used, ...counts])].map(text => () => text),
    MAX_NAMES,
  );
}

function knownText(title: string, node: Values, values: Values): string | undefined {
  const asset = textOf(node, 'Sequence') ?? textOf(node, 'BlendSpace') ?? textOf(node, 'PoseAsset');
  if (asset !== undefined) return `${title} ${lastName(asset)}`;
  const name =
    textOf(node, 'SlotName') ??
    (title === 'Slot' ? 'DefaultSlot' : undefined) ??
    textOf(node, 'Layer') ??
    textOf(values, 'CacheName') ??
    textOf(values, 'NameOfCache') ??
    textOf(node, 'InstanceClass') ??
    textOf(node, 'ControlRigClass');
  if (name !== undefined) return `${title} ${nameText(name)}`;
  if (title === 'StateMachine') {
    const graph = textOf(values, 'EditorStateMachineGraph');
    return graph === undefined ? undefined : `state machine ${lastName(graph)}`;
  }
  const bone =
    textOf(structure(node, 'BoneToModify'), 'BoneName') ?? textOf(structure(node, 'IKBone'), 'BoneName');
  if (bone !== undefined) return `${title} ${bone}`;
  const curves = elements(node, 'CurveNames')
    .filter(each => !isStructure(each))
    .map(String);
  return curves.length > 0 ? `${title} ${curves.join(' ')}` : undefined;
}
