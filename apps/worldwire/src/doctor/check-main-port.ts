import { type Finding, fail, ok, warn } from '../findings/finding.js';
import type { Settings } from '../settings/settings.js';
import type { PortProbe } from './port-probe.js';

type Given = Pick<Settings, 'host' | 'main' | 'tls' | 'frames' | 'metricsPort'>;

const CHECK = 'port main';
const FIX = 'Start with --port main=N for another port, or --port main=0 for a free one.';

/** The port of the console. A world that has the same one is checked with the ports of worlds. */
export async function checkMainPort(settings: Given, probe: PortProbe): Promise<readonly Finding[]> {
  const { host, main, tls } = settings;
  const { port, named, world } = main;
  if (world !== undefined) return [];
  if (port === 0) return [ok(CHECK, 'a free one is picked at start')];
  const other = otherAt(settings);
  if (other !== undefined) return [fail(CHECK, `${port} is also the port of ${other}.`, FIX)];
  const place = `${host}:${port}`;
  const holder = await probe.port({ host, port, secure: tls !== undefined });
  if (holder.kind === 'free') return [ok(CHECK, `${place} is free`)];
  if (holder.kind === 'forbidden') return [fail(CHECK, `${place} cannot be opened: ${holder.reason}`, FIX)];
  if (!named) {
    const fix = `If your running server has its console there, nothing is wrong. A server takes a free port instead. ${FIX}`;
    return [warn(CHECK, `${place} is taken.`, fix)];
  }
  return [fail(CHECK, `${place} is taken, perhaps by a running worldwire.`, FIX)];
}

/** Another listener of the same server with this port. */
function otherAt({ main, frames, metricsPort }: Given): string | undefined {
  const others = {
    frames: frames?.socket === undefined ? frames?.port : undefined,
    engine: frames?.enginePort,
    metrics: metricsPort,
  };
  return Object.entries(others).find(([, at]) => at === main.port)?.[0];
}
