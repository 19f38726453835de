import type { Conditions, WaitOutcome } from './conditions.js';
import type { EditorInfo } from './editor.js';
import type { InputAction, InputOutcome, InputRecording, InputStep } from './input.js';
import type { OwnAnswer } from './own-tools.js';
import type { ProfileInfo } from './profile.js';
import type {
  AnimationInfo,
  CellInfo,
  ControlInfo,
  NavigationPath,
  OverlapParams,
  PhysicsHit,
  SignalInfo,
} from './queries.js';
import type { Value, Vector3 } from './value.js';

/** One page of a list, and the number of all items. */
export interface Page<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

export interface Paging {
  /** Default: 50. */
  readonly limit?: number;
  readonly offset?: number;
}

export interface EngineInfo {
  readonly name: string;
  readonly version: string;
  readonly platform: string;
  readonly runtime: string;
  /** The operations that this engine supports. */
  readonly operations: readonly OperationName[];
  /** Left out by older bridges, which have none of them. */
  readonly features?: readonly EngineFeature[];
}

/**
 * Parameters that older bridges ignore. `object.filters`: `active`, `visible`, `moving` and `near` of `object.list`. `dryRun`: the parameter
 * of writes. `view.focus`, `view.camera`: the parameters of `view.capture`. A linked engine without the feature refuses such a call as
 * `unsupported`.
 */
export type EngineFeature = 'object.filters' | 'dryRun' | 'view.focus' | 'view.camera';

export interface SceneInfo {
  /** "scn:<index>", "scn:ddol" for objects kept between scenes, or "scn:hide" for hidden objects. */
  readonly id: string;
  readonly name: string;
  /** Negative for the two pseudo-scenes. */
  readonly index: number;
  readonly loaded: boolean;
  readonly rootCount: number;
}

export interface BuildSceneInfo {
  readonly index: number;
  readonly name: string;
  readonly path: string;
}

export interface ObjectInfo {
  /** "obj:<number>". Never used for another object, also after a restart of the scene. */
  readonly id: string;
  readonly name: string;
  /** From its root, such as "/Arena/Crate". */
  readonly path: string;
  readonly scene: string;
  readonly parent: string | null;
  readonly tag: string;
  readonly layer: number;
  /** Its own state, and whether it and all its parents are active (activeInHierarchy). */
  readonly activeSelf: boolean;
  readonly active: boolean;
  readonly childCount: number;
  readonly componentCount: number;
  /** World space. This and all fields below come only on request, and older bridges leave them out. */
  readonly position?: Vector3;
  /**
   * Units per second of scene time: of the physics body, or measured from the transform over the last frames. With `velocity`. Left out for
   * an object without a position, and one that was created during the measurement.
   */
  readonly velocity?: Vector3;
  /** Degrees per second. With `velocity`. */
  readonly angularSpeed?: number;
  /** The box of its mesh or collider, without its children; null if it has neither. */
  readonly bounds?: Bounds | null;
  readonly visibility?: Visibility;
  /** Objects below it at all levels. */
  readonly descendants?: number;
}

/** A part of an object that is computed only on request. `velocity` makes the call take about a tenth of a second. */
export type ObjectField = 'position' | 'velocity' | 'bounds' | 'visibility' | 'descendants';

/** An axis-aligned box in world space. Of an interface element: pixels from the upper left corner, with z 0. */
export interface Bounds {
  readonly min: Vector3;
  readonly max: Vector3;
}

/** Why the camera does not draw an object: the first reason that applies, in this order. A bridge may have more. */
export type HiddenCode =
  | 'inactive-self'
  | 'inactive-ancestor'
  | 'hidden-scene'
  | 'no-renderer'
  | 'no-canvas'
  | 'renderer-disabled'
  | 'no-mesh'
  | 'zero-scale'
  | 'transparent'
  | 'no-camera'
  | 'layer-culled'
  | 'outside-view'
  | 'too-near'
  | 'too-far';

export interface Visibility {
  /** Whether the camera draws it. Another object may be in front of it. */
  readonly visible: boolean;
  /** Missing if it is visible. */
  readonly code?: HiddenCode;
  /** The reason in words, with the object and the value that cause it. */
  readonly text?: string;
  /** The cause, if it is another object, such as the inactive ancestor. */
  readonly cause?: ObjectRef;
  /** Of object.get: the object in front of its middle, if any. */
  readonly coveredBy?: ObjectRef;
}

export interface ObjectRef {
  readonly id: string;
  readonly path: string;
}

/** A sphere in world space. */
export interface Near extends Vector3 {
  readonly radius: number;
}

