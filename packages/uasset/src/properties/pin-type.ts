import type { PropertyValue } from '../format/package.js';
import { CUSTOM, UE4 } from '../format/versions.js';
import type { ValueScope } from './value-scope.js';

const PINS_STORE_NAMES = 31;
const CONTAINER_TYPE = 26;
const SETS_AND_MAPS = 6;
const OBJECT_WRAPPER = 32;
const SINGLE_PRECISION = 36;
const CONTAINERS = ['None', 'Array', 'Set', 'Map'];

/** The type of a Blueprint's variable or pin. */
export function readPinType(scope: ValueScope): PropertyValue {
  const { cursor, layout } = scope;
  const category = readCategory(scope);
  const subCategory = readCategory(scope);
  const subObject = scope.object();
  const { container, value } = readContainer(scope);
  const isReference = cursor.flag();
  const isWeakPointer = cursor.flag();
  const member = readMember(scope);
  const isConst = layout.ue4 >= UE4.CONST_PINS && cursor.flag();
  const isWrapper = layout.custom(CUSTOM.release) >= OBJECT_WRAPPER && cursor.flag();
  if (!layout.filtered && layout.custom(CUSTOM.ue5Release) >= SINGLE_PRECISION) cursor.flag();
  return {
    PinCategory: category,
    PinSubCategory: subCategory,
    PinSubCategoryObject: subObject,
    ContainerType: container,
    ...(value && { PinValueType: value }),
    bIsReference: isReference,
    bIsWeakPointer: isWeakPointer,
    bIsConst: isConst,
    bIsUObjectWrapper: isWrapper,
    ...(member.name !== 'None' && { PinSubCategoryMemberReference: member }),
  };
}

/** The first versions end before it. */
function readMember(scope: ValueScope): { parent: PropertyValue; name: string; guid: string } {
  const { cursor, layout } = scope;
  if (layout.ue4 < UE4.CONST_PINS && cursor.left === 0) return { parent: null, name: 'None', guid: '' };
  return { parent: scope.object(), name: cursor.name(), guid: cursor.guid() };
}

/** A name, or a text in older packages. */
export function readCategory({ cursor, layout }: ValueScope): string {
  return layout.custom(CUSTOM.framework) >= PINS_STORE_NAMES ? cursor.name() : cursor.text();
}

function readContainer(scope: ValueScope): { readonly container: string; readonly value?: PropertyValue } {
  const { cursor, layout } = scope;
  if (layout.custom(CUSTOM.framework) >= CONTAINER_TYPE) {
    const container = CONTAINERS[cursor.u8()];
    if (container === undefined) throw cursor.malformed('A pin has an unknown container type.');
    return container === 'Map' ? { container, value: readTerminal(scope) } : { container };
  }
  const both = layout.custom(CUSTOM.blueprints) >= SETS_AND_MAPS;
  const value = both && cursor.flag() ? readTerminal(scope) : undefined;
  const isSet = both && cursor.flag();
  const isArray = cursor.flag();
  if (value !== undefined) return { container: 'Map', value };
  if (isSet) return { container: 'Set' };
  return { container: isArray ? 'Array' : 'None' };
}

/** The type of the values of a map. */
function readTerminal(scope: ValueScope): PropertyValue {
  const { cursor, layout } = scope;
  const terminal = {
    TerminalCategory: readCategory(scope),
    TerminalSubCategory: readCategory(scope),
    TerminalSubCategoryObject: scope.object(),
    bTerminalIsConst: cursor.flag(),
    bTerminalIsWeakPointer: cursor.flag(),
  };
  if (layout.custom(CUSTOM.release) >= OBJECT_WRAPPER) cursor.flag();
  return terminal;
}
