import { type ObjectPath, readObjectPaths } from '../port/object-path.js';

/** Watched paths by package, because files change. */
export class WatchedPaths {
  readonly #packages = new Map<string, Map<string, number>>();

  get size(): number {
    return this.#packages.size;
  }

  packages(): Iterable<string> {
    return this.#packages.keys();
  }

  add(path: string): () => void {
    const key = (readObjectPaths(path)[0] as ObjectPath).package.toLowerCase();
    const paths = this.#packages.get(key) ?? new Map<string, number>();
    this.#packages.set(key, paths);
    paths.set(path, (paths.get(path) ?? 0) + 1);
    let stopped = false;
    return () => {
      if (stopped) return;
      stopped = true;
      const left = (paths.get(path) ?? 0) - 1;
      if (left > 0) paths.set(path, left);
      else paths.delete(path);
      if (paths.size === 0 && this.#packages.get(key) === paths) this.#packages.delete(key);
    };
  }

  /** Watched objects of a level, which change with any of its packages. */
  actorsIn(level: string): readonly string[] {
    const paths = this.#packages.get(level.toLowerCase());
    return paths === undefined ? [] : [...paths.keys()].filter(path => path.includes(':'));
  }
}
