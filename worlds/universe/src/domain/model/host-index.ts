import type { Entity, Kind } from './state.js';

/** The field with the id of the star that a small body field or a disk surrounds. */
export const HOST_FIELDS = {
  smallBodyFields: 'hostStarId',
  protoplanetaryDisks: 'centralStarId',
} as const satisfies Partial<Record<Kind, string>>;

export type HostedKind = keyof typeof HOST_FIELDS;

/** Finds the fields and disks around a star without a scan. */
export class HostIndex {
  readonly #idsByHost: Readonly<Record<HostedKind, Map<string, Set<string>>>> = {
    smallBodyFields: new Map(),
    protoplanetaryDisks: new Map(),
  };

  around(kind: HostedKind, host: string): readonly string[] {
    const ids = this.#idsByHost[kind].get(host);
    return ids === undefined ? [] : [...ids];
  }

  /** `before` and `after` are the entity before and after a change; undefined if it does not exist. */
  update(kind: Kind, before: Entity | undefined, after: Entity | undefined): void {
    if (!isHosted(kind)) return;
    const was = before?.[HOST_FIELDS[kind]];
    const is = after?.[HOST_FIELDS[kind]];
    if (was === is) return;
    const idsByHost = this.#idsByHost[kind];
    if (before !== undefined && typeof was === 'string') {
      const ids = idsByHost.get(was);
      ids?.delete(before.id);
      if (ids?.size === 0) idsByHost.delete(was);
    }
    if (after !== undefined && typeof is === 'string') {
      const ids = idsByHost.get(is);
      if (ids === undefined) idsByHost.set(is, new Set([after.id]));
      else ids.add(after.id);
    }
  }
}

function isHosted(kind: Kind): kind is HostedKind {
  return Object.hasOwn(HOST_FIELDS, kind);
}
