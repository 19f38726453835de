import type { Entity, Kind, UniverseState } from './state.js';

/** The ordered lists: root bodies, root groups, children of a body, members of a group. */
export type ListName = 'rootIds' | 'rootGroupIds' | 'children' | 'groupChildren';

/**
 * One step from a state to the next. Changes are recorded, replayed, undone, and sent to clients that keep a copy of the
 * state.
 */
export type Change =
  /** A new entity, without children; links follow. */
  | { readonly op: 'add'; readonly in: Kind; readonly id: string; readonly value: Entity }
  /** Changed fields, and names of removed fields. */
  | {
      readonly op: 'patch';
      readonly in: Kind;
      readonly id: string;
      readonly value: Readonly<Record<string, unknown>>;
      readonly unset?: readonly string[];
    }
  | { readonly op: 'remove'; readonly in: Kind; readonly id: string }
  /** Inserts an id into a list after `after` (null: at the front). `of` is the owner of the list, if it has one. */
  | {
      readonly op: 'link';
      readonly list: ListName;
      readonly of?: string;
      readonly id: string;
      /** Of a member of a group. */
      readonly type?: 'system' | 'group';
      readonly after: string | null;
    }
  | { readonly op: 'unlink'; readonly list: ListName; readonly of?: string; readonly id: string }
  | { readonly op: 'time'; readonly value: number }
  /** Replaces the whole state. */
  | { readonly op: 'reset'; readonly value: UniverseState };
