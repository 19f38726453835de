import type { WebAnswer } from '@worldwire/server';
import type { Gates, Principal } from '@worldwire/server/internal';
import type { OperatorRequest } from '@worldwire/transports/http';
import { requireOperate, worldsOf } from './access.js';
import type { Operated, OperatedWorld, Usage } from './operated.js';
import { pageOf } from './page.js';
import { wordOf } from './words.js';

/** GET worlds */
export async function listWorlds(host: Operated, { who, query }: OperatorRequest): Promise<WebAnswer> {
  const items = await Promise.all(worldsOf(host, who, 'operate').map(world => worldView(world, host.gates)));
  return pageOf({ name: 'worlds', items, keyOf: ({ name }) => name }, query);
}

async function worldView({ name, url, ceiling, kernel, notReady, links }: OperatedWorld, gates: Gates) {
  const reason = await notReady?.();
  const lost = (links() as readonly { status?: unknown; name?: unknown }[])
    .filter(({ status }) => status === 'lost')
    .map(link => link.name ?? 'engine');
  return {
    name,
    url,
    ceiling: wordOf(ceiling),
    open: wordOf(gates.openIn(name, ceiling)),
    sessions: kernel.sessions.size,
    callsInFlight: kernel.inFlight,
    ready: reason === undefined,
    ...(reason !== undefined && { reason }),
    ...(lost.length > 0 && { lost }),
  };
}

/** GET links */
export function listLinks(host: Operated, { who, query }: OperatorRequest): WebAnswer {
  const items = worldsOf(host, who, 'operate').flatMap(({ name: world, links }) =>
    links().map((link, index) => ({ world, index, ...link })),
  );
  return pageOf({ name: 'links', items, keyOf: ({ world, index }) => `${world} ${index}` }, query);
}

/** GET principals: those with a credential, and those that called since the start. */
export function listPrincipals(host: Operated, { who, query }: OperatorRequest): WebAnswer {
  requireOperate(host, who);
  const sessions = new Map<string, number>();
  const known = new Map<string, Principal[]>();
  const add = (principal: Principal) => {
    const same = known.get(principal.name) ?? [];
    known.set(principal.name, same.includes(principal) ? same : [...same, principal]);
  };
  for (const principal of host.principals()) add(principal);
  for (const { kernel } of host.worlds()) {
    for (const session of kernel.sessions) {
      sessions.set(session.principal, (sessions.get(session.principal) ?? 0) + 1);
      add(session.who);
    }
    for (const { who } of kernel.work.all()) add(who);
  }
  const usage = new Map(host.usage);
  const { stopped, allStopped } = host.gates.state;
  const items = [...new Set([...known.keys(), ...usage.keys()])].map(name => ({
    name,
    ...credentialView(known.get(name) ?? [], host),
    sessions: sessions.get(name) ?? 0,
    ...usageView(usage.get(name)),
    stopped: allStopped || stopped.includes(name),
  }));
  return pageOf({ name: 'principals', items, keyOf: ({ name }) => name }, query);
}

/** GET metrics, in the text format of Prometheus. */
export async function showMetrics(host: Operated, { who }: OperatorRequest): Promise<WebAnswer> {
  requireOperate(host, who);
  const { contentType } = host.metrics;
  return { status: 200, headers: { 'content-type': contentType }, body: await host.metrics.render() };
}

/** Several tokens may have one name. */
function credentialView(principals: readonly Principal[], { date }: Operated) {
  const [first] = principals;
  if (first === undefined) return {};
  const expiry = Math.max(...principals.map(({ expiresAt }) => expiresAt));
  return {
    origin: first.origin,
    rights: [...new Set(principals.flatMap(principal => principal.rights(date).words))],
    ...(Number.isFinite(expiry) && { expiresAt: new Date(expiry).toISOString() }),
  };
}

function usageView(
  { calls, errors, denied, lastCall }: Usage = { calls: 0, errors: 0, denied: 0, lastCall: 0 },
) {
  return { calls, errors, denied, ...(lastCall > 0 && { lastCall: new Date(lastCall).toISOString() }) };
}
