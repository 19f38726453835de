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
import { cut } from './cut.js';
import { isSmall } from './small.js';

/** What the engine says, in the words of the interface. Texts of the scene are cut: it may name things as it likes. */

const NAME = 256;
const PATH = 1024;
const VALUE = 1024;

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
  return { Id: id, Name: cut(name, NAME), Index: index, IsLoaded: loaded, RootCount: rootCount };
}

export function buildSceneOf({ index, name, path }: BuildSceneInfo) {
  return { Index: index, Name: cut(name, NAME), Path: cut(path, PATH) };
}

export function objectOf({ id, name, path, tag, layer, activeSelf, componentCount }: ObjectInfo) {
  return {
    Id: id,
    Name: cut(name, NAME),
    Path: cut(path, PATH),
    Tag: cut(tag, NAME),
    Layer: layer,
    // Its own switch, which is what SetActive sets.
    Active: activeSelf,
    ComponentCount: componentCount,
  };
}

export function componentOf({ type, summary }: ComponentInfo) {
  return { Type: cut(type, NAME), Summary: cut(summary, NAME) };
}

export function memberOf({ name, kind, type, canRead, canWrite }: MemberInfo) {
  return { Name: cut(name, NAME), Kind: kind, Type: cut(type, NAME), CanRead: canRead, CanWrite: canWrite };
}

export interface ValueDto {
  readonly type: string;
  readonly valueText: string;
  readonly valueJson?: unknown;
}

/** A value as text, and as JSON where that is small. Objects of the scene are their ids, never themselves. */
export function valueDtoOf({ type, text, json, ref }: Value): ValueDto {
  if (ref !== undefined) return { type: cut(type, NAME), valueText: ref, valueJson: ref };
  const small = json !== undefined && isSmall(json, VALUE);
  return { type: cut(type, NAME), valueText: cut(text, VALUE), ...(small && { valueJson: json }) };
}

/** What code or a method gave back: the value itself where JSON has it, or else its text. */
export function resultOf({ text, json, ref }: Value): unknown {
  if (ref !== undefined) return ref;
  const most = 16 * VALUE;
  return json !== undefined && isSmall(json, most) ? json : cut(text, most);
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
    Name: cut(name, NAME),
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
  return { Id: id, Name: cut(name, NAME), Path: cut(path, PATH) };
}

export function hookOf({ signature, enabled }: HookInfo) {
  return { Signature: signature, Enabled: enabled };
}

export function methodOf({ name, signature }: MethodInfo) {
  return { Name: cut(name, NAME), Signature: cut(signature, PATH) };
}
