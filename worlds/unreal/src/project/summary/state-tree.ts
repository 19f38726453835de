import { elements, isStructure, numberOf, structure, textOf, type Values } from '../read/property-values.js';
import { sentence } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { lastName, nameText, numberText, settingsText, valueText, wordsOf } from './value-text.js';

const MAX_DEPTH = 64;
/** The index of a reference whose value comes from a binding. */
const UNBOUND = '65535';
const BOOKKEEPING =
  /^(TaskFlags|bTaskEnabled|TransitionHandlingPriority|bConsideredForCompletion|bCanEditConsideredForCompletion|Name|BindingsBatch|OutputBindingsBatch|Instance.*|.*Class|Operand|DeltaIndent|EvaluationMode|bCanEdit.*|bShould.*|WeakTree.*)$/;

/** The states as a tree, each with conditions, tasks and transitions. */
export async function stateTree(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const editor = await subject.part(values.EditorData);
  const schema = await subject.part(editor?.values.Schema ?? values.Schema);
  const lines = schema === undefined ? [] : [`schema ${schema.class.replace(/^StateTree|Schema$/g, '')}`];
  if (editor === undefined) return [...lines, 'The file has no editable states.'];
  const { values: own } = editor;
  lines.push(
    ...parameters(structure(own, 'RootParameters')),
    ...parameters(structure(own, 'RootParameterPropertyBag')),
  );
  for (const each of elements(own, 'Evaluators').filter(isStructure))
    lines.push(await nodeLine(subject, each, 'evaluator', 0));
  for (const each of elements(own, 'GlobalTasks').filter(isStructure))
    lines.push(await nodeLine(subject, each, 'global task', 0));
  for (const each of await subject.parts(elements(own, 'SubTrees')))
    await state(subject, each, 0, new Set(), lines);
  return lines;
}

async function state(
  subject: Subject,
  { index, values }: Part,
  depth: number,
  seen: Set<number>,
  lines: string[],
): Promise<void> {
  if (seen.has(index) || depth > MAX_DEPTH) return;
  seen.add(index);
  const indent = '  '.repeat(depth);
  const kind = textOf(values, 'Type')?.replace(/^.*::/, '');
  const selection = textOf(values, 'SelectionBehavior')?.replace(/^.*::/, '');
  const linked = textOf(values, 'LinkedAsset') ?? textOf(structure(values, 'LinkedSubtree'), 'Name');
  const facts = sentence(
    kind !== 'State' && kind,
    selection !== 'TrySelectChildrenInOrder' && selection,
    linked && `runs ${nameText(linked)}`,
    textOf(structure(values, 'Tag'), 'TagName') && `tag ${textOf(structure(values, 'Tag'), 'TagName')}`,
    values.bEnabled === false && 'disabled',
    textOf(values, 'Description'),
  );
  lines.push(`${indent}state ${textOf(values, 'Name') ?? '?'}${facts === '' ? '' : ` (${facts})`}`);
  for (const each of elements(values, 'EnterConditions').filter(isStructure))
    lines.push(await nodeLine(subject, each, 'enters if', depth + 1));
  for (const each of elements(values, 'Considerations').filter(isStructure))
    lines.push(await nodeLine(subject, each, 'utility', depth + 1));
  const single = structure(values, 'SingleTask');
  for (const each of [...('Node' in single ? [single] : []), ...elements(values, 'Tasks')]) {
    if (isStructure(each) && !isUnset(each)) lines.push(await nodeLine(subject, each, 'task', depth + 1));
  }
  for (const each of elements(values, 'Transitions').filter(isStructure)) {
    lines.push(`${indent}  ${transitionText(each)}`);
    for (const condition of elements(each, 'Conditions').filter(isStructure))
      lines.push(await nodeLine(subject, condition, 'if', depth + 2));
  }
  for (const child of await subject.parts(elements(values, 'Children')))
    await state(subject, child, depth + 1, seen, lines);
}

function isUnset(node: Values): boolean {
  return node.Node === null || node.Node === undefined;
}

/** The struct of a node or the Blueprint class in it, and what is set. */
async function nodeLine(subject: Subject, node: Values, what: string, depth: number): Promise<string> {
  const instanced = structure(node, 'Node');
  const settings = structure(instanced, 'value');
  const wrapped =
    textOf(settings, 'TaskClass') ??
    textOf(settings, 'ConditionClass') ??
    textOf(settings, 'EvaluatorClass') ??
    textOf(settings, 'ConsiderationClass');
  const title =
    textOf(settings, 'Name') ??
    lastName(wrapped ?? textOf(instanced, 'struct') ?? 'unknown').replace(
      /^StateTree|(Task|Condition)$|_C$/g,
      '',
    );
  const object = await subject.part(node.InstanceObject);
  const data = object?.values ?? structure(structure(node, 'Instance'), 'value');
  const set: Values = { ...settings, ...data };
  const facts = sentence(
    settings.bTaskEnabled === false && 'disabled',
    settingsText(set, name => !BOOKKEEPING.test(name) && valueText(set[name]) !== UNBOUND),
  );
  return `${'  '.repeat(depth)}${what} ${title}${facts === '' ? '' : `: ${facts}`}`;
}

function transitionText(transition: Values): string {
  const trigger = textOf(transition, 'Trigger')?.replace(/^.*::/, '') ?? 'OnStateCompleted';
  const event =
    textOf(structure(structure(transition, 'RequiredEvent'), 'Tag'), 'TagName') ??
    textOf(structure(transition, 'EventTag'), 'TagName');
  const link = structure(transition, 'State');
  const kind = textOf(link, 'LinkType')?.replace(/^.*::/, '');
  const to = kind === undefined || kind === 'GotoState' ? (textOf(link, 'Name') ?? '?') : kind;
  const delay = transition.bDelayTransition === true ? numberOf(transition, 'DelayDuration') : undefined;
  return `to ${to} ${sentence(`${trigger}${event === undefined ? '' : ` ${event}`}`, delay !== undefined && `after ${numberText(delay)} s`, transition.bTransitionEnabled === false && 'disabled')}`;
}

/** The names of parameters, where they can be read. */
function parameters(bag: Values): string[] {
  const described = elements(structure(bag, 'Parameters'), 'PropertyDescs').filter(isStructure);
  return described.map(each => `parameter ${textOf(each, 'Name') ?? wordsOf(each.Name) ?? '?'}`);
}
