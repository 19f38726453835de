import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { callTool, openSession, Reading, resultOf } from '../testing/client.js';
import { localServer, OperatorAt } from '../testing/operator.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

const FIXTURES = fileURLToPath(new URL('../../../../test/src/fixtures/', import.meta.url));
const TICK = { universeId: 'sol', command: { type: 'tick' } };

/** A server, and commands that find it by its data folder. */
async function server(...flags: readonly string[]) {
  const cwd = await temporaryFolder();
  const data = join(cwd, 'data');
  const program = new Program(['serve', 'universe', '--port', '0', '--json', '--data', data, ...flags], {
    cwd,
  });
  const url = await program.url();
  const worldwire = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run([...args, '--data', data], { cwd });
    return { code, said: stdout + stderr };
  };
  return {
    cwd,
    data,
    program,
    url,
    worldwire,
    tick: () => callTool(url, 'send_universe_command', TICK).then(resultOf),
  };
}

describe('worldwire stop', () => {
  it('says which installed code it stopped, and records it', async () => {
    const cwd = await temporaryFolder();
    const data = join(cwd, 'data');
    const flags = ['--port', '0', '--json', '--data', data, '--allow', 'eval'];
    const program = new Program(['serve', 'unity', ...flags], { cwd });
    await callTool(await program.url(), 'WriteStartupScript', { content: 'return 1;' });
    const { stdout } = await run(['stop', '--data', data], { cwd });
    expect(stdout).toContain('unity: The startup script is skipped when an engine starts.');
    const audit = await run(['audit', '--data', data, '--json'], { cwd });
    expect(audit.stdout).toContain('installed code');
  });
});

