import { elements, isStructure, structure, textOf, type Values } from '../read/property-values.js';
import { sentence } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { nameText, settingsText } from './value-text.js';

const MAX_DEPTH = 64;
/** What the tree shows by itself. */
const STRUCTURE =
  /^(Children|Services|NodeName|TreeAsset|ParentNode|CachedDescription|BlackboardKey|VerNum|.*NeedsUpdate)$/;

/** Composites with their tasks in the order of execution; decorators and services stand below the node that they belong to. */
export async function behaviorTree(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const blackboard = textOf(values, 'BlackboardAsset');
  const root = await subject.part(values.RootNode);
  const lines = blackboard === undefined ? [] : [`blackboard ${nameText(blackboard)}`];
  const decorators = await subject.parts(elements(values, 'RootDecorators'));
  for (const each of decorators) lines.push(nodeLine(each, 0));
  if (root === undefined) return [...lines, 'no root node'];
  await node(subject, root, 0, [], new Set(), lines);
  return lines;
}

/** The keys with their types. */
export async function blackboard(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const parent = textOf(values, 'Parent');
  const lines = parent === undefined ? [] : [`parent ${nameText(parent)}`];
  for (const key of elements(values, 'Keys').filter(isStructure)) {
    const type = await subject.part(key.KeyType);
    const base =
      type &&
      (textOf(type.values, 'BaseClass') ??
        textOf(type.values, 'EnumType') ??
        textOf(type.values, 'EnumName'));
    const kind = type?.class.replace(/^BlackboardKeyType_/, '') ?? 'unknown';
    const about = textOf(key, 'EntryDescription');
    const facts = sentence(
      base ? `${kind} of ${nameText(base)}` : kind,
      key.bInstanceSynced === true && 'shared by all instances',
      about,
    );
    lines.push(`key ${textOf(key, 'EntryName') ?? '?'} (${facts})`);
  }
  return lines.length === 0 ? ['no keys'] : lines;
}

async function node(
  subject: Subject,
  part: Part,
  depth: number,
  decorators: readonly Part[],
  seen: Set<number>,
  lines: string[],
): Promise<void> {
  lines.push(nodeLine(part, depth));
  for (const each of decorators) lines.push(nodeLine(each, depth + 1));
  if (seen.has(part.index) || depth > MAX_DEPTH) return;
  seen.add(part.index);
  for (const each of await subject.parts(elements(part.values, 'Services')))
    lines.push(nodeLine(each, depth + 1));
  for (const child of elements(part.values, 'Children').filter(isStructure)) {
    const inner = (await subject.part(child.ChildComposite)) ?? (await subject.part(child.ChildTask));
    const own = await subject.parts(elements(child, 'Decorators'));
    if (inner !== undefined) await node(subject, inner, depth + 1, own, seen, lines);
  }
}

/** "Sequence "Attack"", "decorator Blackboard: TargetActor is set", "task Wait: WaitTime 2". */
function nodeLine({ class: kind, values }: Part, depth: number): string {
  const name = textOf(values, 'NodeName');
  const described = textOf(values, 'CachedDescription');
  const key = textOf(structure(values, 'BlackboardKey'), 'SelectedKeyName');
  const settings = settingsText(shown(values), each => !STRUCTURE.test(each));
  const facts = sentence(described?.replace(/\s+/g, ' '), described === undefined && key, settings);
  const title = `${titleOf(kind)}${name === undefined ? '' : ` "${name}"`}`;
  return `${'  '.repeat(depth)}${facts === '' ? title : `${title}: ${facts}`}`;
}

function titleOf(kind: string): string {
  const own = kind.replace(/_C$/, '');
  const found = /BT(Composite|Decorator|Service|Task)_?/.exec(own);
  const name = found === null ? '' : own.slice(found.index + found[0].length);
  if (name === '') return own;
  const prefix = found?.[1];
  return prefix === 'Composite' ? name : `${prefix?.toLowerCase()} ${name}`;
}

/** A blackboard key is the name of its key. */
function shown(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const key = isStructure(value) ? textOf(value, 'SelectedKeyName') : undefined;
    return [name, key ?? value] as const;
  });
  return Object.fromEntries(entries);
}
