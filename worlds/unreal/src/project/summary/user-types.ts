import type { PropertyValue } from '@worldwire/uasset';
import { pinTypeText } from '../read/pin-type.js';
import { elements, isStructure, structure, textOf, type Values } from '../read/property-values.js';
import { sentence, tagText } from './phrases.js';
import type { Subject } from './subject.js';
import { wordsOf } from './value-text.js';

/** The values with the names that the editor shows. */
export function userEnum({ main: { values }, tags }: Subject): string[] {
  const shown = elements(values, 'DisplayNameMap').filter(isStructure);
  const names =
    shown.length > 0 ? shown.map(each => [each.key, wordsOf(each.value)] as const) : oldNames(values);
  const about = wordsOf(values.EnumDescription) ?? tagText(tags, 'EnumDescription');
  const lines = names.map(([name, words], at) => `${at} ${words ?? '?'} (${String(name)})`);
  return [...(about === undefined ? [] : [about]), ...(lines.length === 0 ? ['no values'] : lines)];
}

/** Before UE 4.15 the names are a list. */
function oldNames(values: Values): (readonly [PropertyValue, string | undefined])[] {
  return elements(values, 'DisplayNames').map((each, at) => [`NewEnumerator${at}`, wordsOf(each)] as const);
}

/** The members with types, defaults and tooltips. */
export async function userStruct(subject: Subject): Promise<string[]> {
  const { main, tags } = subject;
  const editor = await subject.part(main.values.EditorData);
  const members = elements(editor?.values, 'VariablesDescriptions').filter(isStructure);
  const about = textOf(editor?.values, 'ToolTip') ?? tagText(tags, 'Tooltip');
  const lines = members.map(memberLine);
  return [...(about === undefined ? [] : [about]), ...(lines.length === 0 ? ['no members'] : lines)];
}

function memberLine(member: Values): string {
  const name = textOf(member, 'FriendlyName') ?? textOf(member, 'VarName') ?? '?';
  const usual = textOf(member, 'CurrentDefaultValue') ?? textOf(member, 'DefaultValue');
  const about = textOf(member, 'ToolTip');
  return sentence(
    `${name}: ${typeText(member)}${usual === undefined ? '' : ` = ${usual}`}`,
    about?.replace(/\s+/g, ' '),
  );
}

function typeText(member: Values): string {
  const container = textOf(member, 'ContainerType')?.replace(/^.*::/, '');
  // Before UE 4.17 each container is a flag.
  const old =
    member.bIsArray === true
      ? 'Array'
      : member.bIsSet === true
        ? 'Set'
        : member.bIsMap === true
          ? 'Map'
          : 'None';
  const type = {
    PinCategory: member.Category ?? 'unknown',
    PinSubCategory: member.SubCategory ?? 'None',
    PinSubCategoryObject: member.SubCategoryObject ?? null,
    ContainerType: container ?? old,
    PinValueType: structure(member, 'PinValueType'),
  };
  return pinTypeText(type) ?? 'unknown';
}
