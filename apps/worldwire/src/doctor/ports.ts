import type { Settings } from '../settings.js';
import { findWorld } from '../worlds.js';
import { type Finding, fail, ok, warn } from './finding.js';
import { type Occupant, probePort } from './port-probe.js';

/** Each served world's port: free, already served by us, or in other hands. */
export function checkPorts({
  host,
  ports,
  tls,
}: Pick<Settings, 'host' | 'ports' | 'tls'>): Promise<readonly Finding[]> {
  return Promise.all(
    [...ports].map(async ([world, port]) => {
      if (port === 0) return ok(`port ${world}`, 'a free one is picked at start');
      return judge(world, `${host}:${port}`, await probePort(host, port, tls !== undefined));
    }),
  );
}

function judge(world: string, place: string, occupant: Occupant): Finding {
  const check = `port ${world}`;
  const mend = `Start with --port ${world}=N for another port, or --port ${world}=0 for a free one.`;
  switch (occupant.kind) {
    case 'nobody':
      return ok(check, `${place} is free`);
    case 'forbidden':
      return fail(check, `${place} cannot be opened: ${occupant.reason}`, mend);
    case 'guarded':
      return warn(check, `${place} is taken by a server that asks for a token, perhaps a worldwire.`, mend);
    case 'stranger':
      return fail(check, `${place} is taken by something that does not answer as a worldwire.`, mend);
    case 'world': {
      const who = `${occupant.name} ${occupant.version}`;
      if (occupant.name === (findWorld(world).serverName ?? world))
        return ok(check, `${place} is served by a worldwire already: ${who}`);
      return fail(check, `${place} is taken by another world: ${who}`, mend);
    }
  }
}
