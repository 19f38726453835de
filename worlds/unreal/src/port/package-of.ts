/** The package in a path as the engine writes it: package names have no dots, so it ends at the first one. */
export function enginePackageOf(path: string): string {
  const [head = ''] = path.split(':', 1);
  const dot = head.indexOf('.', head.lastIndexOf('/') + 1);
  return dot < 0 ? head : head.slice(0, dot);
}

/**
 * The package that a caller means: "/Game/Doors/BP_Door" of "/Game/Doors/BP_Door.BP_Door". A dot may also be part of a
 * package name: the engine does not allow it, but such files exist. So a dot ends the package only before an object with the
 * package's name, its class or default object, a file extension, or where a colon follows.
 */
export function packageOf(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  const [name = '', inner] = path.slice(start).split(':', 2);
  const end = ownerEnd(name) ?? (inner === undefined ? name.length : firstDot(name));
  return path.slice(0, start + end);
}

function ownerEnd(name: string): number | undefined {
  const file = /\.(uasset|umap)$/i.exec(name);
  if (file !== null && file.index > 0) return file.index;
  const folded = name.toLowerCase();
  for (let dot = folded.indexOf('.'); dot >= 0; dot = folded.indexOf('.', dot + 1)) {
    const [owner, object] = [folded.slice(0, dot), folded.slice(dot + 1).replace(/^default__/, '')];
    if (
      object === owner ||
      object === `${owner}_c` ||
      object.startsWith(`${owner}.`) ||
      object.startsWith(`${owner}_c.`)
    )
      return dot;
  }
  return undefined;
}

function firstDot(name: string): number {
  const dot = name.indexOf('.');
  return dot < 0 ? name.length : dot;
}