export interface ObjectFilter extends Paging {
  /** All loaded scenes by default, with "scn:ddol" and "scn:hide". */
  readonly scene?: string;
  /** Only direct children of this object. */
  readonly parent?: string;
  /** Part of the name, the path or a component type, without case. */
  readonly query?: string;
  /** Part of the name. */
  readonly name?: string;
  /** A component type: its full name, or the last part of it, in any case. A type that does not exist is `not-found`. */
  readonly type?: string;
  /** Part of the path. */
  readonly path?: string;
  /** As `active: true`, for older bridges. */
  readonly activeOnly?: boolean;
  /** Whether it and all its parents are active. */
  readonly active?: boolean;
  /** As `visible` of its visibility. */
  readonly visible?: boolean;
  /** Whether it moves or turns. Takes about a tenth of a second. */
  readonly moving?: boolean;
  /** Only objects whose position is in the sphere, the nearest first. Older bridges keep their own order. */
  readonly near?: Near;
  readonly fields?: readonly ObjectField[];
}

/** A write that is validated and not done. The result is what it would be; `after` of a member is the converted value. */
export interface DryRun {
  readonly dryRun?: boolean;
}

export interface ComponentInfo {
  /** Its index on the object. */
  readonly index: number;
  readonly type: string;
  readonly summary: string;
}

export interface MemberInfo {
  readonly name: string;
  readonly kind: 'field' | 'property' | 'method';
  /** The type of the value, or the return type of a method. */
  readonly type: string;
  readonly canRead: boolean;
  readonly canWrite: boolean;
  /** Of a method. */
  readonly signature?: string;
  /** Values that the author of the game intends, for the editor: a range, or names. Others are accepted. */
  readonly range?: { readonly min?: number; readonly max?: number; readonly step?: number };
  readonly choices?: readonly string[];
}

export interface Member {
  readonly object: string;
  /** The full name of the component's type. */
  readonly type: string;
  readonly name: string;
}

/** The values before and after a write, read from the scene. */
export interface Written<Of> {
  readonly before: Of;
  readonly after: Of;
}

/** The name of an object, and its index among its siblings, from 0. */
export interface SiblingPlace {
  readonly name: string;
  /** Left out if siblings have no order. */
  readonly index?: number;
}

export interface CameraInfo {
  readonly isFreecam: boolean;
  readonly name: string;
  readonly fov: number;
  readonly position: Vector3;
  /** Euler angles in degrees. */
  readonly rotation: Vector3;
}

export interface FreecamInfo {
  readonly enabled: boolean;
  readonly usingGameCamera: boolean;
  readonly speed: number;
  readonly position: Vector3;
  readonly rotation: Vector3;
}

export interface PickHit {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** From the camera. 0 for an element of an overlay. Left out by older bridges, like the fields below. */
  readonly distance?: number;
  /** In world space. Of an interface element: the pixel, from the upper left corner. */
  readonly point?: Vector3;
  /** Of the surface, towards the camera. Left out if it is not known. */
  readonly normal?: Vector3;
}

/** An object in a picture. */
export interface SeenObject {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The middle of what is seen of it, in pixels from the upper left corner. */
  readonly x: number;
  readonly y: number;
  /** From the camera. 0 for an element of an overlay. */
  readonly distance: number;
  /** The part of the picture that it covers, from 0 to 1. Left out if it is not known. */
  readonly share?: number;
}

export interface PictureInfo {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** The objects in the picture, the largest or nearest first, at most 40. Left out by older bridges. */
  readonly seen?: readonly SeenObject[];
  /** The number of all of them. */
  readonly seenTotal?: number;
  /** Objects that are missing in the picture because its time was over. Left out if there are none. */
  readonly notDrawn?: number;
}

export interface TimeInfo {
  readonly scale: number;
  readonly locked: boolean;
  /** Whether the game has paused itself. Left out by engines without such a pause. */
  readonly paused?: boolean;
  /** Scene time in seconds. */
  readonly time: number;
  readonly frame: number;
}

export interface HookInfo {
  /** Such as "System.Void Game.Health::Damage(System.Single)". */
  readonly signature: string;
  readonly enabled: boolean;
  /** Calls since it was added. */
  readonly calls: number;
}

/** One call of a hooked method. */
export interface HookCall {
  /** 1 for the first call since the hook was added. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  /** Scene time in seconds. */
  readonly time: number;
  readonly frame: number;
  /** The object of the call, and its path at that time. Left out for a call without one. */
  readonly object?: string;
  readonly path?: string;
  /** As the engine prints them, each shortened to 200 characters. */
  readonly args: readonly string[];
}

