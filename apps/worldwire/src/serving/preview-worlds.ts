import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log, World } from '@worldwire/server';
import { readGrants } from '../settings/allow.js';
import type { OperatorGrants, WorldEntry } from '../worlds/world-entry.js';
import { openWorld } from './load-worlds.js';

export const NO_LOG: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Opens worlds to list their tools. Uses memory and a temporary folder, so that nothing is created or changed. */
export async function previewWorlds<Result>(
  entries: readonly WorldEntry[],
  use: (entry: WorldEntry, world: World) => Result,
  grants: OperatorGrants = readGrants([], false),
): Promise<readonly Result[]> {
  const data = await mkdtemp(join(tmpdir(), 'worldwire-worlds-'));
  const settings = {
    data,
    store: 'memory',
    grants,
    host: '127.0.0.1',
    variables: {},
    features: {},
    tokenFile: undefined,
    limits: {},
    confirmAbove: undefined,
  };
  const context = {
    served: entries.map(({ name }) => name),
    variables: {},
    check: <V>(_: string, read: () => V) => read(),
  };
  const used = entries.map(async entry => {
    const own = entry.readSettings?.({}, context) ?? {};
    const selected = { name: entry.name, entry, port: 0, own };
    const { world } = await openWorld(selected, settings, Promise.resolve(NO_LOG));
    try {
      return use(entry, world);
    } finally {
      await world.close?.();
    }
  });
  return Promise.all(used).finally(() => rm(data, { recursive: true, force: true }));
}
