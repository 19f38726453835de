import type { PropertyValue } from '@worldwire/uasset';
import { isStructure, type Values } from '../read/property-values.js';
import type { Part, Subject } from './subject.js';
import { isEmpty, settingsText } from './value-text.js';

const MAX_DEPTH = 12;
const MAX_LINES = 200;
/** References that lead back or to what only the editor needs. */
const EDITOR_ONLY =
  /^(AssetImportData|ThumbnailInfo|EditorData|.*EditorData|EdGraph|.*Graph|GraphNode|AssetUserData|.*UserData|Guid|.*Guid|Node(PosX|PosY|Comment)|b(Editable|IsEditorOnly).*|LightingGuid|StateId|VerNum)$/;

/** An asset of any class as its objects: each with what is set in it, below the object that refers to it. */
export async function objectOutline(subject: Subject): Promise<string[]> {
  const lines: string[] = [];
  const seen = new Set([subject.main.index]);
  await children(subject, subject.main, 0, seen, lines);
  if (lines.length === 0) return [];
  const own = ownSettings(subject, subject.main.values);
  return own === '' ? lines : [own, ...lines];
}

async function children(
  subject: Subject,
  { values }: Part,
  depth: number,
  seen: Set<number>,
  lines: string[],
): Promise<void> {
  if (depth > MAX_DEPTH) return;
  for (const [name, value] of Object.entries(values)) {
    if (EDITOR_ONLY.test(name)) continue;
    for (const child of await subject.parts(references(subject, value, 0))) {
      if (seen.has(child.index) || lines.length >= MAX_LINES) continue;
      seen.add(child.index);
      const settings = ownSettings(subject, child.values);
      lines.push(
        `${'  '.repeat(depth)}${name}: ${child.class.replace(/_C$/, '')}${settings === '' ? '' : ` (${settings})`}`,
      );
      await children(subject, child, depth + 1, seen, lines);
    }
  }
}

/** The references to own objects in a value, in lists and structures, too. */
function references(subject: Subject, value: PropertyValue, depth: number): PropertyValue[] {
  if (typeof value === 'string') return value.startsWith('/') && subject.isOwn(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  const members = Array.isArray(value) ? value : Object.values(value as Values);
  return members.flatMap(each => references(subject, each, depth + 1));
}

function ownSettings(subject: Subject, values: Values): string {
  const isPlain = (value: PropertyValue | undefined) => {
    if (value === undefined || isEmpty(value)) return false;
    const isObject = typeof value === 'object';
    return !isObject || Array.isArray(value) || isStructure(value)
      ? references(subject, value, 0).length === 0
      : false;
  };
  return settingsText(values, name => !EDITOR_ONLY.test(name) && isPlain(values[name]));
}
