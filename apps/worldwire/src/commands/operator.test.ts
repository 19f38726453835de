import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closedPort } from '../testing/closed-port.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

const FIXTURES = fileURLToPath(new URL('../../../../test/src/fixtures/', import.meta.url));
const shell = promisify(execFile);

describe.runIf(process.platform !== 'win32')('serve, about secrets that others can read', () => {
  it('warns of a token file and a TLS key that their group can read', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n');
    await copyFile(join(FIXTURES, 'loopback-cert.pem'), join(cwd, 'cert.pem'));
    await copyFile(join(FIXTURES, 'loopback-key.pem'), join(cwd, 'key.pem'));
    for (const file of ['tokens', 'key.pem']) await chmod(join(cwd, file), 0o640);
    const flags = ['--token-file', 'tokens', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json', ...flags], { cwd });
    const warnings = await Promise.all([
      program.line('stderr', 'the token file can be read by its group'),
      program.line('stderr', 'the TLS key can be read by its group'),
    ]);
    expect(warnings.map(line => JSON.parse(line))).toMatchObject([
      { level: 'warn', file: join(cwd, 'tokens') },
      { level: 'warn', file: join(cwd, 'key.pem') },
    ]);
  });

  it('warns of a password on the command line without repeating it', async () => {
    const store = `postgres://ann:secret-password@127.0.0.1:${await closedPort()}/worlds`;
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json', '--store', store]);
    expect(await program.line('stderr', 'password')).toContain('WORLDWIRE_STORE');
    program.kill('SIGTERM');
    expect((await program.ended).stderr).not.toContain('secret-password');
  });

  it('warns of it also where the store cannot be reached', async () => {
    const store = `postgres://ann:secret-password@127.0.0.1:${await closedPort()}/worlds`;
    const { code, stderr } = await run(['serve', 'universe', '--port', '0', '--store', store]);
    expect(code).toBe(1);
    expect(stderr).toContain('set WORLDWIRE_STORE instead of --store');
    expect(stderr).not.toContain('secret-password');
  });
});

describe('serve, where the audit cannot be written', () => {
  it('does not start, and prints the reason', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'audit.jsonl'));
    const { code, stderr } = await run(['serve', 'lighthouse', '--port', '0', '--data', '.'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(`${join(cwd, 'audit.jsonl')} is not a regular file`);
  });
});

describe.runIf(process.platform === 'linux')('serve, with few file descriptors', () => {
  it.each([24, 40, 64])('says how to raise the limit where %i are too few to start', async count => {
    const program = fileURLToPath(new URL('../../bin/worldwire.js', import.meta.url));
    const args = [`--nofile=${count}`, process.execPath, program, 'serve', '--port', '0'];
    const failed = await shell('prlimit', args).then(
      () => undefined,
      thrown => thrown,
    );
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^worldwire: .*ulimit -n 4096".\n$/),
    });
  });

  it('warns at start that they may be too few', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'worldwire.json'), '{ "limits": { "streams": 100000000 } }');
    const args = ['serve', 'lighthouse', '--port', '0', '--json', '--config', 'worldwire.json'];
    const program = new Program(args, { cwd });
    expect(await program.line('stderr', 'ulimit -n')).toContain('"level":"warn"');
  });

  it('logs when none are left, and continues when there are', async () => {
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const url = await program.url();
    const limitTo = (count: string) =>
      shell('prlimit', ['--pid', String(program.child.pid), `--nofile=${count}:`]);
    await limitTo('40');
    const sockets = Array.from({ length: 60 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) socket.on('error', () => {});
    expect(await program.line('stderr', 'no file descriptors are left')).toContain('ulimit -n');
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    program.kill('SIGTERM');
    const [code] = await once(program.child, 'exit');
    expect(code).toBe(0);
  });
});
