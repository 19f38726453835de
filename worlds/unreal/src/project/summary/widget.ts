import { elements, isStructure, structure, textOf, type Values } from '../read/property-values.js';
import { sentence } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { nameText, wordsOf } from './value-text.js';

const MAX_DEPTH = 64;
/** Properties that say what a widget shows. */
const CONTENT = ['Text', 'HintText', 'ToolTipText'];

/** The tree of widgets, each with its text and bindings; then the animations. */
export async function widgetTree(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const tree = await subject.part(values.WidgetTree);
  const root = tree && (await subject.part(tree.values.RootWidget));
  const bindings = elements(values, 'Bindings').filter(isStructure);
  const lines: string[] = [];
  if (root === undefined) lines.push('no widgets');
  else await widget(subject, root, 0, bindings, new Set(), lines);
  for (const slot of elements(tree?.values, 'NamedSlotBindings').filter(isStructure)) {
    const content = await subject.part(slot.value);
    if (content !== undefined) {
      lines.push(`slot ${textOf(slot, 'key') ?? '?'}`);
      await widget(subject, content, 1, bindings, new Set(), lines);
    }
  }
  for (const each of await subject.parts(elements(values, 'Animations'))) {
    lines.push(`animation ${textOf(each.values, 'DisplayLabel') ?? each.name.replace(/_INST$/, '')}`);
  }
  return lines;
}

async function widget(
  subject: Subject,
  { index, name, class: kind, values }: Part,
  depth: number,
  bindings: readonly Values[],
  seen: Set<number>,
  lines: string[],
): Promise<void> {
  if (seen.has(index) || depth > MAX_DEPTH) return;
  seen.add(index);
  const texts = CONTENT.map(each => {
    const words = wordsOf(values[each]);
    return words === undefined ? undefined : `${each === 'Text' ? '' : `${each} `}${JSON.stringify(words)}`;
  });
  const image = textOf(structure(values, 'Brush'), 'ResourceObject');
  const visibility = textOf(values, 'Visibility')?.replace(/^.*::/, '');
  const bound = bindings.filter(each => textOf(each, 'ObjectName') === name).map(bindingText);
  const facts = sentence(
    ...texts,
    image && nameText(image),
    visibility !== undefined && visibility !== 'Visible' && visibility,
    values.bIsVariable === true && 'variable',
    ...bound,
  );
  const title = `${kind.replace(/_C$/, '')} ${name}`;
  lines.push(`${'  '.repeat(depth)}${facts === '' ? title : `${title}: ${facts}`}`);
  for (const slot of await subject.parts(elements(values, 'Slots'))) {
    const content = await subject.part(slot.values.Content);
    if (content !== undefined) await widget(subject, content, depth + 1, bindings, seen, lines);
  }
  for (const slot of elements(values, 'NamedSlotBindings').filter(isStructure)) {
    const content = await subject.part(slot.Content);
    if (content === undefined) continue;
    lines.push(`${'  '.repeat(depth + 1)}slot ${textOf(slot, 'Name') ?? '?'}`);
    await widget(subject, content, depth + 2, bindings, seen, lines);
  }
}

function bindingText(binding: Values): string {
  const path = elements(structure(binding, 'SourcePath'), 'Segments').filter(isStructure);
  const property = path.map(each => textOf(each, 'Name') ?? '?').join('.');
  const source = textOf(binding, 'FunctionName') ?? (property || textOf(binding, 'SourceProperty')) ?? '?';
  return `${textOf(binding, 'PropertyName') ?? '?'} bound to ${source}`;
}
