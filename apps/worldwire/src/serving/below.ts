import type { Mount } from '@worldwire/transports/http';

/** The mounts of a world below its name, where a listener serves several worlds. */
export function below(world: string, mounts: readonly Mount[]): readonly Mount[] {
  const prefix = `/${world}`;
  return mounts.map(mount => ({ ...mount, path: prefix + mount.path, prefix }));
}
