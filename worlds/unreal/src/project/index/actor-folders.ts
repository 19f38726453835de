/** A folder of the outliner that is an object of its own (UE 5.0). */
export interface ActorFolder {
  readonly id: string;
  readonly label: string;
  readonly parent?: string;
}

const MAX_DEPTH = 32;

/** "Lights/Street" by the id of each folder. */
export function folderPaths(folders: Iterable<ActorFolder>): ReadonlyMap<string, string> {
  const byId = new Map([...folders].map(folder => [folder.id, folder]));
  const paths = new Map<string, string>();
  for (const folder of byId.values()) {
    const labels: string[] = [];
    for (
      let at: ActorFolder | undefined = folder;
      at !== undefined && labels.length < MAX_DEPTH;
      at = at.parent === undefined ? undefined : byId.get(at.parent)
    ) {
      labels.unshift(at.label);
    }
    paths.set(folder.id, labels.filter(label => label !== '').join('/'));
  }
  return paths;
}
