import type { Limits } from '@worldwire/server/internal';
import { onTestFinished } from 'vitest';
import { ContractClient } from './contract-client.js';
import { ContractWorld } from './contract-world.js';
import type { Serve, Served } from './wires.js';

/** A wire that serves the contract's world, for one test. */
export interface Stage {
  readonly world: ContractWorld;
  readonly served: Served;
  /** A client of its own, in the given revision. */
  client(revision: string, capabilities?: object): Promise<ContractClient>;
}

export async function stage(serve: Serve, limits?: Partial<Limits>): Promise<Stage> {
  const world = new ContractWorld();
  const served = await serve(world.full, limits);
  onTestFinished(() => served.close());
  return {
    world,
    served,
    client: async (revision, capabilities) =>
      ContractClient.open(await served.connect(), revision, capabilities),
  };
}
