import type {
  BuildSceneInfo,
  CameraInfo,
  ComponentInfo,
  FreecamInfo,
  HookInfo,
  MemberInfo,
  MethodInfo,
  ObjectInfo,
  PickHit,
  SceneInfo,
  Value,
  Vector3,
} from '@worldwire/engine';
import { cutText } from '@worldwire/server/kit';
import { isSmall } from './small.js';

/** Values of the engine in the form of the interface. Texts are cut, because names in a scene may be of any length. */

const MAX_NAME = 256;
const MAX_PATH = 1024;
const MAX_VALUE = 1024;

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

export function objectOf({ id, name, path, tag, layer, activeSelf, componentCount }: ObjectInfo) {
  return {
    Id: id,
    Name: cutText(name, MAX_NAME),
    Path: cutText(path, MAX_PATH),
    Tag: cutText(tag, MAX_NAME),
    Layer: layer,
    // The object's own state, which SetActive sets.
    Active: activeSelf,
    ComponentCount: componentCount,
  };
}

export function componentOf({ type, summary }: ComponentInfo) {
  return { Type: cutText(type, MAX_NAME), Summary: cutText(summary, MAX_NAME) };
}

export function memberOf({ name, kind, type, canRead, canWrite }: MemberInfo) {
  return {
    Name: cutText(name, MAX_NAME),
    Kind: kind,
    Type: cutText(type, MAX_NAME),
    CanRead: canRead,
    CanWrite: canWrite,
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

/** The result of code or of a method: as JSON, or as text if it is too large or has no JSON. */
export function resultOf({ text, json, ref }: Value): unknown {
  if (ref !== undefined) return ref;
  const max = 16 * MAX_VALUE;
  return json !== undefined && isSmall(json, max) ? json : cutText(text, max);
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

export function hitOf({ id, name, path }: PickHit) {
  return { Id: id, Name: cutText(name, MAX_NAME), Path: cutText(path, MAX_PATH) };
}

export function hookOf({ signature, enabled }: HookInfo) {
  return { Signature: signature, Enabled: enabled };
}

export function methodOf({ name, signature }: MethodInfo) {
  return { Name: cutText(name, MAX_NAME), Signature: cutText(signature, MAX_PATH) };
}
