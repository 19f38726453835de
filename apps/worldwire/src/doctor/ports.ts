import { firstToken } from '../credentials.js';
import type { Settings } from '../settings.js';
import { findWorld } from '../worlds.js';
import { type Finding, fail, ok, warn } from './finding.js';
import { type Occupant, probePort } from './port-probe.js';

type Given = Pick<Settings, 'host' | 'ports' | 'tls' | 'tokenFile'>;

/** Each served world's port: free, already served by us, or in other hands. */
export async function checkPorts({ host, ports, tls, tokenFile }: Given): Promise<readonly Finding[]> {
  // Where it cannot be read, the check of the token file says so.
  const token = tokenFile === undefined ? undefined : await firstToken(tokenFile).catch(() => undefined);
  return Promise.all(
    [...ports].map(async ([world, port]) => {
      if (port === 0) return ok(`port ${world}`, 'a free one is picked at start');
      const occupant = await probePort(host, port, { secure: tls !== undefined, token });
      return judge(world, `${host}:${port}`, occupant, tokenFile);
    }),
  );
}

function judge(world: string, place: string, occupant: Occupant, tokenFile: string | undefined): Finding {
  const check = `port ${world}`;
  const mend = `Start with --port ${world}=N for another port, or --port ${world}=0 for a free one.`;
  switch (occupant.kind) {
    case 'nobody':
      return ok(check, `${place} is free`);
    case 'forbidden':
      return fail(check, `${place} cannot be opened: ${occupant.reason}`, mend);
    case 'guarded':
      return tokenFile === undefined
        ? warn(
            check,
            `${place} is taken by a server that asks for a token, perhaps a worldwire.`,
            `If it is, give doctor the --token-file that it was started with. If not: ${mend}`,
          )
        : warn(
            check,
            `${place} is taken by a server that does not know the first token of ${tokenFile}.`,
            `If it is a worldwire, name the file that it was started with, or start it again: it reads the file once. If not: ${mend}`,
          );
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
