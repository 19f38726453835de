import type {
  BuildSceneInfo,
  CameraInfo,
  ComponentInfo,
  FreecamInfo,
  HookCall,
  HookInfo,
  MemberInfo,
  MethodInfo,
  ObjectField,
  ObjectInfo,
  ObjectRef,
  PickHit,
  SceneInfo,
  SeenObject,
  Value,
  Vector3,
  Visibility,
} from '@worldwire/engine';
import { cutText } from '@worldwire/server/kit';
import { type CardField, PLAIN_FIELDS } from './inputs.js';
import { fitting, fittingText } from './page.js';
import { isSmall } from './small.js';

/** Values of the engine in the form of the interface. Texts are cut, because names in a scene may be of any length. */

const MAX_NAME = 256;
const MAX_PATH = 1024;
const MAX_VALUE = 1024;
const MAX_CHOICES = 50;
const MAX_CHOICE = 100;

export interface Vector3Dto {
  readonly X: number;
  readonly Y: number;
  readonly Z: number;
}

export function vectorOf({ x, y, z }: Vector3): Vector3Dto {
  return { X: x, Y: y, Z: z };
}

export function engineVector({ X, Y, Z }: Vector3Dto): Vector3 {
  return { x: X, y: Y, z: Z };
}

export function sceneOf({ id, name, index, loaded, rootCount }: SceneInfo) {
  return { Id: id, Name: cutText(name, MAX_NAME), Index: index, IsLoaded: loaded, RootCount: rootCount };
}

export function buildSceneOf({ index, name, path }: BuildSceneInfo) {
  return { Index: index, Name: cutText(name, MAX_NAME), Path: cutText(path, MAX_PATH) };
}

/** A card with the given fields; by default those of the Unity document and ActiveInHierarchy. */
export function objectOf(object: ObjectInfo, fields: readonly CardField[] = PLAIN_FIELDS): object & CardDto {
  return { Id: object.id, ...Object.assign({}, ...fields.map(field => CARD[field](object))) };
}

export interface CardDto {
  readonly Id: string;
}

/** The parts of an object that the engine must compute for these fields. */
export function engineFields(fields: readonly CardField[]): readonly ObjectField[] {
  return [...new Set(fields.flatMap(field => ENGINE_FIELDS[field] ?? []))];
}

const ENGINE_FIELDS: Partial<Record<CardField, ObjectField>> = {
  Position: 'position',
  Velocity: 'velocity',
  Speed: 'velocity',
  Bounds: 'bounds',
  Visible: 'visibility',
  Descendants: 'descendants',
};

/** A field that the engine leaves out is null. */
const CARD: Record<CardField, (object: ObjectInfo) => object> = {
  Name: ({ name }) => ({ Name: cutText(name, MAX_NAME) }),
  Path: ({ path }) => ({ Path: cutText(path, MAX_PATH) }),
  Tag: ({ tag }) => ({ Tag: cutText(tag, MAX_NAME) }),
  Layer: ({ layer }) => ({ Layer: layer }),
  // The object's own state, which SetActive sets.
  Active: ({ activeSelf }) => ({ Active: activeSelf }),
  ActiveInHierarchy: ({ active }) => ({ ActiveInHierarchy: active }),
  ComponentCount: ({ componentCount }) => ({ ComponentCount: componentCount }),
  Position: ({ position }) => ({ Position: position === undefined ? null : shortVector(position) }),
  Velocity: ({ velocity }) => ({ Velocity: velocity === undefined ? null : shortVector(velocity) }),
  Speed: ({ velocity, angularSpeed }) => ({
    Speed: velocity === undefined ? null : short(Math.hypot(velocity.x, velocity.y, velocity.z)),
    ...(angularSpeed !== undefined && { AngularSpeed: short(angularSpeed) }),
  }),
  Bounds: ({ bounds }) => ({
    Bounds: bounds ? { Min: shortVector(bounds.min), Max: shortVector(bounds.max) } : null,
  }),
  Visible: ({ visibility }) => ({ Visible: null, ...(visibility !== undefined && visibilityOf(visibility)) }),
  Descendants: ({ descendants }) => ({ Descendants: descendants ?? null }),
};

function visibilityOf({ visible, code, text, cause, coveredBy }: Visibility) {
  return {
    Visible: visible,
    ...(code !== undefined && { VisibleCode: code }),
    ...(text !== undefined && { VisibleReason: cutText(text, MAX_PATH) }),
    ...(cause !== undefined && { VisibleCause: placeOf(cause) }),
    ...(coveredBy !== undefined && { CoveredBy: placeOf(coveredBy) }),
  };
}

export function placeOf({ id, path }: ObjectRef) {
  return { Id: id, Path: cutText(path, MAX_PATH) };
}

