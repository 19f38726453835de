import { attempt } from '../lib/http.mjs';
import { openSession } from '../lib/mcp.mjs';
import { MIB } from '../lib/process-memory.mjs';

/** The limit of one result, and room for the errors of those that no longer fit. */
const MAX_ANSWER = 20 * MIB;

export default {
  name: 'batch-answers',
  kind: 'memory',
  claim: 'a batch of 50 large reads has one answer within the limit of one result, also when 12 come at once',
  async run(lab) {
    const server = await lab.serve({ copyOf: await lab.shared.data() });
    const url = server.urls.universe;
    const session = await openSession(url, lab.tokens.alice, { revision: '2025-03-26' });
    const params = { uri: 'universe://big/state?maxBytes=16777216' };
    const json = Array.from({ length: 50 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'resources/read',
      params,
    }));
    const { token, headers } = session;
    const sizes = [];
    const send = async () => {
      const { status, text } = await attempt(url, { token, headers, json, agent: false });
      sizes.push(text.length);
      lab.claim(status > 0, `a batch got no answer: ${text.slice(0, 200)}`);
    };
    await lab.measureMemory(server, async () => {
      await send();
      if (server.alive) await Promise.all(Array.from({ length: 12 }, send));
    });
    const largest = Math.max(...sizes);
    lab.claim(largest <= MAX_ANSWER, `the answer to a batch had ${Math.round(largest / MIB)} MiB`);
  },
};
