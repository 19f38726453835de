import type { PropertyValue } from '@worldwire/uasset';
import { elements, isStructure, numberOf, structure, textOf, type Values } from '../read/property-values.js';
import { ExpressionGraph } from './expression-graph.js';
import { sentence, tagText } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { nameText, numberText, valueText } from './value-text.js';

const EXPRESSION = /^MaterialExpression/;
const OUTPUT = /^MaterialExpression(FunctionOutput|MaterialLayerOutput)$/;
/** Expressions that write values besides the outputs of the material. */
const OTHER_OUTPUT = /^MaterialExpression(.*Output|.*CustomOutput)$/;
const MAX_CHAIN = 200;

/** Domain, blend mode and shading model, the parameters with their values, and the formula of each output. */
export async function material(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const graph = new ExpressionGraph(subject);
  const editor = (await subject.part(values.EditorOnlyData))?.values ?? {};
  const expressions = await subject.all(EXPRESSION);
  const outputs = await graph.inputs({ ...values, ...editor });
  await graph.add(outputs);
  for (const { class: kind, values: own } of expressions.filter(each => OTHER_OUTPUT.test(each.class))) {
    if (OUTPUT.test(kind)) continue;
    const name = kind.replace(EXPRESSION, '');
    await graph.add((await graph.inputs(own)).map(each => ({ ...each, name: `${name}.${each.name}` })));
  }
  return [kindLine(subject), ...parameterLines(expressions), ...graph.lines];
}

/** Inputs with types and defaults, then the formula of each output. */
export async function materialFunction(subject: Subject): Promise<string[]> {
  const expressions = await subject.all(EXPRESSION);
  const graph = new ExpressionGraph(subject);
  for (const { class: kind, values } of expressions.filter(each => OUTPUT.test(each.class))) {
    const name = textOf(values, 'OutputName') ?? (/Layer/.test(kind) ? 'layer' : 'Result');
    await graph.add((await graph.inputs(values)).map(each => ({ ...each, name: `output ${name}` })));
  }
  const description = textOf(subject.main.values, 'Description');
  const inputs = expressions
    .filter(each => each.class === 'MaterialExpressionFunctionInput')
    .sort((a, b) => (numberOf(a.values, 'SortPriority') ?? 0) - (numberOf(b.values, 'SortPriority') ?? 0));
  return [
    ...(description === undefined ? [] : [description.replace(/\s+/g, ' ').trim()]),
    ...inputs.map(inputLine),
    ...parameterLines(expressions),
    ...graph.lines,
  ];
}

/** The parent, and what differs from it. */
export function materialInstance({ main: { values }, tags }: Subject): string[] {
  const parent = textOf(values, 'Parent') ?? tagText(tags, 'Parent');
  const layers = structure(values, 'StaticParameters');
  const runtime = structure(values, 'StaticParametersRuntime');
  const changed = [
    ...['Scalar', 'Vector', 'Texture', 'Font', 'RuntimeVirtualTexture', 'DoubleVector'].flatMap(kind =>
      elements(values, `${kind}ParameterValues`).map(each => changedLine(each)),
    ),
    ...[layers, runtime].flatMap(each => switchLines(each)),
  ];
  const base = overrideText(structure(values, 'BasePropertyOverrides'));
  return [
    `parent ${parent === undefined ? 'none' : nameText(parent)}`,
    ...(base === '' ? [] : [`overrides ${base}`]),
    ...changed,
    ...(changed.length === 0 && base === '' ? ['no parameter differs from the parent'] : []),
  ];
}

/** Parameters that all materials can read. */
export function parameterCollection({ main: { values } }: Subject): string[] {
  return ['ScalarParameters', 'VectorParameters']
    .flatMap(name => elements(values, name))
    .filter(isStructure)
    .map(each => `${textOf(each, 'ParameterName') ?? '?'} = ${valueText(each.DefaultValue ?? 0)}`);
}

