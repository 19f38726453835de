// The process of one client: runs its cells one after the other and prints a line for each.
//   node client-process.mjs ID < {"targets": …}
import { text } from 'node:stream/consumers';
import { CLIENTS, checksOf, WORLDS, wiresOf } from '../matrix.mjs';
import { runCell } from './cell.mjs';
import { startRelay } from './relay.mjs';

const client = CLIENTS.find(({ id }) => id === process.argv[2]);
const { targets } = JSON.parse(await text(process.stdin));
const { open } = await import(`../drivers/${client.id}.mjs`);

for (const wire of wiresOf(client))
  for (const world of WORLDS) {
    const checks = checksOf(client, wire, world);
    const mark = `${client.id}-${wire}`;
    const { http, sse, ...target } = targets[world];
    const relay = await startRelay(http);
    const addresses = { http: relay.to(http), sse: relay.to(sse) };
    const result = await runCell(open, { ...target, ...addresses, relay, world, wire, mark, checks });
    relay.close();
    process.stdout.write(`${JSON.stringify({ client: client.id, wire, world, ...result })}\n`);
  }
// A client may leave timers and sockets behind, which must not hold up the run.
process.exit(0);
