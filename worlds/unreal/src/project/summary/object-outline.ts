import type { PropertyValue } from '@worldwire/uasset';
import type { Values } from '../read/property-values.js';
import type { Part, Subject } from './subject.js';
import { isEmpty, settingsText } from './value-text.js';

const MAX_DEPTH = 12;
const MAX_LINES = 200;
/** Values of one property that are searched for references. */
const MAX_VALUES = 5_000;
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
    for (const child of await subject.parts(references(subject, value))) {
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

/** The references to own objects among the first values of a property, in lists and structures, too. */
function references(subject: Subject, value: PropertyValue): string[] {
  const found: string[] = [];
  let left = MAX_VALUES;
  const visit = (each: PropertyValue): void => {
    if (--left < 0) return;
    if (typeof each === 'string') {
      if (each.startsWith('/') && subject.isOwn(each)) found.push(each);
    } else if (typeof each === 'object' && each !== null) {
      for (const member of Object.values(each)) visit(member as PropertyValue);
    }
  };
  visit(value);
  return found;
}

function ownSettings(subject: Subject, values: Values): string {
  return settingsText(values, name => {
    const value = values[name];
    if (EDITOR_ONLY.test(name) || value === undefined || isEmpty(value)) return false;
    return references(subject, value).length === 0;
  });
}
