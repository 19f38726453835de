import type { PropertyValue } from '@worldwire/uasset';
import { elements, isStructure, numberOf, structure, textOf, type Values } from '../read/property-values.js';
import { rateText } from './animation.js';
import { counted, sentence } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { isEmpty, nameText, numberText, wordsOf } from './value-text.js';

const MAX_SECTIONS = 8;

/** Length and frame rate, the tracks of the sequence, then each bound object with its tracks. */
export async function levelSequence(subject: Subject): Promise<string[]> {
  const scene = await subject.part(subject.main.values.MovieScene);
  if (scene === undefined) return ['no movie scene'];
  const { values } = scene;
  const ticks = tickRate(structure(values, 'TickResolution'));
  const lines = [
    sentence(
      lengthText(structure(values, 'PlaybackRange'), ticks),
      rateText(structure(values, 'DisplayRate')),
    ),
  ];
  const tracks = [
    ...elements(values, 'Tracks'),
    ...elements(values, 'MasterTracks'),
    values.CameraCutTrack ?? null,
  ];
  for (const track of await subject.parts(tracks))
    lines.push(...(await trackLines(subject, track, 0, ticks)));
  const objects = await boundObjects(subject, values);
  for (const binding of elements(values, 'ObjectBindings').filter(isStructure)) {
    const guid = textOf(binding, 'ObjectGuid') ?? '';
    lines.push(objects.get(guid) ?? `object ${textOf(binding, 'BindingName') ?? guid}`);
    objects.delete(guid);
    for (const track of await subject.parts(elements(binding, 'Tracks')))
      lines.push(...(await trackLines(subject, track, 1, ticks)));
  }
  return [...lines, ...objects.values()];
}

/** By the id of the binding. */
async function boundObjects(subject: Subject, values: Values): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const each of elements(values, 'Possessables').filter(isStructure)) {
    const kind = textOf(each, 'PossessedObjectClass');
    const name = textOf(each, 'Name') ?? '?';
    found.set(
      textOf(each, 'Guid') ?? name,
      `possessable ${name}${kind === undefined ? '' : ` (${nameText(kind)})`}`,
    );
  }
  for (const each of elements(values, 'Spawnables').filter(isStructure)) {
    const template = await subject.part(each.ObjectTemplate);
    const name = textOf(each, 'Name') ?? '?';
    found.set(
      textOf(each, 'Guid') ?? name,
      `spawnable ${name}${template === undefined ? '' : ` (${template.class})`}`,
    );
  }
  return found;
}

async function trackLines(subject: Subject, track: Part, depth: number, ticks: number): Promise<string[]> {
  const { class: kind, values } = track;
  const title = kind.replace(/^MovieScene|Track$/g, '');
  const name =
    wordsOf(values.DisplayName) ??
    textOf(structure(values, 'PropertyBinding'), 'PropertyName') ??
    textOf(values, 'PropertyName');
  const sections = await subject.parts([
    ...elements(values, 'Sections'),
    ...single(values.Section),
    ...elements(values, 'AnimationSections'),
  ]);
  const shown = sections
    .slice(0, MAX_SECTIONS)
    .map(each => sectionText(each, ticks))
    .filter(text => text !== '');
  const more = sections.length > MAX_SECTIONS ? [`… ${sections.length - MAX_SECTIONS} more`] : [];
  const facts = shown.length > 0 ? [...shown, ...more].join('; ') : counted(sections.length, 'section');
  return [`${'  '.repeat(depth)}track ${title}${name === undefined ? '' : ` "${name}"`}: ${facts}`];
}

function sectionText({ values }: Part, ticks: number): string {
  const parameters = structure(values, 'Params');
  const asset =
    textOf(parameters, 'Animation') ??
    textOf(values, 'Sound') ??
    textOf(values, 'SubSequence') ??
    textOf(values, 'MaterialParameterCollection');
  return sentence(rangeText(structure(values, 'SectionRange'), ticks), asset && nameText(asset));
}

/** A range is saved as a structure of bounds, or with numbers only. */
function bounds(range: Values): readonly [number | undefined, number | undefined] {
  const inner = structure(range, 'Value');
  const of = (name: string): number | undefined => {
    const bound = structure(isEmpty(inner) ? range : inner, name);
    return (
      numberOf(bound, 'Value') ??
      numberOf(structure(bound, 'Value'), 'Value') ??
      numberOf(isEmpty(inner) ? range : inner, name)
    );
  };
  return [of('LowerBound'), of('UpperBound')];
}

function lengthText(range: Values, ticks: number): string | undefined {
  const [lower, upper] = bounds(range);
  return upper === undefined ? undefined : `${numberText((upper - (lower ?? 0)) / ticks)} s`;
}

function rangeText(range: Values, ticks: number): string {
  const [lower, upper] = bounds(range);
  if (lower === undefined && upper === undefined) return '';
  const at = (value: number | undefined) => (value === undefined ? '…' : numberText(value / ticks));
  return `${at(lower)} to ${at(upper)} s`;
}

function tickRate(rate: Values): number {
  const ticks = (numberOf(rate, 'Numerator') ?? 24_000) / (numberOf(rate, 'Denominator') ?? 1);
  return Number.isFinite(ticks) && ticks > 0 ? ticks : 24_000;
}

function single(value: PropertyValue | undefined): readonly PropertyValue[] {
  return value === undefined ? [] : [value];
}