/** Recorded calls of a hook, the oldest first. */
export interface HookCalls {
  readonly signature: string;
  readonly enabled: boolean;
  /** Calls since the hook was added. */
  readonly total: number;
  readonly items: readonly HookCall[];
  /** Calls after `since` that are not kept any more: a hook keeps its last 256. */
  readonly dropped: number;
  /** The value of `since` that continues after these items. */
  readonly next: number;
}

export interface MethodInfo {
  readonly name: string;
  readonly signature: string;
}

/**
 * Every operation of an engine, with its parameters and result. All are plain JSON, so that an operation is one message to an engine in another
 * process.
 */
export interface Operations {
  'engine.describe': { params: object; result: EngineInfo };
  'scene.list': { params: object; result: readonly SceneInfo[] };
  'scene.builds': { params: object; result: readonly BuildSceneInfo[] };
  'scene.load': {
    params: { readonly name: string; readonly mode: 'single' | 'additive' };
    /** With the errors of the engine during the load, if any. */
    result: SceneInfo & { readonly warning?: string };
  };
  'object.list': { params: ObjectFilter; result: Page<ObjectInfo> };
  'object.get': {
    params: { readonly id: string; readonly fields?: readonly ObjectField[] };
    result: ObjectInfo;
  };
  'object.create': {
    params: {
      readonly name: string;
      readonly parent?: string;
      /** Component types, each with members to set. */
      readonly components?: readonly {
        readonly type: string;
        readonly members?: Readonly<Record<string, unknown>>;
      }[];
    };
    result: ObjectInfo;
  };
  'object.destroy': {
    params: { readonly id: string } & DryRun;
    /** The object and all below it. */
    result: { readonly destroyed: readonly string[] };
  };
  'object.activate': {
    params: { readonly id: string; readonly active: boolean } & DryRun;
    result: Written<boolean>;
  };
  'object.reparent': {
    /** By default after its new siblings and with its name. An engine may refuse or change the name of a sibling. */
    params: { readonly id: string; readonly parent: string | null } & Partial<SiblingPlace> & DryRun;
    /** With its place before, so that the move can be undone. */
    result: Written<string | null> & { readonly place?: Written<SiblingPlace> };
  };
  'component.list': { params: { readonly object: string } & Paging; result: Page<ComponentInfo> };
  'component.add': {
    params: { readonly object: string; readonly type: string } & DryRun;
    result: ComponentInfo;
  };
  'component.remove': {
    params: { readonly object: string; readonly type?: string; readonly index?: number } & DryRun;
    /** `kept` is for `component.restore`. Left out by engines without that operation, and by a dry run. */
    result: ComponentInfo & { readonly kept?: string };
  };
  /** Puts a removed component back to its place, with its values. The engine keeps the last 1,000. */
  'component.restore': { params: { readonly object: string; readonly kept: string }; result: ComponentInfo };
  'member.list': {
    params: { readonly object: string; readonly type: string; readonly methods?: boolean } & Paging;
    result: Page<MemberInfo>;
  };
  'member.read': { params: Member; result: Value };
  'member.write': { params: Member & { readonly value: unknown } & DryRun; result: Written<Value> };
  'method.call': { params: Member & { readonly args: readonly unknown[] }; result: Value };
  'camera.get': { params: object; result: CameraInfo | null };
  'freecam.get': { params: object; result: FreecamInfo };
  'freecam.set': {
    params: {
      readonly enabled?: boolean;
      readonly speed?: number;
      readonly position?: Vector3;
      readonly rotation?: Vector3;
    };
    result: Written<FreecamInfo>;
  };
  /** In pixels from the upper left corner, or from 0 to 1; the middle by default. Topmost first; empty outside of the picture. */
  'pick.world': {
    params: { readonly x?: number; readonly y?: number; readonly normalized?: boolean };
    result: readonly PickHit[];
  };
  'pick.ui': {
    params: { readonly x?: number; readonly y?: number; readonly normalized?: boolean };
    result: readonly PickHit[];
  };
  /** A picture of what the camera sees, as PNG or JPEG. Without a size: of the size of the game's own, smaller if the file would have more than 1.5 MB. */
  'view.capture': {
    params: {
      readonly width?: number;
      readonly height?: number;
      /** The id of an object that fills the picture, seen from the direction of the camera. */
      readonly focus?: string;
      /** The id of another camera, from which the picture is drawn. */
      readonly camera?: string;
    };
    result: PictureInfo;
  };
  'time.get': { params: object; result: TimeInfo };
  /** The scale is clamped to 0 … 4. The game cannot change a locked scale. */
  'time.set': {
    params: { readonly scale: number; readonly lock?: boolean };
    result: Written<TimeInfo>;
  };
  /**
   * Pauses the scene and lets it run for some frames, from 1 to 600, or until the conditions hold. It stays paused; a time scale above 0
   * resumes it.
   */
  'time.step': {
    params: { readonly frames: number; readonly until?: Conditions };
    result: WaitOutcome;
  };
  /** Waits until the conditions hold, for 60 seconds of real time at most. The scene runs on. */
  'time.wait': { params: Conditions & { readonly timeoutMs: number }; result: WaitOutcome };
  'profile.read': {
    /** From now on, at most 30. */
    params: { readonly seconds: number };
    result: ProfileInfo;
  };
  /**
   * Plays input into the game: from 1 to 1,000 steps, and 60 seconds at most, where a frame counts as a sixtieth of a second. All steps are
   * validated before the first. The result comes after the last step, when the game has handled it.
   */
  'input.send': { params: { readonly steps: readonly InputStep[] } & DryRun; result: InputOutcome };
  'input.actions': { params: Paging; result: Page<InputAction> };
  /** A start discards what is recorded. A stop without a recording is `invalid`. */
  'input.record': { params: { readonly action: 'start' | 'stop' }; result: InputRecording };
  /** The first body on the way, or null. */
  'physics.ray': {
    params: { readonly from: Vector3; readonly to: Vector3 };
    result: PhysicsHit | null;
  };
  'physics.overlap': { params: OverlapParams; result: Page<ObjectRef> };
  'navigation.path': {
    params: { readonly from: Vector3; readonly to: Vector3 };
    result: NavigationPath;
  };
  'signal.list': { params: { readonly object: string } & Paging; result: Page<SignalInfo> };
  'animation.get': { params: { readonly object: string }; result: AnimationInfo };
  /** Visible elements of the interface, in the order in which they are drawn. */
  'ui.list': {
    params: { readonly root?: string; readonly clickable?: boolean } & Paging;
    result: Page<ControlInfo>;
  };
  'cells.list': { params: { readonly object: string } & Paging; result: Page<CellInfo> };
  /** Of editors alone, like all operations below that begin with "editor". */
  'editor.get': { params: object; result: EditorInfo };
  'editor.select': { params: { readonly ids: readonly string[] }; result: Written<readonly string[]> };
  'editor.open': { params: { readonly path: string }; result: EditorInfo };
  'editor.save': { params: { readonly all?: boolean }; result: { readonly saved: readonly string[] } };
  /** Runs the main scene by default. */
  'editor.play': { params: { readonly scene?: string }; result: EditorInfo };
  'editor.stop': { params: object; result: EditorInfo };
  'editor.undo': { params: object; result: { readonly step: string | null } };
  'editor.redo': { params: object; result: { readonly step: string | null } };
  /** Calls a tool that the game has registered. */
  'tool.call': {
    params: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
    result: OwnAnswer;
  };
  'resource.read': { params: { readonly name: string }; result: { readonly text: string } };
  /** Methods that can be hooked. */
  'hook.methods': {
    params: { readonly type: string; readonly filter?: string } & Paging;
    result: Page<MethodInfo>;
  };
  'hook.list': { params: Paging; result: Page<HookInfo> };
  /** `method` is a signature, or a name that only one method has. */
  'hook.add': { params: { readonly type: string; readonly method: string }; result: HookInfo };
  /** Without `since` the last calls; with it those after that number, from the oldest on. Default of `limit`: 50. */
  'hook.calls': {
    params: { readonly signature: string; readonly since?: number; readonly limit?: number };
    result: HookCalls;
  };
  'hook.remove': { params: { readonly signature: string }; result: HookInfo };
  'hook.enable': {
    params: { readonly signature: string; readonly enabled: boolean };
    result: Written<boolean>;
  };
  'hook.source.get': { params: { readonly signature: string }; result: { readonly source: string } };
  /** Sets the code that runs instead of the method, and can call it. */
  'hook.source.set': {
    params: { readonly signature: string; readonly source: string };
    result: Written<string>;
  };
  /** Compiles code and does not run it: throws the error of `code.run`, or of `hook.source.set` with `hook`, if it is not valid. */
  'code.check': {
    params: {
      readonly code: string;
      readonly name?: string;
      /** The signature of the hook that the code is for. */
      readonly hook?: string;
    };
    result: { readonly checked: boolean };
  };
  /** Runs code that can use the scene. */
  'code.run': { params: { readonly code: string; readonly name?: string }; result: Value };
}

export type OperationName = keyof Operations;
export type ParamsOf<Name extends OperationName> = Operations[Name]['params'];
export type ResultOf<Name extends OperationName> = Operations[Name]['result'];
