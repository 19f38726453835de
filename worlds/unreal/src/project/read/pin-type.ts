import type { PropertyValue } from '@worldwire/uasset';
import { shortName } from '../index/package-entry.js';
import { isStructure, structure, textOf, type Values } from './property-values.js';

/** The type of a variable as a person would say it: "float", "Actor", "array of Vector", "map of name to int". */
export function pinTypeText(type: PropertyValue | undefined): string | undefined {
  if (!isStructure(type)) return undefined;
  const element = elementText(type, 'PinCategory', 'PinSubCategory', 'PinSubCategoryObject');
  if (element === undefined) return undefined;
  if (type.ContainerType === 'Array') return `array of ${element}`;
  if (type.ContainerType === 'Set') return `set of ${element}`;
  if (type.ContainerType !== 'Map') return element;
  const value = elementText(
    structure(type, 'PinValueType'),
    'TerminalCategory',
    'TerminalSubCategory',
    'TerminalSubCategoryObject',
  );
  return `map of ${element} to ${value ?? 'anything'}`;
}

function elementText(type: Values, category: string, sub: string, object: string): string | undefined {
  // Names ignore case, so that a package may have "Exec".
  const kind = textOf(type, category)?.toLowerCase();
  const of = textOf(type, object);
  const name = of === undefined ? undefined : shortName(of.replaceAll(':', '.'));
  if (kind === 'real') return textOf(type, sub) ?? 'float';
  if (kind === 'class') return name === undefined ? 'class' : `class of ${name}`;
  if (kind === 'softobject' || kind === 'asset') return name === undefined ? 'soft object' : `soft ${name}`;
  if (kind === 'softclass' || kind === 'assetclass')
    return name === undefined ? 'soft class' : `soft class of ${name}`;
  return name ?? kind;
}
