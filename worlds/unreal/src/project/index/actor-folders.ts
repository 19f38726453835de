/** A folder of the outliner that is an object of its own (UE 5.0). */
export interface ActorFolder {
  readonly id: string;
  readonly label: string;
  readonly parent?: string;
}

const MAX_DEPTH = 32;
/** Folders of one level. */
const MAX_FOLDERS = 20_000;
/** Characters of a path. */
const MAX_PATH = 1_000;

/** "Lights/Street" by the id of a folder. A path is computed when it is asked for: all together can be long. */
export class FolderPaths {
  readonly #byId = new Map<string, ActorFolder>();

  constructor(folders: Iterable<ActorFolder>) {
    for (const folder of folders) {
      if (this.#byId.size === MAX_FOLDERS) break;
      this.#byId.set(folder.id, folder);
    }
  }

  /** Undefined where no folder has this id. */
  get(id: string): string | undefined {
    let at = this.#byId.get(id);
    if (at === undefined) return undefined;
    const labels: string[] = [];
    for (let depth = 0; at !== undefined && depth < MAX_DEPTH; depth++) {
      if (at.label !== '') labels.unshift(at.label);
      at = at.parent === undefined ? undefined : this.#byId.get(at.parent);
    }
    return labels.join('/').slice(0, MAX_PATH);
  }
}
