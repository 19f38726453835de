import type { PropertyValue } from '@worldwire/uasset';
import { elements, isStructure, numberOf, structure, textOf, type Values } from '../read/property-values.js';
import { counted, sentence, tagNumber, tagText } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { isEmpty, listText, nameText, numberText, settingsText } from './value-text.js';

const MAX_CURVES = 20;
const NOTIFY_ONLY = /^(NotifyColor|bShouldFireInEditor|ThisMontage)$/;

export async function animSequence(subject: Subject): Promise<string[]> {
  const { main, tags } = subject;
  const { values } = main;
  const frames = tagNumber(tags, 'Number of Frames') ?? numberOf(values, 'NumFrames');
  const additive = textOf(values, 'AdditiveAnimType');
  return [
    sentence(
      lengthOf(subject),
      frames !== undefined && counted(frames, 'frame'),
      rateText(structure(values, 'SamplingFrameRate')),
      rateOf(values),
      values.bLoop === true && 'loops',
      values.bEnableRootMotion === true && 'root motion',
      values.bForceRootLock === true && 'root locked',
      additive !== undefined && additive !== 'AAT_None' && `additive (${additive.replace(/^AAT_/, '')})`,
    ),
    ...skeletonOf(subject),
    ...(await notifiesOf(subject)),
    ...markersOf(values),
    ...curvesOf(tags),
  ];
}

export async function animMontage(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const blend = (name: string) => numberOf(structure(values, name), 'BlendTime');
  const [blendIn, blendOut] = [blend('BlendIn'), blend('BlendOut')];
  return [
    sentence(
      lengthOf(subject),
      blendIn !== undefined && `blend in ${numberText(blendIn)} s`,
      blendOut !== undefined && `blend out ${numberText(blendOut)} s`,
      rateOf(values),
      values.bEnableAutoBlendOut === false && 'no automatic blend out',
      textOf(values, 'SyncGroup') !== undefined && `sync group ${textOf(values, 'SyncGroup')}`,
    ),
    ...skeletonOf(subject),
    ...elements(values, 'SlotAnimTracks').filter(isStructure).flatMap(slotLines),
    ...elements(values, 'CompositeSections').filter(isStructure).map(sectionLine),
    ...(await notifiesOf(subject)),
  ];
}

export async function animComposite(subject: Subject): Promise<string[]> {
  const segments = elements(structure(subject.main.values, 'AnimationTrack'), 'AnimSegments');
  return [
    sentence(lengthOf(subject)),
    ...skeletonOf(subject),
    ...segments.filter(isStructure).map(each => segmentLine(each, '')),
    ...(await notifiesOf(subject)),
  ];
}

/** The axes with their ranges, and the animation at each point. */
export function blendSpace(subject: Subject): string[] {
  const { values, class: kind } = subject.main;
  const axes = ['BlendParameters', 'BlendParameters[1]', 'BlendParameters[2]']
    .map(name => structure(values, name))
    .slice(0, /1D/.test(kind) ? 1 : 2)
    .map((axis, at) => `axis ${textOf(axis, 'DisplayName') ?? 'XYZ'[at]}: ${range(axis)}`);
  const samples = elements(values, 'SampleData').filter(isStructure);
  const place = (each: Values) => {
    const { X, Y } = structure(each, 'SampleValue');
    return axes.length === 1 ? numberText(Number(X)) : `(${numberText(Number(X))}, ${numberText(Number(Y))})`;
  };
  return [
    ...axes,
    ...skeletonOf(subject),
    ...samples.map(each => {
      const rate = numberOf(each, 'RateScale');
      return `${place(each)}: ${referenceText(each.Animation)}${rate === undefined || rate === 1 ? '' : ` x${numberText(rate)}`}`;
    }),
  ];
}

export function poseAsset(subject: Subject): string[] {
  const container = structure(subject.main.values, 'PoseContainer');
  const names = elements(container, 'PoseNames').map(each =>
    isStructure(each) ? (textOf(each, 'DisplayName') ?? '') : String(each),
  );
  const listed = listText(
    names.map(name => () => name),
    MAX_CURVES,
  );
  const source = textOf(subject.main.values, 'SourceAnimation');
  return [
    `${names.length} poses: ${listed}`,
    ...skeletonOf(subject),
    ...(source === undefined ? [] : [`source ${nameText(source)}`]),
  ];
}