function kindLine({ main: { values }, tags }: Subject): string {
  const of = (name: string, prefix: RegExp, usual: string) =>
    (textOf(values, name) ?? tagText(tags, name) ?? usual).replace(prefix, '');
  const usages = Object.keys(values).filter(name => name.startsWith('bUsedWith') && values[name] === true);
  const clip = numberOf(values, 'OpacityMaskClipValue');
  return sentence(
    `domain ${of('MaterialDomain', /^MD_/, 'Surface')}`,
    `blend mode ${of('BlendMode', /^BLEND_/, 'Opaque')}${clip === undefined ? '' : ` (clip ${numberText(clip)})`}`,
    `shading model ${of('ShadingModel', /^MSM_/, 'DefaultLit')}`,
    values.TwoSided === true && 'two-sided',
    values.bUseMaterialAttributes === true && 'uses material attributes',
    usages.length > 0 && `used with ${usages.map(name => name.slice('bUsedWith'.length)).join(' ')}`,
  );
}

/** By group as in the editor; a parameter that occurs several times once. */
function parameterLines(expressions: readonly Part[]): string[] {
  const lines = new Set<string>();
  for (const { class: kind, values } of expressions) {
    if (!/Parameter/.test(kind) || /Collection|ParticleDynamic|DynamicParameter/.test(kind)) continue;
    const name = textOf(values, 'ParameterName');
    if (name === undefined) continue;
    const type = /Texture/.test(kind) ? 'texture' : words(kind.replace(/^MaterialExpression|Parameter/g, ''));
    const group = textOf(values, 'Group');
    lines.add(
      `parameter ${name} = ${parameterValue(kind, values)} (${sentence(type, group && `group ${group}`)})`,
    );
  }
  return [...lines].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

function parameterValue(kind: string, values: Values): string {
  const texture = textOf(values, 'Texture');
  if (texture !== undefined) return nameText(texture);
  if (/Switch|Bool/.test(kind)) return String(values.DefaultValue === true);
  return valueText(values.DefaultValue ?? (/Scalar/.test(kind) ? 0 : undefined));
}

function inputLine({ values }: Part): string {
  const type = (textOf(values, 'InputType') ?? 'FunctionInput_Vector3').replace(/^FunctionInput_/, '');
  const about = textOf(values, 'Description')?.replace(/\s+/g, ' ');
  const name = textOf(values, 'InputName') ?? 'In';
  const usual =
    values.bUsePreviewValueAsDefault === true && previewText(type, structure(values, 'PreviewValue'));
  return `input ${name} (${sentence(type, usual)})${about === undefined ? '' : `: ${about}`}`;
}

/** A default has four numbers for each type. */
function previewText(type: string, preview: Values): string | undefined {
  const size = type === 'Scalar' ? 1 : Number(/^Vector(\d)$/.exec(type)?.[1] ?? 0);
  if (size === 0) return undefined;
  const numbers = ['X', 'Y', 'Z', 'W'].slice(0, size).map(name => numberText(numberOf(preview, name) ?? 0));
  return `default ${size === 1 ? numbers[0] : `(${numbers.join(', ')})`}`;
}

/** "StaticSwitch" as "static switch". */
function words(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

function changedLine(value: PropertyValue): string {
  if (!isStructure(value)) return '?';
  const info = structure(value, 'ParameterInfo');
  const name = textOf(info, 'Name') ?? textOf(value, 'ParameterName') ?? '?';
  const layer = textOf(info, 'Association');
  const where =
    layer === undefined || layer.endsWith('GlobalParameter')
      ? ''
      : ` (${layer.replace(/^.*::|Parameter$/g, '')} ${numberOf(info, 'Index') ?? 0})`;
  return `${name}${where} = ${valueText(value.ParameterValue ?? value.FontValue)}`;
}

function switchLines(parameters: Values): string[] {
  return ['StaticSwitchParameters', 'StaticComponentMaskParameters', 'TerrainLayerWeightParameters']
    .flatMap(name => elements(parameters, name))
    .filter(isStructure)
    .filter(each => each.bOverride !== false)
    .map(each => {
      const mask = ['R', 'G', 'B', 'A'].filter(channel => each[channel] === true).join('');
      const name = textOf(structure(each, 'ParameterInfo'), 'Name') ?? textOf(each, 'ParameterName') ?? '?';
      return `${name} = ${'Value' in each ? valueText(each.Value) : mask || 'false'}`;
    });
}

/** Only the values whose override is on. */
function overrideText(overrides: Values): string {
  const on = Object.keys(overrides).filter(name => name.startsWith('bOverride_') && overrides[name] === true);
  return on
    .slice(0, MAX_CHAIN)
    .map(name => name.slice('bOverride_'.length))
    .map(name => `${name} ${valueText(overrides[name] ?? overrides[`b${name}`])}`)
    .join(', ');
}
