import { existsSync } from 'node:fs';
import type { Surroundings } from '../environment.js';
import { readClientFile } from '../setup/client-file.js';
import { CLIENTS } from '../setup/clients.js';
import { KEY_PREFIX } from '../setup/entry.js';
import { type Finding, fail, ok, warn } from './finding.js';

interface Entry {
  readonly command?: unknown;
  readonly args?: unknown;
}

/** Which clients know a world of ours, and whether what they would start still exists. */
export async function checkClients(surroundings: Surroundings): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [name, client] of CLIENTS) {
    const files = [false, true].flatMap(global => client.file(surroundings, global) ?? []);
    for (const path of new Set(files)) {
      const file = await readClientFile(path).catch(() => ({ kind: 'broken' }) as const);
      if (file.kind === 'broken') {
        const mend = `Mend the file, or paste the entry that worldwire setup ${name} --print shows.`;
        findings.push(warn(`client ${name}`, `${path} cannot be read as plain JSON.`, mend));
      } else if (file.kind === 'present') {
        findings.push(...judge(name, path, file.content[client.section]));
      }
    }
  }
  if (findings.length > 0) return findings;
  return [
    warn('clients', 'No client configuration here names a world.', 'worldwire setup claude-code writes one.'),
  ];
}

function judge(client: string, path: string, section: unknown): readonly Finding[] {
  const check = `client ${client}`;
  if (typeof section !== 'object' || section === null) return [];
  return Object.entries(section as Record<string, Entry>)
    .filter(([key]) => key.startsWith(KEY_PREFIX))
    .map(([key, entry]) => {
      const gone = programs(entry).find(program => !existsSync(program));
      if (gone === undefined) return ok(check, `${key} in ${path}`);
      const world = key.slice(KEY_PREFIX.length);
      const mend = `worldwire setup ${client} --world ${world} writes it anew.`;
      return fail(check, `${key} in ${path} starts ${gone}, which is not there.`, mend);
    });
}

/** The files an entry needs: its command and the program it runs. An HTTP entry needs none. */
function programs({ command, args }: Entry): readonly string[] {
  const first = Array.isArray(args) ? args[0] : undefined;
  return [command, first].filter(path => typeof path === 'string' && /[/\\]/.test(path)) as string[];
}
