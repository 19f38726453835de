import type { Entity, Kind, UniverseState } from './state.js';

/** The ordered lists of a universe: of roots, of root groups, of a body's satellites, of a group's members. */
export type ListName = 'rootIds' | 'rootGroupIds' | 'children' | 'groupChildren';

/**
 * One step from a state to the next, as small as what it touched. The same words are recorded, replayed, taken
 * back and given to readers who keep a copy of the state.
 */
export type Change =
  /** A new entity. A body or a group comes without children; links follow. */
  | { readonly op: 'add'; readonly in: Kind; readonly id: string; readonly value: Entity }
  /** Fields that changed, and names of fields that are gone. */
  | {
      readonly op: 'patch';
      readonly in: Kind;
      readonly id: string;
      readonly value: Readonly<Record<string, unknown>>;
      readonly unset?: readonly string[];
    }
  | { readonly op: 'remove'; readonly in: Kind; readonly id: string }
  /** Puts an id into a list, behind `after` (null: at the front). `of` is the owner of the list, where it has one. */
  | {
      readonly op: 'link';
      readonly list: ListName;
      readonly of?: string;
      readonly id: string;
      /** In groups: what the member is. */
      readonly type?: 'system' | 'group';
      readonly after: string | null;
    }
  | { readonly op: 'unlink'; readonly list: ListName; readonly of?: string; readonly id: string }
  | { readonly op: 'time'; readonly value: number }
  /** Another state altogether. */
  | { readonly op: 'reset'; readonly value: UniverseState };
