import { seeded } from '../../scripts/chaos/random.mjs';
import { readAudit } from '../lib/audit.mjs';
import { request } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { sleep } from '../lib/wait.mjs';
import { origin, smallCommand } from '../lib/worlds.mjs';

const WRITERS = 16;
const SEED = 12;

export default {
  name: 'audit-kill',
  kind: 'audit',
  claim:
    'after a kill at any moment of many writes, every write that was done has an intent, acknowledged or not',
  async run(lab) {
    const random = seeded(SEED);
    const data = lab.path('killed');
    const acknowledged = new Set();
    let sent = 0;
    for (let round = 0; round < lab.scale(4, 30); round++) {
      const server = await lab.serve({ data, args: ['--log-level', 'silent'] });
      const url = server.urls.universe;
      const writers = Array.from({ length: WRITERS }, async () => {
        while (server.alive) {
          const key = `write-${sent++}`;
          const command = smallCommand(sent);
          const meta = { 'worldwire/operationKey': key };
          const args = { universeId: 'sol', command, returning: 'changes' };
          const { ok } = await tool(url, lab.tokens.alice, 'send_universe_command', args, {
            meta,
            ms: 5_000,
          });
          if (ok) acknowledged.add(key);
        }
      });
      await sleep(100 + 400 * random());
      await server.stop('SIGKILL');
      await Promise.all(writers);
    }
    const server = await lab.serve({ data });
    const universe = await request(`${origin(server.urls.universe)}/universes/sol`, {
      token: lab.tokens.bob,
    });
    const { intents, problems } = readAudit(data);
    const keys = new Set([...intents.values()].map(({ operationKey }) => operationKey));
    const without = [...acknowledged].filter(key => !keys.has(key));
    lab.claim(acknowledged.size > 0, 'no write was acknowledged');
    lab.claim(
      without.length === 0,
      `${without.length} of ${acknowledged.size} acknowledged writes have no intent`,
    );
    const { revision } = universe.json;
    lab.claim(
      intents.size >= revision,
      `${revision} writes were done, and ${intents.size} intents were recorded`,
    );
    const notWhole = problems.filter(problem => !/not whole/.test(problem));
    lab.claim(notWhole.length === 0, notWhole[0]);
    lab.note(`${acknowledged.size} acknowledged, ${revision} done, ${intents.size} intents`);
  },
};
