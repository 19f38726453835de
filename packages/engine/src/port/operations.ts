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
}

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
  /** Its own state, and whether it and all its parents are active. */
  readonly activeSelf: boolean;
  readonly active: boolean;
  readonly childCount: number;
  readonly componentCount: number;
}

export interface ObjectFilter extends Paging {
  readonly scene?: string;
  /** Only direct children of this object. */
  readonly parent?: string;
  /** Part of the name, the path or a component type, without case. */
  readonly query?: string;
  /** Part of the name. */
  readonly name?: string;
  /** A component type: its full name, or the last part of it. */
  readonly type?: string;
  /** Part of the path. */
  readonly path?: string;
  readonly activeOnly?: boolean;
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
}

export interface PictureInfo {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
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
  'object.get': { params: { readonly id: string }; result: ObjectInfo };
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
  'object.destroy': { params: { readonly id: string }; result: { readonly destroyed: readonly string[] } };
  'object.activate': {
    params: { readonly id: string; readonly active: boolean };
    result: Written<boolean>;
  };
  'object.reparent': {
    /** By default after its new siblings and with its name. An engine may refuse or change the name of a sibling. */
    params: { readonly id: string; readonly parent: string | null } & Partial<SiblingPlace>;
    /** With its place before, so that the move can be undone. */
    result: Written<string | null> & { readonly place?: Written<SiblingPlace> };
  };
  'component.list': { params: { readonly object: string } & Paging; result: Page<ComponentInfo> };
  'component.add': { params: { readonly object: string; readonly type: string }; result: ComponentInfo };
  'component.remove': {
    params: { readonly object: string; readonly type?: string; readonly index?: number };
    result: ComponentInfo;
  };
  'member.list': {
    params: { readonly object: string; readonly type: string; readonly methods?: boolean } & Paging;
    result: Page<MemberInfo>;
  };
  'member.read': { params: Member; result: Value };
  'member.write': { params: Member & { readonly value: unknown }; result: Written<Value> };
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
  /** A picture of what the camera sees. */
  'view.capture': {
    params: { readonly width?: number; readonly height?: number };
    result: PictureInfo;
  };
  'time.get': { params: object; result: TimeInfo };
  /** The scale is clamped to 0 … 4. The game cannot change a locked scale. */
  'time.set': {
    params: { readonly scale: number; readonly lock?: boolean };
    result: Written<TimeInfo>;
  };
  /** Methods that can be hooked. */
  'hook.methods': {
    params: { readonly type: string; readonly filter?: string } & Paging;
    result: Page<MethodInfo>;
  };
  'hook.list': { params: Paging; result: Page<HookInfo> };
  /** `method` is a signature, or a name that only one method has. */
  'hook.add': { params: { readonly type: string; readonly method: string }; result: HookInfo };
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
  /** Runs code that can use the scene. */
  'code.run': { params: { readonly code: string; readonly name?: string }; result: Value };
}

export type OperationName = keyof Operations;
export type ParamsOf<Name extends OperationName> = Operations[Name]['params'];
export type ResultOf<Name extends OperationName> = Operations[Name]['result'];
