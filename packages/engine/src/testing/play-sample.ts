import type { KeyCode, PadAxis, PadButton } from '../port/input.js';
import type { Vector3 } from '../port/value.js';

/** A member of an object that is found by its path. */
export interface MemberAt {
  readonly path: string;
  readonly type: string;
  readonly name: string;
  /** A part of the value, such as "x" of a vector. */
  readonly part?: string;
}

/** A scene with something that a player moves. */
export interface ControlSample {
  readonly scene: string;
  /** An action of the input map, and a key that triggers it. */
  readonly action: string;
  readonly key: KeyCode;
  /** A number that changes in each frame while the action is held, and does not change otherwise. */
  readonly member: MemberAt;
}

/** A scene with a user interface. */
export interface InterfaceSample {
  readonly scene: string;
  /** The size of the picture in pixels. */
  readonly screen: { readonly width: number; readonly height: number };
  /** A button that is not covered: its path, its text, and a member that each click changes. */
  readonly button: { readonly path: string; readonly text: string; readonly clicks: MemberAt };
  /** A text field that is empty when the scene has been loaded, and the member with its text. */
  readonly field: { readonly path: string; readonly text: MemberAt };
  /** A control whose middle another one covers, and the path of that one. */
  readonly covered?: { readonly path: string; readonly by: string };
}

/** A button and an axis of a gamepad, with the actions that they trigger in the scene of `control`. */
export interface PadSample {
  readonly button: { readonly name: PadButton; readonly action: string };
  readonly axis: { readonly name: PadAxis; readonly value: number; readonly action: string };
}

export interface PhysicsSample {
  readonly scene: string;
  /** A ray, and the path of the first body on its way. */
  readonly ray: { readonly from: Vector3; readonly to: Vector3; readonly hit: string };
  readonly miss: { readonly from: Vector3; readonly to: Vector3 };
  /** A sphere, the path of a body in it that can be destroyed, and the path of one outside. */
  readonly overlap: {
    readonly at: Vector3;
    readonly radius: number;
    readonly inside: string;
    readonly outside: string;
  };
}

export interface SignalSample {
  readonly scene: string;
  readonly path: string;
  readonly name: string;
  /** The names of its arguments. */
  readonly args: readonly string[];
  readonly connection?: { readonly target: string; readonly method: string };
}

export interface NavigationSample {
  readonly scene: string;
  readonly from: Vector3;
  readonly to: Vector3;
  /** A goal that no path reaches. */
  readonly unreachable: Vector3;
}

export interface AnimationSample {
  readonly scene: string;
  readonly path: string;
  readonly name: string;
  /** Seconds. */
  readonly length: number;
  readonly loops: boolean;
}

export interface CellSample {
  readonly scene: string;
  readonly path: string;
  readonly total: number;
  readonly cell: { readonly at: Vector3; readonly item: string };
}

/** Another camera of the first scene, and an object that only it sees. */
export interface CameraSample {
  readonly path: string;
  readonly sees: string;
}

/** What the game registers in a scene. */
export interface OwnSample {
  readonly scene: string;
  readonly tool: {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
    /** A part of the text of its answer. */
    readonly answer: string;
    /** Arguments that the game or its schema refuses. */
    readonly wrong: Readonly<Record<string, unknown>>;
  };
  readonly resource: { readonly name: string; readonly contains: string };
  /** An event, and a tool whose call causes it. */
  readonly event: {
    readonly name: string;
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
  };
}

/** A method of the first scene, or code for `code.run`, that fails. */
export type ProblemSample = (
  | {
      readonly path: string;
      readonly type: string;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  | { readonly code: string }
) & {
  /** Of the statement that fails. */
  readonly file: string;
  readonly line: number;
  /** A part of the message. */
  readonly message: string;
};

/** A project in an editor. The cases change and save it. */
export interface EditorSample {
  /** Paths of two scenes. */
  readonly scenes: readonly [string, string];
  /** An object of the first one, and a member with two values that differ from the one that is saved. */
  readonly member: MemberAt & { readonly values: readonly [unknown, unknown] };
}

/** What the cases for players, queries, own tools and editors need. An engine leaves out what it does not have. */
export interface PlaySample {
  readonly control?: ControlSample;
  readonly interface?: InterfaceSample;
  readonly pad?: PadSample;
  /** Whether a finger clicks the button of `interface`. */
  readonly touch?: true;
  readonly physics?: PhysicsSample;
  readonly signal?: SignalSample;
  readonly navigation?: NavigationSample;
  readonly animation?: AnimationSample;
  readonly cells?: CellSample;
  readonly camera?: CameraSample;
  readonly own?: OwnSample;
  readonly problem?: ProblemSample;
  readonly editor?: EditorSample;
}
