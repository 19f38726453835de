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

/** An entry for a world, and the commands that write it again or remove it. */
interface Place {
  readonly check: string;
  readonly where: string;
  readonly world: string;
  /** The command that writes it, without --http. */
  readonly setup: string;
  readonly removal: string;
}

/** Checks the entries for worlds in the files of clients: that the program they start, or the server they call, exists. */
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

/** The entries of Claude Code itself, for this user and for this folder. They are never written. */
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
    return warn(check, `${where} has neither a command nor a URL.`, fix);
  }
  const gone = programs(entry).find(program => !existsSync(program));
  if (gone === undefined) return ok(check, where);
  return fail(check, `${where} starts ${gone}, which does not exist.`, fix);
}

/** Connects to servers of this machine only. */
async function judgeCall(
  { check, where, world, setup, removal }: Place,
  given: string,
  hasToken: boolean,
  probe: PortProbe,
): Promise<Finding> {
  const parsed = URL.canParse(given) && /^https?:/.test(given) ? new URL(given) : undefined;
  if (parsed === undefined) {
    return fail(check, `${where} has a URL that is not valid.`, `${setup} --http URL writes it again.`);
  }
  // Without a password or a key in the address.
  const url = parsed.origin + parsed.pathname;
  if (!isLoopback(parsed.hostname))
    return ok(check, `${where}, which calls ${url}: not checked, because it is not on this machine`);
  const occupant = await probe.address(url);
  if (occupant.kind === 'throttled') return throttled(check, `${where} calls ${url}, which`);
  const answer = wrongAnswer(occupant, world);
  if (answer !== undefined) {
    const other = findWorld(world) ? `${setup} makes the client start the world itself.` : removal;
    return warn(check, `${where} calls ${url}, where ${answer} now.`, `Start the server there. Or: ${other}`);
  }
  // Only the presence of a token can be checked: its value is in the environment of the client.
  const isGuarded = occupant.kind === 'guarded' || (occupant.kind === 'world' && occupant.guarded);
  if (!isGuarded || hasToken) return ok(check, where);
  const fix = `${setup} --http ${url} --token-env NAME writes it with the variable that has the token.`;
  return warn(check, `${where} sends no token to ${url}, which requires one.`, fix);
}

/** What answers instead of the world. The server may have worlds that this version does not know. */
function wrongAnswer(occupant: Occupant, world: string): string | undefined {
  if (occupant.kind === 'free') return 'no server answers';
  if (occupant.kind === 'other') return 'another program answers';
  const entry = findWorld(world);
  if (occupant.kind !== 'world' || entry === undefined) return undefined;
  return occupant.name === (entry.serverName ?? world) ? undefined : `${occupant.name} answers`;
}

/** The files that an entry needs: its command and the program that it runs. */
function programs({ command, args }: ReadEntry): readonly string[] {
  return [command, args[0]].filter(path => typeof path === 'string' && /[/\\]/.test(path)) as string[];
}
