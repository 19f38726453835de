/** The state of an editor. */
export interface EditorInfo {
  /** The path of the scene that is edited; null if none is open. */
  readonly scene: string | null;
  readonly openScenes: readonly string[];
  /** Scenes with changes that are not saved. */
  readonly unsaved: readonly string[];
  /** The scene of the game that the editor runs; null if it runs none. */
  readonly playing: string | null;
  /** Ids of the selected objects. */
  readonly selection: readonly string[];
  /** The names of the steps that undo and redo would take; null if there is none. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** What it is busy with, such as "importing" or "compiling"; null if it is not. */
  readonly busy: string | null;
  /** The title of a dialog that waits for a person; null if there is none. */
  readonly dialog: string | null;
  /** The path of the prefab or scene that is edited inside of another; null if none is. */
  readonly stage: string | null;
}
