import { EngineError } from '../port/engine-error.js';
import type {
  BuildSceneInfo,
  CameraInfo,
  ComponentInfo,
  EngineFeature,
  EngineInfo,
  FreecamInfo,
  HiddenCode,
  HookCall,
  HookCalls,
  HookInfo,
  MemberInfo,
  MethodInfo,
  ObjectInfo,
  OperationName,
  ParamsOf,
  PickHit,
  PictureInfo,
  ResultOf,
  SceneInfo,
  SeenObject,
  SiblingPlace,
  TimeInfo,
  Visibility,
} from '../port/operations.js';
import { isWrite } from '../port/writes.js';
import { bounds, objectId, pageOf, reference, sceneId, value, vector, written } from './common-shapes.js';
import { inputAction, inputOutcome, inputRecording, profile, waitOutcome } from './play-shapes.js';
import {
  animation,
  cell,
  control,
  editor,
  editorStep,
  navigationPath,
  ownAnswer,
  physicsHit,
  signal,
} from './query-shapes.js';
import {
  base64,
  count,
  flag,
  listOf,
  matching,
  number,
  oneOf,
  optional,
  orNull,
  record,
  type Shape,
  text,
  whole,
} from './shape.js';

const sceneFields = { id: sceneId, name: text, index: whole, loaded: flag, rootCount: count };
const scene = record<SceneInfo>(sceneFields);
const object = record<ObjectInfo>({
  id: objectId,
  name: text,
  path: text,
  scene: sceneId,
  parent: orNull(objectId),
  tag: text,
  layer: whole,
  activeSelf: flag,
  active: flag,
  childCount: count,
  componentCount: count,
  position: optional(vector),
  velocity: optional(vector),
  angularSpeed: optional(number),
  bounds: optional(orNull(bounds)),
  visibility: optional(
    record<Visibility>({
      visible: flag,
      // A newer bridge may have more reasons than this version knows.
      code: optional(text as Shape<HiddenCode>),
      text: optional(text),
      cause: optional(reference),
      coveredBy: optional(reference),
    }),
  ),
  descendants: optional(count),
});
const componentFields = { index: count, type: text, summary: text };
const component = record<ComponentInfo>(componentFields);
const member = record<MemberInfo>({
  name: text,
  kind: oneOf('field', 'property', 'method'),
  type: text,
  canRead: flag,
  canWrite: flag,
  signature: optional(text),
  range: optional(
    record<NonNullable<MemberInfo['range']>>({
      min: optional(number),
      max: optional(number),
      step: optional(number),
    }),
  ),
  choices: optional(listOf(text)),
});
const camera = record<CameraInfo>({
  isFreecam: flag,
  name: text,
  fov: number,
  position: vector,
  rotation: vector,
});
const freecam = record<FreecamInfo>({
  enabled: flag,
  usingGameCamera: flag,
  speed: number,
  position: vector,
  rotation: vector,
});
const named = { id: objectId, name: text, path: text };
const hits = listOf(
  record<PickHit>({
    ...named,
    distance: optional(number),
    point: optional(vector),
    normal: optional(vector),
  }),
);
const picture = record<PictureInfo>({
  data: base64,
  mimeType: matching(/^image\/[\w.+-]{1,60}$/, 'be the type of an image'),
  width: count,
  height: count,
  seen: optional(
    listOf(record<SeenObject>({ ...named, x: number, y: number, distance: number, share: optional(number) })),
  ),
  seenTotal: optional(count),
  notDrawn: optional(count),
});
const time = record<TimeInfo>({
  scale: number,
  locked: flag,
  paused: optional(flag),
  time: number,
  frame: count,
});
const hook = record<HookInfo>({ signature: text, enabled: flag, calls: count });
const hookCall = record<HookCall>({
  number: count,
  at: text,
  time: number,
  frame: count,
  object: optional(objectId),
  path: optional(text),
  args: listOf(text),
});