describe('worldwire approve', () => {
  it('lists the calls that wait with their effect, and decides on them', async () => {
    const { data, program, worldwire, tick } = await server('--allow', 'writes', '--approve', 'writes');
    expect(await worldwire('approve')).toEqual({ code: 0, said: 'No call waits for an approval.\n' });
    const api = (await OperatorAt.of(program)).as((await localServer(data)).token);
    const stream = new Reading(await api.send('GET', 'approvals/stream'));
    await stream.until('event: ready');
    const first = tick();
    await stream.until('event: requested');
    const { said } = await worldwire('approve');
    expect(said).toContain('1 call waits for an approval.');
    expect(said).toMatch(/asked by +local \(test\)/);
    expect(said).toMatch(/arguments +universeId: "sol"\n +command: {"type":"tick"}/);
    expect(said).toMatch(/effect +\S.*\n +in all +1 \w+\n[\s\S]*time: 0 -> 1\n/);
    const [, id = '', digest = ''] = /^Approve: .* approve (\w{4}) --digest (\S+)/m.exec(said) ?? [];
    expect(await worldwire('approve', 'zzzz')).toEqual({
      code: 1,
      said: expect.stringContaining('No call that waits'),
    });
    // Without the plan that the person saw, nothing is approved.
    for (const flags of [[], ['--minutes', '5'], ['--digest', 'another']]) {
      const refused = await worldwire('approve', id, ...flags);
      expect(refused).toMatchObject({
        code: 1,
        said: expect.stringMatching(/See all of it.*approve show|not that of the plan/),
      });
    }
    expect(await worldwire('approve', id, '--digest', digest)).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^Approved: send_universe_command sol tick in universe by local \(test\)\./,
      ),
    });
    expect((await first).isError).not.toBe(true);

    const watch = new Program(['approve', '--watch', '--json', '--data', data]);
    const second = tick();
    const line = JSON.parse(await watch.line('stdout', '"requested"')) as { id: string };
    const denied = await worldwire('approve', line.id, '--deny', 'Time stands still today.');
    expect(denied).toEqual({ code: 0, said: expect.stringMatching(/^Denied: /) });
    expect((await second).content[0]?.text).toContain('Time stands still today.');
    expect(JSON.parse(await watch.line('stdout', '"denied"'))).toMatchObject({
      id: line.id,
      by: 'local-operator',
    });
  });

  it('shows a plan that the list cuts, and approves it only then', async () => {
    const { data, url, worldwire } = await server('--approve', 'destructive');
    const send = (command: object) =>
      callTool(url, 'send_universe_command', { universeId: 'sol', command }).then(resultOf);
    const name = 'Swarm\u202e';
    await send({ type: 'generate', kind: 'cluster', count: 90, seed: 1, id: 'swarm', name });
    const answer = send({ type: 'undo', revision: 1 });
    const watch = new Program(['approve', '--watch', '--json', '--data', data]);
    const { id, digest } = JSON.parse(await watch.line('stdout', '"requested"'));
    expect(digest).toBeUndefined();
    const listed = (await worldwire('approve')).said;
    expect(listed).toMatch(/effect +Removes .*90 stars/);
    expect(listed).toContain('This is a part of the plan: 50 of');
    expect(listed).toMatch(/^See all: .*approve show \w{4}/m);
    const early = await worldwire('approve', id);
    expect(early).toMatchObject({ code: 1, said: expect.stringMatching(/See all of it.*approve show/) });
    const { said } = await worldwire('approve', 'show', id);
    expect(said.match(/removes /g)?.length).toBeGreaterThanOrEqual(90);
    expect(said).not.toContain('\u202e');
    const shown = /--digest (\S+)/.exec(said)?.[1] as string;
    expect(await worldwire('approve', id, '--digest', shown)).toMatchObject({ code: 0 });
    expect((await answer).isError).not.toBe(true);
  });

  it('shows the plan of other arguments before it approves them', async () => {
    const { data, url, worldwire } = await server('--approve', 'destructive');
    const watch = new Program(['approve', '--watch', '--data', data]);
    await watch.line('stdout', 'No call waits');
    const removal = (star: string) => ({ universeId: 'sol', command: { type: 'removeStar', id: star } });
    const answer = callTool(url, 'send_universe_command', removal('saturn')).then(resultOf);
    await expect.poll(async () => (await worldwire('approve')).said).toContain('Removes Saturn and 7 moons.');
    const id = /^Approve: .* approve (\w{4})/m.exec((await worldwire('approve')).said)?.[1] as string;
    // As the list shows it: the time, and the command for this call.
    expect(await watch.line('stdout', 'is refused in')).toMatch(/waits +\d+ s; is refused in \d+ min$/);
    expect(await watch.line('stdout', 'Approve:')).toMatch(new RegExp(`approve ${id} --digest \\S+`));
    const args = ['--arguments', JSON.stringify(removal('phobos'))];
    const { said } = await worldwire('approve', id, ...args);
    expect(said).toContain('Removes Phobos.');
    expect(said).toContain('Nothing is approved yet.');
    expect(said.indexOf('removes Phobos')).toBeLessThan(said.indexOf('arguments '));
    const digest = /--digest (\S+)/.exec(said)?.[1] as string;
    expect(await worldwire('approve', id, ...args, '--digest', digest)).toMatchObject({ code: 0 });
    expect(await watch.line('stdout', 'approved by')).toMatch(
      /approved by local-operator: Removes Phobos\.$/,
    );
    expect(JSON.stringify(await answer)).toContain('phobos');
  });

  it('approves a tool of a principal for some minutes, until that is revoked', async () => {
    const { data, program, worldwire, tick } = await server('--allow', 'writes', '--approve', 'writes');
    const api = (await OperatorAt.of(program)).as((await localServer(data)).token);
    const stream = new Reading(await api.send('GET', 'approvals/stream'));
    await stream.until('event: ready');
    const first = tick();
    await stream.until('event: requested');
    const [{ id, digest }] = (await api.get('approvals')).approvals;
    expect((await worldwire('approve', id, '--digest', digest, '--minutes', '5')).said).toContain(
      'approved for 5 minutes',
    );
    await first;
    expect((await tick()).isError).not.toBe(true);
    expect((await worldwire('approve')).said).toMatch(
      /^Approved until \d\d:\d\d UTC by local-operator: send_universe_command in universe by local\.\n/,
    );
    expect((await worldwire('approve', '--revoke')).said).toBe('1 ended: each call waits again.\n');
    expect((await worldwire('approve')).said).toBe('No call waits for an approval.\n');
  });

  it('refuses flags that make no decision', async () => {
    const cases = [
      [['approve', '--deny', 'No.'], 'name the id'],
      [['approve', 'a', 'b'], 'one call at a time'],
      [['approve', 'a', '--deny', 'No.', '--minutes', '5'], 'stands alone'],
      [['approve', 'a', '--minutes', 'soon'], 'a number above 0'],
      [['approve', 'a', '--arguments', '[1]'], 'a JSON object'],
      [['gates', 'unity'], 'name a world and a level'],
      [['gates', 'unity', 'writ'], 'Did you mean'],
      [['stop', '--world', 'unity', '--principal', 'ann'], 'not both'],
      [['stop', '--url', 'nowhere'], 'an address is such as'],
    ] as const;
    for (const [args, says] of cases) {
      expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
    }
  });
});

