// Sends the same requests repeatedly on some connections, in its own process, and counts the answers.
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { attempt } from './http.mjs';

/** @type {{ requests: { url: string, method?: string, headers?: Record<string, string>, bodyFile?: string }[], token: string,
 *   connections: number, ms: number }} */
const { requests, token, connections, ms } = JSON.parse(process.argv[2] ?? '');
const bodies = new Map(
  requests.flatMap(({ bodyFile }) => (bodyFile === undefined ? [] : [[bodyFile, readFileSync(bodyFile)]])),
);
/** @type {Record<string, number>} */
const statuses = {};
const end = performance.now() + ms;
process.on('disconnect', () => process.exit());

await Promise.all(
  Array.from({ length: connections }, async (_, connection) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let sent = connection; performance.now() < end; sent++) {
      const { url, bodyFile, method, headers } = requests[sent % requests.length];
      const body = bodyFile === undefined ? undefined : bodies.get(bodyFile);
      const { status } = await attempt(url, {
        token,
        agent,
        ms: 30_000,
        ...(method !== undefined && { method }),
        ...(headers !== undefined && { headers }),
        ...(body !== undefined && { body }),
      });
      statuses[status] = (statuses[status] ?? 0) + 1;
      // Retries a refused request at once, but not in a tight loop.
      if (status === 0 || status === 429) await new Promise(resolve => setTimeout(resolve, 10));
    }
    agent.destroy();
  }),
);
process.send?.({ statuses }, () => process.exit());
