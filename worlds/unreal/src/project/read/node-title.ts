import { shortName } from '../index/package-entry.js';
import { elements, structure, textOf, type Values } from './property-values.js';

/** The title of a graph node as the editor shows it. */
export function nodeTitle(className: string, values: Values): string | undefined {
  const rule = RULES.find(([pattern]) => pattern.test(className));
  return rule?.[1](values, className);
}

const member = (values: Values, name: string) => textOf(structure(values, name), 'MemberName');
const last = (values: Values, name: string) => {
  const path = textOf(values, name);
  return path === undefined ? undefined : shortName(path.replaceAll(':', '.'));
};
const named = (verb: string, name: string | undefined) =>
  name === undefined ? undefined : `${verb} ${name}`;

/** The first rule that matches the class applies. */
const RULES: readonly [RegExp, (values: Values, className: string) => string | undefined][] = [
  [/^K2Node_CallParentFunction$/, values => named('Parent:', member(values, 'FunctionReference'))],
  [/^K2Node_CallDelegate$/, values => named('Call', member(values, 'DelegateReference'))],
  [/^K2Node_AddDelegate$/, values => named('Bind', member(values, 'DelegateReference'))],
  [/^K2Node_RemoveDelegate$/, values => named('Unbind', member(values, 'DelegateReference'))],
  [/^K2Node_ClearDelegate$/, values => named('Unbind all', member(values, 'DelegateReference'))],
  [/^K2Node_CreateDelegate$/, values => named('Create event', textOf(values, 'SelectedFunctionName'))],
  [/^K2Node_VariableSet/, values => named('Set', variable(values))],
  [/^K2Node_Variable/, values => named('Get', variable(values))],
  [/^K2Node_PropertyAccess$/, values => elements(values, 'Path').join('.') || undefined],
  [/^K2Node_(Temporary|Local)Variable$/, values => textOf(values, 'VariableName')],
  [/^K2Node_CustomEvent$/, values => textOf(values, 'CustomFunctionName')],
  [/^K2Node_ComponentBoundEvent$/, componentEvent],
  [/^K2Node_ActorBoundEvent$/, values => textOf(values, 'DelegatePropertyName')],
  [/^K2Node_EnhancedInputAction$/, values => named('Input action', last(values, 'InputAction'))],
  [/^K2Node_InputAction/, values => named('Input action', textOf(values, 'InputActionName'))],
  [/^K2Node_InputAxis/, values => named('Input axis', textOf(values, 'InputAxisName'))],
  [/^K2Node_InputKey/, values => named('Key', keyName(values))],
  [/^K2Node_(.*)Event$/, values => member(values, 'EventReference') ?? textOf(values, 'EventSignatureName')],
  [/^K2Node_DynamicCast$/, values => named('Cast to', last(values, 'TargetType'))],
  [/^K2Node_ClassDynamicCast$/, values => named('Cast to class', last(values, 'TargetType'))],
  [/^K2Node_MacroInstance$/, macro],
  [/^K2Node_SpawnActor/, () => 'Spawn actor'],
  [/^K2Node_(Make|Break|SetFieldsIn)Struct$/, structNode],
  [/^K2Node_IfThenElse$/, () => 'Branch'],
  [/^K2Node_ExecutionSequence$/, () => 'Sequence'],
  [/^K2Node_FunctionResult$/, () => 'Return'],
  [
    /^K2Node_FunctionEntry$/,
    values => member(values, 'FunctionReference') ?? textOf(values, 'SignatureName'),
  ],
  [/^K2Node_Self$/, () => 'Self'],
  [/^K2Node_Knot$/, () => 'Reroute'],
  [/^K2Node_Timeline$/, values => textOf(values, 'TimelineName')],
  [/^K2Node_Composite$/, values => last(values, 'BoundGraph')],
  [
    /^K2Node_(Switch|CastByteTo|GetNumEnumEntries|ForEachElementIn).*Enum/,
    values => named('Enum', last(values, 'Enum')),
  ],
  [/Comment$/, values => textOf(values, 'NodeComment')],
  [/./, other],
];

function variable(values: Values): string | undefined {
  return member(values, 'VariableReference') ?? textOf(values, 'VariableName');
}

function componentEvent(values: Values): string | undefined {
  const event = textOf(values, 'DelegatePropertyName');
  const component = textOf(values, 'ComponentPropertyName');
  return event === undefined || component === undefined ? event : `${event} (${component})`;
}

function keyName(values: Values): string | undefined {
  return textOf(structure(values, 'InputKey'), 'KeyName') ?? textOf(values, 'InputKey');
}

function macro(values: Values): string | undefined {
  return last(structure(values, 'MacroGraphReference'), 'MacroGraph') ?? last(values, 'MacroGraphReference');
}

function structNode(values: Values, className: string): string | undefined {
  const verb = className.startsWith('K2Node_Make')
    ? 'Make'
    : className.startsWith('K2Node_Break')
      ? 'Break'
      : 'Set fields in';
  return named(verb, last(values, 'StructType'));
}

/** A function call, else any usual name, else the class in words. */
function other(values: Values, className: string): string | undefined {
  return (
    member(values, 'FunctionReference') ??
    member(values, 'EventReference') ??
    variable(values) ??
    textOf(values, 'CustomFunctionName') ??
    textOf(values, 'NodeComment') ??
    /^K2Node_(\w+)$/.exec(className)?.[1]?.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  );
}
