import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.js';
import { startUnity } from '../unity/unity-server.js';
import { startUniverse } from '../universe/universe-server.js';
import { startUnreal } from '../unreal/unreal-server.js';
import { HOOKED_TYPE, TASKS } from './tasks.mjs';

const WRITES = { writes: true };
const PLACES: Readonly<Record<string, () => Promise<TestServer>>> = {
  universe: () => startUniverse(),
  unity: () => startUnity({ grants: WRITES, settings: { hookAllowlistSignatures: [HOOKED_TYPE] } }),
  sample: () => startUnreal({ grants: WRITES }),
};

/** The project of 5,000 packages is in `npm run bench` and in large-project.slow.test.ts. */
describe.each(Object.keys(PLACES))('an agent in the place %s', place => {
  let server: TestServer;
  beforeAll(async () => {
    server = await (PLACES[place] as () => Promise<TestServer>)();
  });
  afterAll(() => server.close());

  it.each(TASKS.filter(task => task.place === place))(
    'does it in $calls calls and $bytes bytes: $title',
    {
      timeout: 30_000,
    },
    async task => {
      for (const { calls, bytes } of await task.run(server.url)) {
        expect(calls).toBeLessThanOrEqual(task.calls);
        expect(bytes).toBeLessThanOrEqual(task.bytes);
      }
    },
  );
});
