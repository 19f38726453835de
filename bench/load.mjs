/**
 * The load driver, a process of its own, so that it has its own core. Keep-alive connections with one request in flight each.
 * Every answer is checked against its request.
 *
 *   node load.mjs '{"url":"http://127.0.0.1:PORT/mcp","revision":"2025-11-25"}'
 */
import { idSequence } from './lib/call-template.mjs';
import { ClientGroup } from './lib/client-group.mjs';
import { openSession } from './lib/handshake.mjs';
import { isStateless } from './lib/revisions.mjs';
import { Slots } from './lib/slots.mjs';
import { delay } from './lib/time-limit.mjs';

const load = {
  revision: '2025-11-25',
  exchange: { kind: 'echo' },
  connections: 32,
  warmupSeconds: 1,
  seconds: 3,
  ...JSON.parse(process.argv[2]),
};
process.on('disconnect', () => process.exit(1));
const result = await drive(load);
if (process.send) process.send({ result }, () => process.exit(0));
else {
  console.log(JSON.stringify(result));
  process.exit(0);
}

async function drive({ url: address, revision, session, exchange, connections, beside = [], ...more }) {
  const { idsBehind, slots, warmupSeconds, seconds } = more;
  const url = new URL(address);
  session ??= isStateless(revision) ? { revision } : await openSession(address);
  const options = {
    url,
    session,
    nextId: idSequence(idsBehind),
    slots: slots === undefined ? undefined : new Slots(slots),
  };
  const groups = [{ exchange: exchange, connections }, ...beside].map(
    group => new ClientGroup(group, options),
  );

  await delay(warmupSeconds * 1000);
  for (const group of groups) group.begin();
  process.send?.({ phase: 'measuring' });
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await delay(seconds * 1000);
  const elapsed = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const group of groups) group.end();
  process.send?.({ phase: 'measured' });
  await Promise.all(groups.map(group => group.finish()));

  const [first, ...others] = groups.map(group => group.result(elapsed));
  return {
    ...first,
    ...(others.length > 0 && { beside: others }),
    driverCpu: (user + system) / 1e6 / elapsed,
  };
}
