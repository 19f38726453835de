import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log, World } from '@worldwire/server';
import { type OperatorGrants, readGrants } from '../settings/allow.js';
import { loadWorld } from '../worlds/world-list.js';

const NO_LOG: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Opens worlds for what they offer, in memory and in a folder that goes away again: to look must not make or open anything. */
export async function outlinedWorlds<Result>(
  names: readonly string[],
  use: (name: string, world: World) => Result,
  grants: OperatorGrants = readGrants([], false),
): Promise<readonly Result[]> {
  const data = await mkdtemp(join(tmpdir(), 'worldwire-worlds-'));
  const nothing = {
    data,
    store: 'memory',
    grants,
    host: '127.0.0.1',
    ports: new Map(),
    unreal: { editor: undefined, passphrase: undefined, project: undefined },
    features: {},
    engine: { kind: 'embedded', command: undefined, variables: [] } as const,
  };
  const used = names.map(async name => {
    const { world } = await loadWorld(name, nothing, Promise.resolve(NO_LOG));
    try {
      return use(name, world);
    } finally {
      await world.close?.();
    }
  });
  return Promise.all(used).finally(() => rm(data, { recursive: true, force: true }));
}
