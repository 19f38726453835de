import { afterAll, beforeAll } from 'vitest';
import type { ERAS, Visitor } from '../universe/official-clients.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';

export interface SampleVisit {
  readonly server: UnrealServer;
  readonly client: Visitor;
}

/** The sample with everything allowed, and a client of it, for the tests of one block. */
export function visitSample(visit: (typeof ERAS)[number][1]): SampleVisit {
  const there = {} as { server: UnrealServer; client: Visitor };
  beforeAll(async () => {
    there.server = await startUnreal({ grants: ALL });
    there.client = await visit(there.server.url);
  });
  afterAll(async () => {
    await there.client.close();
    await there.server.close();
  });
  return there;
}