describe('worldwire stop', () => {
  it('closes writes of the running server, which resume reopens', async () => {
    const { worldwire, tick } = await server('--allow', 'writes');
    expect((await worldwire('stop')).said).toMatch(
      /All writes are closed.*\n.*the server runs on.*\nReopen them: /,
    );
    expect((await tick()).content[0]?.text).toContain('stopped all writes');
    expect((await worldwire('gates')).said).toContain('All writes are stopped.');
    expect((await worldwire('resume')).said).toMatch(/universe +write +write\n$/);
    expect((await tick()).isError).not.toBe(true);
    expect((await worldwire('stop', '--principal', 'local')).code).toBe(0);
    expect((await tick()).content[0]?.text).toContain('stopped the writes of local');
    expect((await worldwire('resume', '--principal', 'local')).code).toBe(0);
    expect((await worldwire('stop', '--world', 'universe')).code).toBe(0);
    expect((await tick()).isError).toBe(true);
    expect((await worldwire('gates', 'universe', 'all')).code).toBe(0);
    expect((await tick()).isError).not.toBe(true);
  });

  it('names the next step where no server is found, or it refuses', async () => {
    const { worldwire, url, cwd, program } = await server();
    const remote = (token: string) => run(['stop', '--url', url], { cwd, env: { WORLDWIRE_TOKEN: token } });
    expect((await remote('a-token-of-someone')).stderr).toContain(
      'needs the right operate, which local does not have',
    );
    program.kill('SIGTERM');
    await program.ended;
    expect(await worldwire('stop')).toEqual({
      code: 1,
      said: expect.stringMatching(/No server runs .* serve.*--url/),
    });
    expect((await remote('a-token-of-someone')).stderr).toContain('cannot be reached');
  });

  it('reaches a server of this machine whose certificate has another name', async () => {
    const cwd = await temporaryFolder();
    const data = join(cwd, 'data');
    for (const part of ['cert', 'key'])
      await copyFile(join(FIXTURES, `loopback-${part}.pem`), join(cwd, `${part}.pem`));
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length operate\n', { mode: 0o600 });
    const tls = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem', '--token-file', 'tokens'];
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json', '--data', data, ...tls], {
      cwd,
    });
    const url = await program.url();
    expect(await run(['stop', '--data', data], { cwd })).toMatchObject({ code: 0 });
    // Without the file of the server, its certificate is not trusted.
    const far = await run(['stop', '--url', url], {
      cwd,
      env: { WORLDWIRE_TOKEN: 'a-token-of-some-length' },
    });
    expect(far.stderr).toContain('cannot be reached');
  });
});

describe('worldwire sessions', () => {
  it('lists sessions in a table, and ends one', async () => {
    const { url, worldwire } = await server();
    expect((await worldwire('sessions')).said).toBe('No session is open.\n');
    await openSession(url);
    const { said } = await worldwire('sessions');
    expect(said).toMatch(/^ID +WORLD +PRINCIPAL +CLIENT +REVISION/);
    const id = /^([0-9a-f]{8}) +universe +local +test 1 +2025-06-18/m.exec(said)?.[1] as string;
    expect((await worldwire('sessions', '--end', id)).said).toBe(
      `Ended session ${id} of local in universe.\n`,
    );
    expect((await worldwire('sessions')).said).toBe('No session is open.\n');
  });
});

describe('worldwire calls', () => {
  it('lists what is in flight and open in a table, and ends one, whose caller gets the reason', async () => {
    const { url, worldwire, data, program } = await server('--allow', 'writes', '--approve', 'writes');
    expect((await worldwire('calls')).said).toBe('No call is in flight, and nothing is open.\n');
    const api = (await OperatorAt.of(program)).as((await localServer(data)).token);
    const stream = new Reading(await api.send('GET', 'approvals/stream'));
    await stream.until('event: ready');
    const answer = callTool(url, 'send_universe_command', TICK).then(response => response.text());
    await stream.until('event: requested');
    const { said } = await worldwire('calls');
    expect(said).toMatch(/^WORLD +NUMBER +KIND +WHAT +PRINCIPAL/);
    expect(said).toMatch(/^universe +1 +call +send_universe_command +local +test +\d+ s +approval$/m);
    expect(said).toContain('calls end universe 1');
    expect((await worldwire('calls', 'end', 'universe', '1')).said).toBe(
      'Ended call 1 of local in universe.\n',
    );
    expect(await answer).toContain('The operator ended this call.');
    const again = await worldwire('calls', 'end', 'universe', '1');
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('universe has no call 1')]);
    expect((await worldwire('calls', 'end', 'universe')).code).toBe(2);
  });
});