/** Three digits after the point: millimetres. Members have the exact values. */
export function short(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

export function shortVector({ x, y, z }: Vector3): Vector3Dto {
  return { X: short(x), Y: short(y), Z: short(z) };
}

export function componentOf({ type, summary }: ComponentInfo) {
  return { Type: cutText(type, MAX_NAME), Summary: cutText(summary, MAX_NAME) };
}

export function memberOf(member: MemberInfo) {
  const { name, kind, type, canRead, canWrite } = member;
  const { range, choices } = intendedOf(member);
  return {
    Name: cutText(name, MAX_NAME),
    Kind: kind,
    Type: cutText(type, MAX_NAME),
    CanRead: canRead,
    CanWrite: canWrite,
    ...(range !== undefined && { Range: range }),
    ...(choices !== undefined && { Choices: choices }),
  };
}

/** The values that the author of the game intends for a member. */
export type Intended = Pick<MemberInfo, 'range' | 'choices'>;

export function intendedOf({ range, choices }: Intended): Intended {
  return {
    ...(range !== undefined && { range }),
    ...(choices !== undefined && {
      choices: choices.slice(0, MAX_CHOICES).map(choice => cutText(choice, MAX_CHOICE)),
    }),
  };
}

export interface ValueDto {
  readonly type: string;
  readonly valueText: string;
  readonly valueJson?: unknown;
}

/** A value as text, and as JSON if that is small. An object is given by its id. */
export function valueDtoOf({ type, text, json, ref }: Value): ValueDto {
  if (ref !== undefined) return { type: cutText(type, MAX_NAME), valueText: ref, valueJson: ref };
  const small = json !== undefined && isSmall(json, MAX_VALUE);
  return {
    type: cutText(type, MAX_NAME),
    valueText: cutText(text, MAX_VALUE),
    ...(small && { valueJson: json }),
  };
}

/** The result of code or of a method: as JSON, or as text if it has no JSON or exceeds `maxBytes` of an answer. */
export function resultOf(
  { text, json, ref }: Value,
  maxBytes: number,
): { readonly result: unknown; readonly truncated?: true; readonly length?: number } {
  if (ref !== undefined) return { result: ref };
  if (json !== undefined && isSmall(json, maxBytes) && fitting([json, ''], maxBytes).length > 1) {
    return { result: json };
  }
  const result = fittingText(text, maxBytes);
  const isCut = json !== undefined || result.length < text.length;
  const { length } = json === undefined || typeof json === 'string' ? (json ?? text) : JSON.stringify(json);
  return { result, ...(isCut && { truncated: true, length }) };
}

const ORIGIN = { x: 0, y: 0, z: 0 };
const NO_CAMERA: CameraInfo = {
  isFreecam: false,
  name: '<none>',
  fov: 0,
  position: ORIGIN,
  rotation: ORIGIN,
};

export function cameraOf(camera: CameraInfo | null) {
  const { isFreecam, name, fov, position, rotation } = camera ?? NO_CAMERA;
  return {
    IsFreecam: isFreecam,
    Name: cutText(name, MAX_NAME),
    Fov: fov,
    Pos: vectorOf(position),
    Rot: vectorOf(rotation),
  };
}

export function freecamOf({ enabled, usingGameCamera, speed, position, rotation }: FreecamInfo) {
  return {
    Enabled: enabled,
    UsingGameCamera: usingGameCamera,
    Speed: speed,
    Pos: vectorOf(position),
    Rot: vectorOf(rotation),
  };
}

export function hitOf({ id, name, path, distance, point }: PickHit) {
  return {
    Id: id,
    Name: cutText(name, MAX_NAME),
    Path: cutText(path, MAX_PATH),
    ...(distance !== undefined && { Distance: short(distance) }),
    ...(point !== undefined && { Point: shortVector(point) }),
  };
}

export function seenOf({ id, name, path, x, y, distance, share }: SeenObject) {
  return {
    id,
    name: cutText(name, MAX_NAME),
    path: cutText(path, MAX_PATH),
    x: Math.round(x),
    y: Math.round(y),
    distance: short(distance),
    ...(share !== undefined && { share: short(share) }),
  };
}

export function hookCallOf({ number, time, frame, object, path, args }: HookCall) {
  return {
    n: number,
    time: short(time),
    frame,
    ...(object !== undefined && { object }),
    ...(path !== undefined && { path: cutText(path, MAX_NAME) }),
    args,
  };
}

export function hookOf({ signature, enabled }: HookInfo) {
  return { Signature: signature, Enabled: enabled };
}

export function methodOf({ name, signature }: MethodInfo) {
  return { Name: cutText(name, MAX_NAME), Signature: cutText(signature, MAX_PATH) };
}
