import { readFileSync } from 'node:fs';
import { startPostgres } from '@worldwire/journal/testing';
import { attempt, request } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { descendants } from '../lib/process-memory.mjs';
import { origin, smallCommand } from '../lib/worlds.mjs';

const READ_MS = 3_000;
const WRITE_MS = 25_000;

export default {
  name: 'frozen-postgres',
  kind: 'other',
  claim:
    'while PostgreSQL hangs, a loaded universe is read, a write is answered in time, and no error names the store',
  async run(lab) {
    const postgres = await startPostgres();
    if (postgres === undefined) lab.skip('PostgreSQL is not installed here');
    lab.onCleanup(() => postgres.stop());
    const server = await lab.serve({ env: { WORLDWIRE_STORE: postgres.url }, limits: { handlerMs: 8_000 } });
    const url = server.urls.universe;
    const root = origin(url);
    const { alice, bob } = lab.tokens;
    const command = value => ({ token: alice, json: smallCommand(value), ms: WRITE_MS });
    const commands = `${root}/universes/sol/commands?returning=changes`;
    await request(commands, command(1));
    const { port, password } = new URL(postgres.url);
    const thaw = freeze();
    lab.onCleanup(thaw);
    const began = performance.now();
    const writes = [
      attempt(commands, command(2)),
      tool(
        url,
        alice,
        'send_universe_command',
        { universeId: 'sol', command: smallCommand(3) },
        { ms: WRITE_MS },
      ),
    ];
    const reads = [
      await attempt(`${root}/universes/sol`, { token: bob, ms: READ_MS }),
      await attempt(`${root}/universes/sol/ephemeris?t=1`, { token: bob, ms: READ_MS }),
      await tool(url, bob, 'get_universe_state', { universeId: 'sol', ids: ['sun'] }, { ms: READ_MS }),
    ];
    for (const { status, text } of reads) {
      lab.claim(status === 200, `a read got ${status} ${text.slice(0, 200)}`);
    }
    for (const { status, text } of await Promise.all(writes)) {
      lab.claim(status > 0, `a write got no answer within ${WRITE_MS / 1_000} s`);
      for (const secret of [port, password, '127.0.0.1', 'postgres://', 'worldwire@', 'pg_']) {
        lab.claim(!text.includes(secret), `an error names the store: ${text.slice(0, 300)}`);
      }
    }
    lab.note(`writes were answered after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    thaw();
    let again;
    for (let i = 0; i < 20 && again?.status !== 200; i++) {
      again = await attempt(commands, command(10 + i));
      if (again.status !== 200) await new Promise(resolve => setTimeout(resolve, 500));
    }
    lab.claim(
      again.status === 200,
      `after PostgreSQL went on a write got ${again.status} ${again.text.slice(0, 200)}`,
    );
  },
};

/** Suspends the PostgreSQL server of this process with its child processes. Returns a function that resumes it. */
function freeze() {
  const stopped = descendants(process.pid).filter(pid =>
    /^postgres/.test(readFileSync(`/proc/${pid}/comm`, 'utf8')),
  );
  if (stopped.length === 0) throw new Error('no process of PostgreSQL was found');
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  };
}
