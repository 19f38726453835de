import { existsSync } from 'node:fs';
import { isLoopback } from '@worldwire/transports/http';
import { reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok, warn } from '../findings/finding.js';
import type { Environment } from '../process/environment.js';
import { invocation } from '../process/invocation.js';
import { readClientFile } from '../setup/client-file.js';
import { CLIENTS } from '../setup/clients.js';
import { KEY_PREFIX, type ReadEntry, readEntry } from '../setup/entry.js';
import { loadFormat } from '../setup/format.js';
import { findWorld } from '../worlds/world-list.js';
import type { Occupant } from './identify-server.js';
import { ownEntries, type PresentOwnFile, readOwnFile } from './own-entries.js';
import type { PortProbe } from './port-probe.js';
import { throttled } from './throttled.js';

const OWN_FIX = 'Fix the file: doctor looks in it for the servers that "claude mcp add" wrote.';

/** An entry of ours, and how it is written again or taken away. */
interface Place {
  readonly check: string;
  readonly where: string;
  readonly world: string;
  /** The words that write it, without what it is to call. */
  readonly setup: string;
  readonly removal: string;
}

/** Which clients know a world of ours, and whether what they would start or call is there. */
export async function checkClients(environment: Environment, probe: PortProbe): Promise<readonly Finding[]> {
  const setup = `${invocation(environment)} setup`;
  const findings: Finding[] = [];
  // Two clients may share a file.
  const seen = new Set<string>();
  for (const [name, client] of CLIENTS) {
    const format = await loadFormat(client.format);
    const files = [false, true].flatMap(global => client.file(environment, global) ?? []);
    for (const path of files) {
      if (seen.has(path)) continue;
      seen.add(path);
      const file = await readClientFile(path, format).catch(
        thrown => ({ kind: 'broken', reason: reasonOf(thrown) }) as const,
      );
      if (file.kind === 'broken') {
        const fix = `Fix the file, or paste the entry that ${setup} ${name} --print shows.`;
        findings.push(
          warn(`client ${name}`, `${path} cannot be read as ${format.title}: ${file.reason}.`, fix),
        );
      } else if (file.kind === 'present') {
        findings.push(...(await judge(`${setup} ${name}`, name, path, file.content[client.section], probe)));
      }
    }
  }
  const own = await readOwnFile(environment);
  if (own.kind === 'present') findings.push(...(await judgeOwn(setup, environment, own, probe)));
  else if (own.kind === 'unreadable') findings.push(warn('client claude-code', own.reason, OWN_FIX));
  if (findings.length > 0) return findings;
  return [warn('clients', 'No client configuration here names a world.', `${setup} claude-code writes one.`)];
}

function judge(
  setup: string,
  client: string,
  path: string,
  section: unknown,
  probe: PortProbe,
): Promise<readonly Finding[]> {
  const entries = typeof section === 'object' && section !== null ? Object.entries(section) : [];
  return Promise.all(
    entries
      .filter(([key]) => key.startsWith(KEY_PREFIX))
      .map(([key, value]) => {
        const world = key.slice(KEY_PREFIX.length);
        const written = `${setup} --world ${world}`;
        const place = {
          check: `client ${client}`,
          where: `${key} in ${path}`,
          world,
          setup: written,
          removal: `${written} --remove takes it away.`,
        };
        return judgeEntry(place, readEntry(value), probe);
      }),
  );
}

/** The entries that Claude Code itself keeps, for this user and for this folder. They are read and never written. */
function judgeOwn(
  setup: string,
  { cwd }: Environment,
  file: PresentOwnFile,
  probe: PortProbe,
): Promise<readonly Finding[]> {
  return Promise.all(
    ownEntries(file.content, cwd).map(({ name, scope, entry }) => {
      const world = name.startsWith(KEY_PREFIX) ? name.slice(KEY_PREFIX.length) : '';
      const removal = `claude mcp remove ${name} --scope ${scope} takes it away.`;
      const where = `${name} in ${file.path} (scope ${scope})`;
      const place = { check: 'client claude-code', where, world, setup: `${setup} claude-code`, removal };
      return judgeEntry(place, entry, probe);
    }),
  );
}

function judgeEntry(place: Place, entry: ReadEntry, probe: PortProbe): Finding | Promise<Finding> {
  return entry.url === undefined
    ? judgeStart(place, entry)
    : judgeCall(place, entry.url, entry.hasToken, probe);
}

function judgeStart({ check, where, world, setup, removal }: Place, entry: ReadEntry): Finding {
  const fix = findWorld(world) ? `${setup} writes it again.` : removal;
  if (entry.command === undefined) {
    return warn(check, `${where} says neither what to start nor what to call.`, fix);
  }
  const gone = programs(entry).find(program => !existsSync(program));
  if (gone === undefined) return ok(check, where);
  return fail(check, `${where} starts ${gone}, which is not there.`, fix);
}

/** Servers of this machine are asked whether they are there; to ask others is not ours. */
async function judgeCall(
  { check, where, world, setup, removal }: Place,
  given: string,
  hasToken: boolean,
  probe: PortProbe,
): Promise<Finding> {
  const parsed = URL.canParse(given) && /^https?:/.test(given) ? new URL(given) : undefined;
  if (parsed === undefined) {
    return fail(check, `${where} calls what is no address.`, `${setup} --http URL writes it again.`);
  }
  // A password or a key in an address is not shown.
  const url = parsed.origin + parsed.pathname;
  if (!isLoopback(parsed.hostname))
    return ok(check, `${where}, which calls ${url}: not asked whether it is there`);
  const occupant = await probe.address(url);
  if (occupant.kind === 'throttled') return throttled(check, `${where} calls ${url}, which`);
  const answer = wrongAnswer(occupant, world);
  if (answer !== undefined) {
    const other = findWorld(world) ? `${setup} makes the client start the world itself.` : removal;
    return warn(check, `${where} calls ${url}, where ${answer} now.`, `Start the server there. Or: ${other}`);
  }
  // Which variable the client finds its token in is in its own environment, which we do not have.
  const isGuarded = occupant.kind === 'guarded' || (occupant.kind === 'world' && occupant.guarded);
  if (!isGuarded || hasToken) return ok(check, where);
  const fix = `${setup} --http ${url} --token-env NAME writes it with the variable that has the token.`;
  return warn(check, `${where} sends no token to ${url}, which asks for one.`, fix);
}

/** Who is there instead of the world, where that is known. A server elsewhere may have worlds that we do not know. */
function wrongAnswer(occupant: Occupant, world: string): string | undefined {
  if (occupant.kind === 'nobody') return 'no server answers';
  if (occupant.kind === 'stranger') return 'something answers that is no worldwire';
  const entry = findWorld(world);
  if (occupant.kind !== 'world' || entry === undefined) return undefined;
  return occupant.name === (entry.serverName ?? world) ? undefined : `${occupant.name} answers`;
}

/** The files an entry needs: its command and the program it runs. */
function programs({ command, args }: ReadEntry): readonly string[] {
  return [command, args[0]].filter(path => typeof path === 'string' && /[/\\]/.test(path)) as string[];
}