/** The result of each operation. A missing operation or field does not compile. */
const RESULTS: {
  readonly [Name in OperationName]: {
    (result: unknown, params: ParamsOf<Name>): string | undefined;
    readonly of?: ResultOf<Name>;
  };
} = {
  'engine.describe': record<EngineInfo>({
    name: text,
    version: text,
    platform: text,
    runtime: text,
    // A newer engine may have more operations than this version knows.
    operations: listOf(text as Shape<OperationName>),
    features: optional(listOf(text as Shape<EngineFeature>)),
  }),
  'scene.list': listOf(scene),
  'scene.builds': listOf(record<BuildSceneInfo>({ index: count, name: text, path: text })),
  'scene.load': record<ResultOf<'scene.load'>>({ ...sceneFields, warning: optional(text) }),
  'object.list': pageOf(object),
  'object.get': object,
  'object.create': object,
  'object.destroy': record<ResultOf<'object.destroy'>>({ destroyed: listOf(objectId) }),
  'object.activate': written(flag),
  'object.reparent': record<ResultOf<'object.reparent'>>({
    before: orNull(objectId),
    after: orNull(objectId),
    place: optional(written(record<SiblingPlace>({ name: text, index: optional(count) }))),
  }),
  'component.list': pageOf(component),
  'component.add': component,
  'component.remove': record<ResultOf<'component.remove'>>({ ...componentFields, kept: optional(text) }),
  'component.restore': component,
  'member.list': pageOf(member),
  'member.read': value,
  'member.write': written(value),
  'method.call': value,
  'camera.get': orNull(camera),
  'freecam.get': freecam,
  'freecam.set': written(freecam),
  'pick.world': hits,
  'pick.ui': hits,
  'view.capture': picture,
  'time.get': time,
  'time.set': written(time),
  'time.step': waitOutcome,
  'time.wait': waitOutcome,
  'profile.read': profile,
  'input.send': inputOutcome,
  'input.actions': pageOf(inputAction),
  'input.record': inputRecording,
  'physics.ray': orNull(physicsHit),
  'physics.overlap': pageOf(reference),
  'navigation.path': navigationPath,
  'signal.list': pageOf(signal),
  'animation.get': animation,
  'ui.list': pageOf(control),
  'cells.list': pageOf(cell),
  'editor.get': editor,
  'editor.select': written(listOf(objectId)),
  'editor.open': editor,
  'editor.save': record<ResultOf<'editor.save'>>({ saved: listOf(text) }),
  'editor.play': editor,
  'editor.stop': editor,
  'editor.undo': editorStep,
  'editor.redo': editorStep,
  'tool.call': ownAnswer,
  'resource.read': record<ResultOf<'resource.read'>>({ text }),
  'hook.methods': pageOf(record<MethodInfo>({ name: text, signature: text })),
  'hook.list': pageOf(hook),
  'hook.add': hook,
  'hook.calls': record<HookCalls>({
    signature: text,
    enabled: flag,
    total: count,
    items: listOf(hookCall),
    dropped: count,
    next: count,
  }),
  'hook.remove': hook,
  'hook.enable': written(flag),
  'hook.source.get': record<ResultOf<'hook.source.get'>>({ source: text }),
  'hook.source.set': written(text),
  'code.check': record<ResultOf<'code.check'>>({ checked: flag }),
  'code.run': value,
};

/** The error of an answer that does not have the result of its operation; undefined if it has. */
export function invalidResult(
  name: OperationName,
  result: unknown,
  params: unknown,
): EngineError | undefined {
  const fault = RESULTS[name](result, params as never);
  if (fault === undefined) return undefined;
  const hint = isWrite(name)
    ? 'it may have been done: read the value before you retry, and update the bridge in the engine'
    : 'update the bridge in the engine';
  return new EngineError('failed', `the bridge sent an invalid answer to ${name}: result${fault}`, hint);
}
