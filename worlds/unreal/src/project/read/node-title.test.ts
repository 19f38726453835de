import { describe, expect, it } from 'vitest';
import { nodeTitle } from './node-title.js';
import { pinTypeText } from './pin-type.js';

describe('the title of a node', () => {
  it.each([
    ['K2Node_CallFunction', { FunctionReference: { MemberName: 'PrintString' } }, 'PrintString'],
    ['K2Node_CallArrayFunction', { FunctionReference: { MemberName: 'Array_Add' } }, 'Array_Add'],
    ['K2Node_CallParentFunction', { FunctionReference: { MemberName: 'Open' } }, 'Parent: Open'],
    ['K2Node_Event', { EventReference: { MemberName: 'ReceiveBeginPlay' } }, 'ReceiveBeginPlay'],
    ['K2Node_Event', { EventSignatureName: 'ReceiveTick' }, 'ReceiveTick'],
    ['K2Node_CustomEvent', { CustomFunctionName: 'OpenDoor' }, 'OpenDoor'],
    ['K2Node_VariableGet', { VariableReference: { MemberName: 'Health' } }, 'Get Health'],
    ['K2Node_VariableSet', { VariableReference: { MemberName: 'Health' } }, 'Set Health'],
    ['K2Node_PropertyAccess', { Path: ['Pawn', 'Health'] }, 'Pawn.Health'],
    ['K2Node_VariableSetRef', { VariableReference: { MemberName: 'Health' } }, 'Set Health'],
    [
      'K2Node_ComponentBoundEvent',
      { DelegatePropertyName: 'OnClicked', ComponentPropertyName: 'Button' },
      'OnClicked (Button)',
    ],
    ['K2Node_DynamicCast', { TargetType: '/Game/BP_Door.BP_Door_C' }, 'Cast to BP_Door_C'],
    [
      'K2Node_MacroInstance',
      { MacroGraphReference: { MacroGraph: '/Engine/M.M:ForEachLoop' } },
      'ForEachLoop',
    ],
    ['K2Node_InputAction', { InputActionName: 'Jump' }, 'Input action Jump'],
    ['K2Node_InputActionEvent', { InputActionName: 'Jump' }, 'Input action Jump'],
    ['K2Node_EnhancedInputAction', { InputAction: '/Game/IA_Jump.IA_Jump' }, 'Input action IA_Jump'],
    ['K2Node_InputKey', { InputKey: { KeyName: 'E' } }, 'Key E'],
    ['K2Node_MakeStruct', { StructType: '/Script/CoreUObject.Vector' }, 'Make Vector'],
    ['K2Node_BreakStruct', { StructType: '/Script/CoreUObject.Vector' }, 'Break Vector'],
    ['K2Node_IfThenElse', {}, 'Branch'],
    ['K2Node_GetClassDefaults', {}, 'Get Class Defaults'],
    ['EdGraphNode_Comment', { NodeComment: 'Open the door' }, 'Open the door'],
    ['AnimGraphNode_Root', {}, undefined],
    ['K2Node_VariableGet', { VariableReference: { MemberName: 'None' } }, undefined],
    ['K2Node_VariableGet', { VariableReference: 'damaged' }, undefined],
  ])('%s %j', (className, values, title) => {
    expect(nodeTitle(className, values)).toBe(title);
  });
});

describe('the type of a variable', () => {
  it.each([
    [{ PinCategory: 'bool', ContainerType: 'None' }, 'bool'],
    [{ PinCategory: 'real', PinSubCategory: 'double' }, 'double'],
    [{ PinCategory: 'object', PinSubCategoryObject: '/Script/Engine.Actor' }, 'Actor'],
    [{ PinCategory: 'class', PinSubCategoryObject: '/Script/Engine.Actor' }, 'class of Actor'],
    [{ PinCategory: 'softobject', PinSubCategoryObject: '/Script/Engine.Actor' }, 'soft Actor'],
    [{ PinCategory: 'asset', PinSubCategoryObject: '/Script/Engine.Actor' }, 'soft Actor'],
    [{ PinCategory: 'struct', PinSubCategoryObject: 'None' }, 'struct'],
    [{ PinCategory: 'name', ContainerType: 'Array' }, 'array of name'],
    [{ PinCategory: 'name', ContainerType: 'Set' }, 'set of name'],
    [
      { PinCategory: 'name', ContainerType: 'Map', PinValueType: { TerminalCategory: 'int' } },
      'map of name to int',
    ],
    ['damaged', undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('%j', (type, text) => {
    expect(pinTypeText(type)).toBe(text);
  });
});
