import { elements, isStructure, numberOf, structure, textOf, type Values } from '../read/property-values.js';
import { sentence, tagNumber } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { nameText, numberText, settingsText, valueText } from './value-text.js';

const CHANNELS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' };
const MAX_DEPTH = 32;
const GRAPH_ONLY = /^(GraphNode|ChildNodes|SoundWave|SoundWaveAssetPtr|.*Guid)$/;

export function soundWave({ main: { values }, tags }: Subject): string[] {
  const channels = numberOf(values, 'NumChannels') ?? tagNumber(tags, 'NumChannels');
  const rate = numberOf(values, 'SampleRate') ?? tagNumber(tags, 'SampleRate');
  const duration = numberOf(values, 'Duration') ?? tagNumber(tags, 'Duration');
  const group = textOf(values, 'SoundGroup');
  return [
    sentence(
      duration !== undefined && `${numberText(duration)} s`,
      channels !== undefined && (CHANNELS[channels] ?? `${channels} channels`),
      rate !== undefined && rate > 0 && `${numberText(rate / 1_000)} kHz`,
      values.bLooping === true && 'looping',
      values.bStreaming === true && 'streaming',
      group !== undefined && `group ${nameText(group)}`,
    ),
    ...soundSettings(values),
    ...elements(values, 'Subtitles').map(each => `subtitle ${valueText(each)}`),
  ];
}

/** The nodes from the output back, each below the node that plays it. */
export async function soundCue(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const lines = soundSettings(values);
  const first = await subject.part(values.FirstNode);
  if (first === undefined) return [...lines, 'no node'];
  await soundNode(subject, first, 0, new Set(), lines);
  return lines;
}

async function soundNode(
  subject: Subject,
  { index, name, class: kind, values }: Part,
  depth: number,
  seen: Set<number>,
  lines: string[],
): Promise<void> {
  const wave = textOf(values, 'SoundWaveAssetPtr') ?? textOf(values, 'SoundWave');
  const settings = settingsText(values, each => !GRAPH_ONLY.test(each));
  const title = kind.replace(/^SoundNode/, '');
  const again = seen.has(index) || depth > MAX_DEPTH;
  const facts = [wave && nameText(wave), settings, again && `see ${name}`];
  lines.push(`${'  '.repeat(depth)}${[title, sentence(...facts)].filter(Boolean).join(': ')}`);
  if (again) return;
  seen.add(index);
  for (const child of await subject.parts(elements(values, 'ChildNodes')))
    await soundNode(subject, child, depth + 1, seen, lines);
}

/** A MetaSound: its inputs with defaults, its outputs, and the number of nodes of each kind. */
export function metaSound({ main: { values } }: Subject): string[] {
  // Names ignore case, and packages have both.
  const document = {
    ...structure(values, 'RootMetasoundDocument'),
    ...structure(values, 'RootMetaSoundDocument'),
  };
  const root = structure(document, 'RootGraph');
  const face = structure(root, 'Interface');
  const pages = elements(root, 'PagedGraphs').filter(isStructure);
  const interfaces = elements(document, 'Interfaces').filter(isStructure).map(interfaceName);
  const inputs = elements(face, 'Inputs').filter(isStructure);
  const outputs = elements(face, 'Outputs').filter(isStructure);
  const graph = pages[0] ?? structure(root, 'Graph');
  const kinds = new Map<string, number>();
  for (const node of elements(graph, 'Nodes').filter(isStructure)) {
    const name = textOf(node, 'Name') ?? 'unnamed';
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
  }
  const faces = new Set([...inputs, ...outputs].map(vertexName));
  const nodes = [...kinds].filter(([name]) => !faces.has(name) && !/^(Input|Output)$/.test(name));
  return [
    ...(interfaces.length === 0 ? [] : [`interfaces ${interfaces.join(', ')}`]),
    ...inputs.map(each => `input ${vertexText(each)}`),
    ...outputs.map(each => `output ${vertexText(each)}`),
    `nodes: ${nodes.map(([name, count]) => (count > 1 ? `${name} x${count}` : name)).join(', ') || 'none'}`,
    ...soundSettings(values),
  ];
}

/** Before UE 5.3 the name is in a structure. */
function interfaceName(one: Values): string {
  return textOf(one, 'Name') ?? textOf(structure(one, 'Version'), 'Name') ?? '?';
}

function vertexName(vertex: Values): string {
  return textOf(vertex, 'Name') ?? '';
}

function vertexText(vertex: Values): string {
  const type = textOf(vertex, 'TypeName');
  const literal = structure(vertex, 'DefaultLiteral');
  const defaults = elements(vertex, 'Defaults').filter(isStructure);
  const given = defaults.length > 0 ? structure(defaults[0], 'Literal') : literal;
  const value = ['AsBoolean', 'AsInteger', 'AsFloat', 'AsString', 'AsUObject'].flatMap(each =>
    elements(given, each),
  );
  const shown =
    value.length > 0 && type !== 'Trigger' ? ` = ${valueText(value.length === 1 ? value[0] : value)}` : '';
  return `${vertexName(vertex)}${type === undefined ? '' : ` (${type})`}${shown}`;
}

/** What every sound has: class, volume, attenuation and concurrency. */
function soundSettings(values: Values): string[] {
  const names =
    /^(SoundClassObject|Volume(Multiplier)?|Pitch(Multiplier)?|AttenuationSettings|bOverrideAttenuation|ConcurrencySet|SoundSubmixObject|Priority|VirtualizationMode)$/;
  const text = settingsText(values, name => names.test(name));
  return text === '' ? [] : [text];
}
