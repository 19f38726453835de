import type { LinkHello } from './link-hello.js';

export type LinkStatus = 'waiting' | 'linked' | 'busy' | 'lost' | 'back';

export interface LinkInfo {
  readonly status: LinkStatus;
  /** ISO 8601. */
  readonly since: string;
  readonly reason?: string;
  /** What is or was linked. */
  readonly engine?: {
    readonly name: string;
    readonly version: string;
    readonly project: string;
    /** How many it answers. */
    readonly operations: number;
  };
  readonly remote?: string;
}

export function describeEngine({
  name,
  version,
  project,
  operations,
}: LinkHello): NonNullable<LinkInfo['engine']> {
  return { name, version, project, operations };
}