function lengthOf({ main: { values }, tags }: Subject): string | undefined {
  const length = numberOf(values, 'SequenceLength') ?? tagNumber(tags, 'SequenceLength');
  return length === undefined ? undefined : `${numberText(length)} s`;
}

function rateOf(values: Values): string | undefined {
  const rate = numberOf(values, 'RateScale');
  return rate === undefined || rate === 1 ? undefined : `rate x${numberText(rate)}`;
}

export function rateText(rate: Values): string | undefined {
  const numerator = numberOf(rate, 'Numerator');
  if (numerator === undefined) return undefined;
  return `${numberText(numerator / (numberOf(rate, 'Denominator') ?? 1))} fps`;
}

function skeletonOf({ main: { values }, tags }: Subject): string[] {
  const skeleton = textOf(values, 'Skeleton') ?? tagText(tags, 'Skeleton');
  return skeleton === undefined ? [] : [`skeleton ${nameText(skeleton)}`];
}

/** In the order of time: the class or name, and what is set in it. */
async function notifiesOf(subject: Subject): Promise<string[]> {
  const timed: [number, string][] = [];
  for (const each of elements(subject.main.values, 'Notifies').filter(isStructure)) {
    const object = (await subject.part(each.Notify)) ?? (await subject.part(each.NotifyStateClass));
    const start = startOf(each);
    const duration = numberOf(each, 'Duration') ?? 0;
    const span = duration > 0 ? ` for ${numberText(duration)} s` : '';
    timed.push([start, `notify at ${numberText(start)} s${span}: ${notifyTitle(each, object)}`]);
  }
  return timed.sort(([a], [b]) => a - b).map(([, line]) => line);
}

/** Old versions have the time under another name. */
function startOf(notify: Values): number {
  return numberOf(notify, 'LinkValue') ?? numberOf(notify, 'DisplayTime') ?? 0;
}

function notifyTitle(notify: Values, object: Part | undefined): string {
  const name = textOf(notify, 'NotifyName') ?? '';
  if (object === undefined) return name || referenceText(notify.Notify ?? notify.NotifyStateClass);
  const settings = settingsText(object.values, each => !NOTIFY_ONLY.test(each));
  const title = object.class.replace(/_C$/, '');
  return settings === '' ? title : `${title} (${settings})`;
}

function markersOf(values: Values): string[] {
  const markers = elements(values, 'AuthoredSyncMarkers').filter(isStructure);
  if (markers.length === 0) return [];
  const each = markers.map(marker => () => {
    return `${textOf(marker, 'MarkerName') ?? '?'} ${numberText(numberOf(marker, 'Time') ?? 0)} s`;
  });
  return [`sync markers: ${listText(each, MAX_CURVES)}`];
}

function curvesOf(tags: Readonly<Record<string, string>>): string[] {
  const names = (tags.CurveNameList ?? '').split(';').filter(name => name !== '');
  if (names.length === 0) return [];
  return [
    `${names.length} curves: ${listText(
      names.map(name => () => name),
      MAX_CURVES,
    )}`,
  ];
}

function slotLines(slot: Values): string[] {
  const segments = elements(structure(slot, 'AnimTrack'), 'AnimSegments').filter(isStructure);
  return [`slot ${textOf(slot, 'SlotName') ?? '?'}`, ...segments.map(each => segmentLine(each, '  '))];
}

function segmentLine(segment: Values, indent: string): string {
  const at = numberOf(segment, 'StartPos') ?? 0;
  const loops = numberOf(segment, 'LoopingCount') ?? 1;
  const rate = numberOf(segment, 'AnimPlayRate') ?? 1;
  return `${indent}${sentence(
    `${numberText(at)} s: ${referenceText(segment.AnimReference)}`,
    loops > 1 && `${loops} times`,
    rate !== 1 && `rate x${numberText(rate)}`,
  )}`;
}

function sectionLine(section: Values): string {
  const next = textOf(section, 'NextSectionName');
  const start = numberText(startOf(section));
  return `section ${textOf(section, 'SectionName') ?? '?'} at ${start} s${next === undefined ? '' : `, then ${next}`}`;
}

function range(axis: Values): string {
  const [min, max] = [numberOf(axis, 'Min') ?? 0, numberOf(axis, 'Max') ?? 100];
  return `${numberText(min)} to ${numberText(max)}`;
}

function referenceText(value: PropertyValue | undefined): string {
  return typeof value === 'string' && !isEmpty(value) ? nameText(value) : 'none';
}
