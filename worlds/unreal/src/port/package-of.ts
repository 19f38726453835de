/** The package in a path as the engine writes it, where packages have no dots: what is before the first one. */
export function enginePackageOf(path: string): string {
  const [head = ''] = path.split(':', 1);
  const dot = head.indexOf('.', head.lastIndexOf('/') + 1);
  return dot < 0 ? head : head.slice(0, dot);
}

/**
 * The package that a caller means: "/Game/Doors/BP_Door" of "/Game/Doors/BP_Door.BP_Door". Objects that bear the
 * name of their package, their classes and defaults, files by their extension and what is inside another object are told
 * from a package with a dot in its name; such names are no Unreal, but there are files that have them.
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
