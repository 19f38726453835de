import { json, type WebAnswer, WorldError } from '@worldwire/server';
import type { Principal } from '@worldwire/server/internal';
import type { OperatorRequest } from '@worldwire/transports/http';
import { operatedWorld, requireOperate, worldsOf } from './access.js';
import type { Operated } from './operated.js';
import { recorded } from './recorded.js';
import { objectOf } from './request-body.js';
import { ACCESS_OF, RANK, wordOf } from './words.js';

const MAX_NAME = 256;
const MAX_STOPPED = 1_000;

/** GET gates */
export function showGates(host: Operated, { who }: OperatorRequest): WebAnswer {
  return gatesOf(host, who);
}

/** `code`: what happened to installed code, in sentences. */
function gatesOf(host: Operated, who: Principal, code: readonly string[] = []): WebAnswer {
  const { stopped, allStopped } = host.gates.state;
  const worlds = worldsOf(host, who, 'operate').map(({ name, ceiling }) => ({
    world: name,
    open: wordOf(host.gates.openIn(name, ceiling)),
    ceiling: wordOf(ceiling),
  }));
  return json(200, { allStopped, stopped, worlds, ...(code.length > 0 && { code }) });
}

/** PUT gates/:world with `{ open: "read" | "write" | "eval" | "all" }` */
export async function setGate(
  host: Operated,
  { who, body }: OperatorRequest,
  [name = '']: readonly string[],
): Promise<WebAnswer> {
  const { ceiling } = operatedWorld(host, who, name);
  const { open: word, ...rest } = objectOf(body, '{"open": "read"}');
  const wanted = word === 'all' ? ceiling : typeof word === 'string' ? ACCESS_OF.get(word) : undefined;
  if (wanted === undefined || Object.keys(rest).length > 0) {
    const hint =
      'Send {"open": "read"} to close writes, "write" to close code, "all" to open up to the ceiling.';
    throw new WorldError('InvalidArgument', 'A gate is set by open alone: read, write, eval or all.', hint);
  }
  if (RANK[wanted] > RANK[ceiling]) {
    throw new WorldError(
      'InvalidArgument',
      `${name} cannot be opened for ${word}: its ceiling is ${wordOf(ceiling)}, fixed at the start of the server.`,
      `Start the server with --allow ${wanted === 'danger' ? 'eval' : 'writes'}, or send {"open": "all"}.`,
    );
  }
  const before = host.gates.openIn(name, ceiling);
  await note(host, who, `open up to ${wordOf(wanted)}`, { world: name }, RANK[wanted] > RANK[before]);
  host.gates.set(name, word === 'all' ? undefined : wanted);
  return gatesOf(host, who, await codeAfter(host, who, name));
}

/** POST stop, and POST resume: closes or reopens all writes, of all principals or of one. */
export async function setStopped(
  host: Operated,
  { who, body }: OperatorRequest,
  stopped: boolean,
): Promise<WebAnswer> {
  requireOperate(host, who);
  const { principal, ...rest } = objectOf(body ?? {}, '{"principal": "name"}');
  const valid =
    principal === undefined ||
    (typeof principal === 'string' && principal !== '' && principal.length <= MAX_NAME);
  if (!valid || Object.keys(rest).length > 0) {
    const hint = 'Send {} for all principals, or {"principal": "name"} for one.';
    throw new WorldError(
      'InvalidArgument',
      'stop and resume take the name of a principal, or nothing.',
      hint,
    );
  }
  const name = principal as string | undefined;
  if (stopped && name !== undefined && host.gates.state.stopped.length >= MAX_STOPPED) {
    throw new WorldError(
      'RateLimited',
      `${MAX_STOPPED} principals are stopped already.`,
      'Stop all writes: send {}.',
    );
  }
  await note(host, who, stopped ? 'stop writes' : 'resume writes', { principal: name ?? 'all' }, !stopped);
  host.gates.setStopped(name, stopped);
  return gatesOf(host, who, await codeAfter(host, who));
}

/** Stops or starts installed code of the worlds, or of one world, as the gates are now. Returns what happened. */
async function codeAfter(host: Operated, who: Principal, only?: string): Promise<readonly string[]> {
  const worlds = host.worlds().filter(({ name }) => only === undefined || name === only);
  const found = await Promise.all(
    worlds.map(async ({ name, kernel }) => {
      try {
        return (await kernel.gateChanged()).map(sentence => `${name}: ${sentence}`);
      } catch (thrown) {
        host.log.error({ world: name, err: thrown }, 'installed code does not follow the gates');
        return [`${name}: Installed code may still run. The log of the server has the reason.`];
      }
    }),
  );
  const code = found.flat();
  if (code.length > 0) await note(host, who, 'installed code', { code }, false);
  return code;
}

function note(host: Operated, who: Principal, what: string, details: object, opens: boolean): Promise<void> {
  return recorded(host, { kind: 'gate', principal: who.name, what, details: { ...details } }, opens);
}
