import type { EditorInfo } from '../port/editor.js';
import type { OwnAnswer } from '../port/own-tools.js';
import type {
  AnimationInfo,
  CellInfo,
  ControlInfo,
  NavigationPath,
  PhysicsHit,
  SignalInfo,
} from '../port/queries.js';
import { bounds, objectId, reference, referenceFields, vector } from './common-shapes.js';
import { anything, count, flag, listOf, number, optional, orNull, record, text } from './shape.js';

export const physicsHit = record<PhysicsHit>({
  ...referenceFields,
  point: vector,
  normal: optional(vector),
  distance: number,
});

export const navigationPath = record<NavigationPath>({
  reached: flag,
  length: number,
  points: listOf(vector, 10_000),
});

export const signal = record<SignalInfo>({
  name: text,
  args: listOf(record<SignalInfo['args'][number]>({ name: text, type: text })),
  connections: listOf(record<SignalInfo['connections'][number]>({ target: reference, method: text })),
});

export const animation = record<AnimationInfo>({
  type: text,
  animations: listOf(
    record<AnimationInfo['animations'][number]>({ name: text, length: number, loops: flag }),
  ),
  current: optional(
    record<NonNullable<AnimationInfo['current']>>({ name: text, position: number, playing: flag }),
  ),
  states: optional(
    listOf(record<NonNullable<AnimationInfo['states']>[number]>({ machine: text, state: text })),
  ),
  parameters: optional(
    listOf(record<NonNullable<AnimationInfo['parameters']>[number]>({ name: text, value: anything })),
  ),
});

export const control = record<ControlInfo>({
  ...referenceFields,
  type: text,
  text: optional(text),
  bounds,
  enabled: flag,
  clickable: flag,
  coveredBy: optional(reference),
  focused: flag,
  value: anything,
});

export const cell = record<CellInfo>({ at: vector, index: optional(count), item: text });

export const editor = record<EditorInfo>({
  scene: orNull(text),
  openScenes: listOf(text),
  unsaved: listOf(text),
  playing: orNull(text),
  selection: listOf(objectId),
  undo: orNull(text),
  redo: orNull(text),
  busy: orNull(text),
  dialog: orNull(text),
  stage: orNull(text),
});

export const editorStep = record<{ readonly step: string | null }>({ step: orNull(text) });
export const ownAnswer = record<OwnAnswer>({ text, json: anything });
