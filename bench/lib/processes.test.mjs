import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { cpuSecondsOf } from './cpu.mjs';
import { commandOf } from './godot-demo.mjs';
import { CREDENTIALS, requireRefusal } from './measures/credentials.mjs';
import { ask, echoRequest, FIRST_ID, messageOf } from './requests.mjs';
import { inScope } from './scope.mjs';

for (const [credential, start] of Object.entries(CREDENTIALS)) {
  test(`the server answers calls with its credential: ${credential}`, () =>
    inScope(async ({ keep }) => {
      const { server, session } = await start(keep);
      const { status, result } = await ask(server.url, echoRequest(session));
      assert.deepEqual([status, result.content[0].text], [200, messageOf(FIRST_ID)]);
      await requireRefusal(credential, server);
    }));
}

test('a server that answers without the credential is reported', () =>
  inScope(async ({ keep }) => {
    const { server } = await CREDENTIALS.none(keep);
    await assert.rejects(requireRefusal('token', server), /status 200 and not 401/);
  }));

test('quotes a command for the shell, with any characters', () => {
  const words = ['-e', 'console.log(process.argv.length, process.argv[1])', "it's $HOME"];
  const command = commandOf({ engine: process.execPath, args: words });
  assert.equal(execFileSync('sh', ['-c', command], { encoding: 'utf8' }), "2 it's $HOME\n");
});

test('reads user and system time after a name with any characters, and none of a process that has exited', () => {
  const stat = '4955 (a b) c) S 4938 4938 4926 0 -1 4194304 18067 0 0 0 150 25 0 0 20 0 11 0 1594 1 2';
  assert.deepEqual([cpuSecondsOf(stat), cpuSecondsOf('')], [1.75, 0]);
});
