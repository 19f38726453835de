import { CUSTOM } from '../format/versions.js';
import type { NestedForm, StructReader } from './struct-reader.js';
import type { ValueScope } from './value-scope.js';

const GENERATED_FUNCTIONS = 55;
const VARIADIC_PARAMETERS = 77;
const USAGE_MASK = 91;

/** The name, and the type with tags. */
function variable(scope: ValueScope, structs: StructReader) {
  return { Name: scope.cursor.name(), TypeDef: structs.struct() };
}

const withData: NestedForm = (scope, structs) => {
  const { cursor } = scope;
  const named = variable(scope, structs);
  const data = Buffer.from(cursor.bytes(cursor.count(1))).toString('base64');
  return { ...named, ...(data !== '' && { VarData: data }) };
};

const withOffset: NestedForm = (scope, structs) => ({
  ...variable(scope, structs),
  Offset: scope.cursor.i32(),
});

const parameterInfo: NestedForm = scope => {
  const { cursor, layout } = scope;
  const names = { DataInterfaceHLSLSymbol: cursor.text(), DIClassName: cursor.text() };
  if (layout.custom(CUSTOM.niagara) < GENERATED_FUNCTIONS) return names;
  return { ...names, GeneratedFunctions: scope.list(16, () => generatedFunction(scope)) };
};

function generatedFunction(scope: ValueScope) {
  const { cursor, layout } = scope;
  const version = layout.custom(CUSTOM.niagara);
  const parameter = () => ({ Name: cursor.name(), UnderlyingType: scope.object() });
  const made = {
    DefinitionName: cursor.name(),
    InstanceName: cursor.text(),
    Specifiers: scope.list(16, () => ({ key: cursor.name(), value: cursor.name() })),
  };
  const variadic =
    version < VARIADIC_PARAMETERS
      ? {}
      : { VariadicInputs: scope.list(12, parameter), VariadicOutputs: scope.list(12, parameter) };
  if (version >= USAGE_MASK) cursor.skip(2);
  return { ...made, ...variadic };
}

export const niagaraStructs: Readonly<Record<string, readonly NestedForm[]>> = {
  NiagaraVariable: [withData],
  NiagaraVariableBase: [variable],
  NiagaraDataChannelVariable: [variable],
  NiagaraVariableWithOffset: [withOffset],
  NiagaraDataInterfaceGPUParamInfo: [parameterInfo],
};
