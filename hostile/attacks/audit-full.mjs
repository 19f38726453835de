import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { origin, smallCommand } from '../lib/worlds.mjs';

const READ = { universeId: 'sol', ids: ['sun'] };

export default {
  name: 'audit-full',
  kind: 'audit',
  claim:
    'while the audit cannot be written, writes are refused with that reason and reads go on; then all works again',
  async run(lab) {
    const data = lab.path('small');
    mkdirSync(data);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', data]);
    if (mounted.status !== 0)
      lab.skip(`no small file system can be mounted here: ${mounted.stderr ?? mounted.error}`);
    lab.onCleanup(() => spawnSync('umount', ['-l', data]));
    const server = await lab.serve({ data, args: ['--store', 'memory'] });
    const url = server.urls.universe;
    const { alice } = lab.tokens;
    const write = value =>
      attempt(`${origin(url)}/universes/sol/commands?returning=changes`, {
        token: alice,
        json: smallCommand(value),
        ms: 5_000,
      });
    const first = await write(1);
    lab.claim(first.status === 200, `a write with room on the disk got ${first.status}`);
    const filler = join(data, 'filler');
    fill(filler);
    // What the last block of the file still takes may be written.
    let refused;
    for (let value = 2; value < 300 && refused === undefined; value++) {
      const answer = await write(value);
      if (answer.status !== 200) refused = answer;
    }
    if (lab.claim(refused !== undefined, '298 writes were done while the audit could not be written')) {
      const { status, text } = refused;
      lab.claim(
        status >= 400 && /audit/i.test(text),
        `a write was refused without the reason: ${status} ${text.slice(0, 300)}`,
      );
      lab.claim(!text.includes(data), 'the refusal names a folder of the server');
    }
    const command = smallCommand(1_000);
    const called = await tool(url, alice, 'send_universe_command', { universeId: 'sol', command });
    lab.claim(!called.ok && called.text.length > 0, 'a tool wrote while the audit could not be written');
    const read = await tool(url, alice, 'get_universe_state', READ);
    lab.claim(read.ok, `a read was refused: ${read.text.slice(0, 200)}`);
    rmSync(filler);
    const again = await write(2_000);
    lab.claim(
      again.status === 200,
      `after space was freed a write got ${again.status} ${again.text.slice(0, 200)}`,
    );
  },
};

function fill(path) {
  const file = openSync(path, 'w');
  const zeros = Buffer.alloc(4_096);
  try {
    for (;;) writeSync(file, zeros);
  } catch (thrown) {
    if (thrown.code !== 'ENOSPC') throw thrown;
  } finally {
    closeSync(file);
  }
}
