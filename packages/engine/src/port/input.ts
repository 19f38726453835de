import type { ObjectRef } from './operations.js';

/** Keys by their place on a keyboard: the `code` of a KeyboardEvent of the web, such as "KeyW", "Space", "ArrowLeft" or "ShiftLeft". */
export type KeyCode = string;

/** `tap` presses, and releases after `hold`. Default: tap. */
export type InputPhase = 'press' | 'release' | 'tap';

/** Frames of the game, or milliseconds of real time. */
export type InputSpan = { readonly frames: number } | { readonly ms: number };

export type PadButton =
  | 'south'
  | 'east'
  | 'west'
  | 'north'
  | 'left-shoulder'
  | 'right-shoulder'
  | 'left-stick'
  | 'right-stick'
  | 'back'
  | 'start'
  | 'guide'
  | 'up'
  | 'down'
  | 'left'
  | 'right';

/** Sticks from -1 (left, up) to 1, triggers from 0 to 1. */
export type PadAxis = 'left-x' | 'left-y' | 'right-x' | 'right-y' | 'left-trigger' | 'right-trigger';

interface Pressed {
  readonly phase?: InputPhase;
  /** Of a tap. Default: one frame. */
  readonly hold?: InputSpan;
}

/** A place in the picture: pixels from the upper left corner, or from 0 to 1 with `normalized`. */
interface Pointed {
  readonly x: number;
  readonly y: number;
  readonly normalized?: boolean;
}

/** One thing that a player does. */
export type InputAct =
  | ({ readonly kind: 'key'; readonly key: KeyCode } & Pressed)
  /** Types text into what has the focus. */
  | { readonly kind: 'text'; readonly text: string }
  /** Moves the pointer. With `relative`, x and y are added to its place. */
  | ({ readonly kind: 'move'; readonly relative?: boolean } & Pointed)
  /** A mouse button, at the pointer or at a place. */
  | ({
      readonly kind: 'button';
      readonly button?: 'left' | 'right' | 'middle';
      /** 2 for a double click. */
      readonly count?: number;
    } & Partial<Pointed> &
      Pressed)
  /** In steps of a wheel: positive `dy` scrolls down, positive `dx` to the right. */
  | ({ readonly kind: 'scroll'; readonly dx?: number; readonly dy?: number } & Partial<Pointed>)
  | ({ readonly kind: 'pad'; readonly button: PadButton; readonly device?: number } & Pressed)
  | { readonly kind: 'axis'; readonly axis: PadAxis; readonly value: number; readonly device?: number }
  /** `move` needs a finger that is pressed. */
  | ({
      readonly kind: 'touch';
      readonly finger?: number;
      readonly phase?: InputPhase | 'move';
      readonly hold?: InputSpan;
    } & Pointed)
  /** An action of the game's own input map, without a device. */
  | ({ readonly kind: 'action'; readonly action: string; readonly strength?: number } & Pressed)
  /**
   * Releases everything that input.send holds, and ends every other sequence that is under way: its remaining steps are not played, and its
   * call answers `failed`.
   */
  | { readonly kind: 'release-all' };

/** An act, and when it happens after the start of the sequence. Without `at`: in the frame after the act before it has ended. */
export type InputStep = InputAct & { readonly at?: InputSpan };

/** What became of a step. */
export interface InputReceipt {
  /** The frame of the game in which it was delivered. Of a step that is kept for a paused scene: the current one. */
  readonly frame: number;
  /** The objects that received it: the control under the pointer or with the focus, the object that was clicked, scripts that handled it. */
  readonly receivedBy: readonly ObjectRef[];
  /** Actions of the input map that it triggered. */
  readonly actions?: readonly string[];
  /** Why nothing received it, as far as the engine tells, or that it is kept. */
  readonly note?: string;
}

export interface InputOutcome {
  /** One for each step, in order. */
  readonly steps: readonly InputReceipt[];
  /** The frames before the first and after the last step. */
  readonly frames: { readonly before: number; readonly after: number };
  /** What is held after it: "key KeyW", "action jump", "button left", "pad south", "axis left-x", "touch 0". Of a dry run: what is held now; where steps are kept: after them. */
  readonly held: readonly string[];
}

/** An action of the game's own input map. */
export interface InputAction {
  readonly name: string;
  /** What triggers it, such as "key Space" or "pad south". */
  readonly bindings: readonly string[];
}

/** Input of players and of input.send, which input.send can send again. */
export interface InputRecording {
  readonly recording: boolean;
  /** Of the recording that has ended; empty after its start. `at` counts in frames from its start. */
  readonly steps: readonly InputStep[];
  readonly frames: number;
  /** Steps that were not kept because there were more than 1,000. */
  readonly dropped: number;
}
