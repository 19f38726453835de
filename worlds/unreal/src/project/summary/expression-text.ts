import { elements, isStructure, numberOf, structure, textOf, type Values } from '../read/property-values.js';
import type { Part } from './subject.js';
import { isEmpty, lastName, numberText, settingsText, valueText, wordsOf } from './value-text.js';

export interface Term {
  readonly name: string;
  readonly text: string;
}

/** Two inputs with an operator between them, and the value of an input that is not connected. */
const OPERATORS: Readonly<Record<string, readonly [string, number]>> = {
  Add: ['+', 1],
  Subtract: ['-', 1],
  Multiply: ['*', 1],
  Divide: ['/', 2],
};
/** What only the editor needs, and connections. */
const EDITOR_ONLY =
  /^(MaterialExpression.*|Material|Function|Desc|.*Guid|.*GUID|Id|bCollapsed|bCommentBubbleVisible.*|bShow.*|Outputs|GraphNode|SubgraphExpression|bRealtimePreview|bNeedToUpdatePreview|Group|SortPriority|ChannelNames|SamplerType|SamplerSource|b(Hide|Show)Preview.*|MenuCategories)$/;

/** An expression as a formula: "Tint * T_Wood(UV0 * 4)". */
export function expressionText(part: Part, inputs: readonly Term[]): string {
  const kind = part.class.replace(/^MaterialExpression/, '');
  const { values } = part;
  const known = leaf(kind, values, inputs);
  if (known !== undefined) return known;
  const operator = OPERATORS[kind];
  if (operator !== undefined) {
    const [sign, usual] = operator;
    const side = (name: string, fallback: number) =>
      grouped(input(inputs, name) ?? numberText(numberOf(values, `Const${name}`) ?? fallback));
    return `${side('A', 0)} ${sign} ${side('B', usual)}`;
  }
  return call(nameOf(kind, values), inputs, values);
}

function leaf(kind: string, values: Values, inputs: readonly Term[]): string | undefined {
  switch (kind) {
    case 'Constant':
      return numberText(numberOf(values, 'R') ?? 0);
    case 'Constant2Vector':
      return `(${numberText(numberOf(values, 'R') ?? 0)}, ${numberText(numberOf(values, 'G') ?? 0)})`;
    case 'Constant3Vector': {
      const { A: _, ...rgb } = structure(values, 'Constant');
      return isEmpty(rgb) ? '(0, 0, 0)' : valueText(rgb);
    }
    case 'Constant4Vector':
      return isEmpty(values.Constant) ? '(0, 0, 0, 0)' : valueText(values.Constant);
    case 'TextureCoordinate':
      return coordinate(values);
    case 'OneMinus':
      return `1 - ${grouped(inputs[0]?.text ?? '0')}`;
    case 'ComponentMask': {
      const channels = ['R', 'G', 'B', 'A'].filter(each => values[each] === true).join('');
      return `${grouped(inputs[0]?.text ?? 'none')}.${channels}`;
    }
    case 'FunctionInput':
      return textOf(values, 'InputName') ?? wordsOf(values.InputName) ?? 'In';
    case 'Power': {
      const exponent = input(inputs, 'Exponent') ?? numberText(numberOf(values, 'ConstExponent') ?? 2);
      return `${grouped(input(inputs, 'Base') ?? '0')} ^ ${grouped(exponent)}`;
    }
    case 'AppendVector':
      return `append(${['A', 'B'].map(name => appended(input(inputs, name) ?? '0')).join(', ')})`;
    case 'StaticSwitch':
    case 'StaticSwitchParameter': {
      const condition =
        input(inputs, 'Value') ?? textOf(values, 'ParameterName') ?? valueText(values.DefaultValue);
      return `(${condition} ? ${input(inputs, 'A') ?? 'none'} : ${input(inputs, 'B') ?? 'none'})`;
    }
    case 'LinearInterpolate': {
      const side = (name: string, usual: number) =>
        input(inputs, name) ?? numberText(numberOf(values, `Const${name}`) ?? usual);
      return `lerp(${side('A', 0)}, ${side('B', 1)}, ${side('Alpha', 0.5)})`;
    }
    default:
      return undefined;
  }
}

/** The name that a reader knows: of a parameter, a texture, a function, or the kind of expression. */
function nameOf(kind: string, values: Values): string {
  const parameter = textOf(values, 'ParameterName');
  if (parameter !== undefined) return parameter;
  const asset =
    textOf(values, 'MaterialFunction') ?? textOf(values, 'Texture') ?? textOf(values, 'Collection');
  if (asset !== undefined) return lastName(asset);
  if (kind === 'Custom') return `custom code ${JSON.stringify(textOf(values, 'Description') ?? 'Custom')}`;
  return kind;
}

function call(name: string, inputs: readonly Term[], values: Values): string {
  const named = inputs.filter(each => each.name !== '');
  const list =
    inputs.length === 1 || named.length < inputs.length
      ? inputs.map(({ text }) => text)
      : inputs.map(each => `${each.name} = ${each.text}`);
  const isNamed = /^(ParameterName|Texture|MaterialFunction|Collection)$/;
  const hasName = Object.keys(values).some(each => isNamed.test(each));
  const settings = hasName ? '' : settingsText(values, each => isSetting(each, values));
  const all = [...list, ...(settings === '' ? [] : [settings])];
  return all.length === 0 ? name : `${name}(${all.join(', ')})`;
}

function isSetting(name: string, values: Values): boolean {
  if (EDITOR_ONLY.test(name) || /^(FunctionInputs|FunctionOutputs|Inputs|Code)$/.test(name)) return false;
  const value = values[name];
  return !(isStructure(value) && 'Expression' in value) && elements(values, name).length === 0;
}

function coordinate(values: Values): string {
  const [u, v] = [numberOf(values, 'UTiling') ?? 1, numberOf(values, 'VTiling') ?? 1];
  const name = `UV${numberOf(values, 'CoordinateIndex') ?? 0}`;
  if (u === 1 && v === 1) return name;
  return u === v ? `${name} * ${numberText(u)}` : `${name} * (${numberText(u)}, ${numberText(v)})`;
}

function input(inputs: readonly Term[], name: string): string | undefined {
  return inputs.find(each => each.name === name)?.text;
}

/** The parts of an append inside an append. */
function appended(text: string): string {
  const inner = /^append\(([^()]*)\)$/.exec(text)?.[1];
  return inner ?? text;
}

/** In parentheses where it has operators at its top level. */
function grouped(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (depth === 0 && text[at] === ' ' && /^ [-+*/^] /.test(text.slice(at, at + 3))) return `(${text})`;
  }
  return text;
}
