import { type Finding, fail, ok, warn } from '../findings/finding.js';
import { METRICS_HOST } from '../metrics/metrics-listener.js';
import { ownToken } from '../serving/credentials.js';
import type { SelectedWorld, Settings } from '../settings/settings.js';
import { TOKEN_VARIABLE } from '../worlds/engine-environment.js';
import { type OwnPlace, type PortHolder, PortProbe } from './port-probe.js';
import { throttled } from './throttled.js';

type Given = Pick<Settings, 'host' | 'worlds' | 'tls' | 'tokenFile' | 'frames' | 'metricsPort' | 'variables'>;

/** The probe for the servers of these settings, with their token. */
export async function probeFor(settings: Given): Promise<PortProbe> {
  const { worlds, tokenFile, variables } = settings;
  // The check of the token file reports a file that cannot be read.
  const own =
    tokenFile === undefined ? undefined : await ownToken(tokenFile, variables).catch(() => undefined);
  return new PortProbe(
    own?.token,
    worlds.map(({ port }) => placeOf(settings, port)),
  );
}

/** Each served world's port: free, in use by a running worldwire, or in use by something else. */
export function checkPorts(settings: Given, probe: PortProbe): Promise<readonly Finding[]> {
  return Promise.all(
    settings.worlds.map(async selected => {
      const { name: world, port } = selected;
      if (port === 0) return ok(`port ${world}`, 'a free one is picked at start');
      const other = otherAt(settings, world, port);
      if (other !== undefined) {
        return fail(`port ${world}`, `${port} is also the port of ${other}.`, otherPort(world));
      }
      return judge(selected, `${settings.host}:${port}`, await probe.port(placeOf(settings, port)), settings);
    }),
  );
}

/** The port of --metrics-port. */
export async function checkMetricsPort(settings: Given, probe: PortProbe): Promise<readonly Finding[]> {
  const { metricsPort: port } = settings;
  if (port === undefined) return [];
  const check = 'port metrics';
  const fix = 'Start with --metrics-port N for another port, or --metrics-port 0 for a free one.';
  if (port === 0) return [ok(check, 'a free one is picked at start')];
  const other = otherAt(settings, 'metrics', port);
  if (other !== undefined) return [fail(check, `${port} is also the port of ${other}.`, fix)];
  const place = `${METRICS_HOST}:${port}`;
  const holder = await probe.port({ host: METRICS_HOST, port, secure: false });
  if (holder.kind === 'free') return [ok(check, `${place} is free`)];
  if (holder.kind === 'forbidden') {
    return [fail(check, `${place} cannot be opened: ${holder.reason}`, fix)];
  }
  return [
    warn(
      check,
      `${place} is taken.`,
      `If your running server has its metrics there, nothing is wrong. ${fix}`,
    ),
  ];
}

/** Another listener of the same server with this port. A unix socket has no port. */
function otherAt({ worlds, frames, metricsPort }: Given, world: string, port: number): string | undefined {
  const others = new Map<string, number | undefined>(worlds.map(each => [each.name, each.port]));
  if (frames?.socket === undefined) others.set('frames', frames?.port);
  others.set('engine', frames?.enginePort);
  others.set('metrics', metricsPort);
  return [...others].find(([name, at]) => name !== world && at === port)?.[0];
}

function otherPort(world: string): string {
  return `Start with --port ${world}=N for another port, or --port ${world}=0 for a free one.`;
}

function placeOf({ host, tls }: Given, port: number): OwnPlace {
  return { host, port, secure: tls !== undefined };
}

function judge(
  { name: world, entry }: SelectedWorld,
  place: string,
  holder: PortHolder,
  { tls, tokenFile }: Given,
): Finding {
  const check = `port ${world}`;
  const fix = otherPort(world);
  switch (holder.kind) {
    case 'free':
      return ok(check, `${place} is free`);
    case 'forbidden':
      return fail(check, `${place} cannot be opened: ${holder.reason}`, fix);
    case 'throttled':
      return throttled(check, place);
    case 'guarded':
      if (holder.refused) {
        return warn(
          check,
          `${place} is taken by a server that does not know the first token of ${tokenFile}.`,
          `If it is a worldwire, name the file that it was started with. If not: ${fix}`,
        );
      }
      if (tls !== undefined && tokenFile !== undefined && !holder.secure) {
        return warn(
          check,
          `${place} is taken by a server that requires a token without TLS, perhaps a worldwire. It was given none.`,
          `If it is, start it again with --tls-cert and --tls-key, or leave them out here, too. If not: ${fix}`,
        );
      }
      if (tokenFile !== undefined) {
        return warn(
          check,
          `${place} is taken by a server that requires a token, perhaps a worldwire. ${tokenFile} has no token that doctor can send: hashed ones cannot be read back.`,
          `If it is a worldwire, set ${TOKEN_VARIABLE} to one of its tokens for doctor. If not: ${fix}`,
        );
      }
      return warn(
        check,
        `${place} is taken by a server that requires a token, perhaps a worldwire.`,
        `If it is, give doctor the --token-file that it was started with. If not: ${fix}`,
      );
    case 'other':
      return fail(check, `${place} is taken by something that does not answer as a worldwire.`, fix);
    case 'world': {
      const who = `${holder.name} ${holder.version}`;
      if (holder.name === (entry.serverName ?? world))
        return warn(
          check,
          `${place} is in use by a running worldwire: ${who}.`,
          `If that is your server, nothing is wrong. A second serve is refused there. ${fix}`,
        );
      return fail(check, `${place} is taken by another world: ${who}`, fix);
    }
  }
}
