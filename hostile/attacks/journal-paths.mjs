import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from '../lib/http.mjs';
import { within } from '../lib/wait.mjs';
import { origin, smallCommand } from '../lib/worlds.mjs';

const REFUSED_MS = 8_000;

/** Things at the journal's path that are not the journal that was there. */
export default [
  {
    name: 'journal-gone',
    kind: 'data',
    claim:
      'an empty or missing database where universes were known is refused, and not replaced by a fresh one',
    async run(lab) {
      const known = await lab.serve({ data: lab.path('known') });
      const json = smallCommand(77);
      const url = `${origin(known.urls.universe)}/universes/sol/commands`;
      await request(url, { token: lab.tokens.alice, json });
      await known.stop();
      for (const [what, damage] of [
        ['empty', path => truncateSync(path, 0)],
        ['missing', path => rmSync(path)],
      ]) {
        const data = lab.path(what);
        spawnSync('cp', ['-a', known.data, data]);
        damage(join(data, 'universe.sqlite'));
        for (const name of readdirSync(data)) if (/-(wal|shm)$/.test(name)) rmSync(join(data, name));
        await refused(lab, data, `a database that is ${what}`);
      }
    },
  },
  {
    name: 'journal-pipe',
    kind: 'data',
    claim:
      "a pipe, a device, a socket or a folder at the journal's path is refused at start, at once and with the reason",
    async run(lab) {
      const kinds = {
        'a pipe': path => spawnSync('mkfifo', [path]),
        'a link to a device': path => symlinkSync('/dev/full', path),
        'a device': path => spawnSync('mknod', [path, 'c', '1', '5']),
        'a folder': path => mkdirSync(path),
        'another file': path => writeFileSync(path, 'not a database '.repeat(200)),
      };
      for (const [what, make] of Object.entries(kinds)) {
        const data = lab.path(what.replaceAll(' ', '-'));
        mkdirSync(data);
        make(join(data, 'universe.sqlite'));
        await refused(lab, data, what);
      }
    },
  },
];

async function refused(lab, data, what) {
  const server = await lab.serve({ data, wait: false });
  const listening = server.ready.then(
    () => 'listening',
    () => undefined,
  );
  const ended = server.ended.then(({ code }) => `ended ${code}`);
  const outcome = await within(
    Promise.race([listening.then(line => line ?? ended), ended]),
    REFUSED_MS,
    what,
  ).catch(() => 'hanging');
  lab.claim(
    outcome !== 'hanging',
    `with ${what} the server neither started nor ended within ${REFUSED_MS / 1_000} s`,
  );
  lab.claim(outcome !== 'listening', `${what} was accepted`);
  if (outcome.startsWith('ended')) {
    lab.claim(
      /universe\.sqlite|journal|database/i.test(server.stderr),
      `${what} was refused without a reason: ${server.stderr.slice(0, 300)}`,
    );
    lab.claim(
      !/\n\s+at /.test(server.stderr),
      `${what} was answered with a stack: ${server.stderr.slice(0, 200)}`,
    );
  }
  await server.stop('SIGKILL');
}
