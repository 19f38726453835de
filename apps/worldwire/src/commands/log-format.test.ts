import { execFileSync, spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM, Program, run, temporaryFolder } from '../testing/program.js';

const STDIO = ['stdio', 'lighthouse'];
const READABLE =
  /^\d\d:\d\d:\d\d\.\d{3} info {2}serving on standard input and output world=lighthouse ceiling=read$/m;

describe('the log in a pipe', () => {
  it('is JSON, and so it is with --log-format json', async () => {
    for (const flags of [[], ['--log-format', 'json']]) {
      const { stderr } = await run([...STDIO, ...flags]);
      expect(JSON.parse(stderr.split('\n')[0] as string)).toMatchObject({
        level: 'info',
        world: 'lighthouse',
      });
    }
  });

  it('is readable with --log-format text, WORLDWIRE_LOG_FORMAT or the configuration', async () => {
    expect((await run([...STDIO, '--log-format', 'text'])).stderr).toMatch(READABLE);
    expect((await run(STDIO, { env: { WORLDWIRE_LOG_FORMAT: 'text' } })).stderr).toMatch(READABLE);
  });

  it('has colours only with FORCE_COLOR', async () => {
    const args = [...STDIO, '--log-format', 'text'];
    expect((await run(args)).stderr).not.toContain('\u001B');
    expect((await run(args, { env: { FORCE_COLOR: '1' } })).stderr).toContain('\u001B[32minfo');
  });

  it('escapes what a client sends to the terminal of the operator', async () => {
    const program = new Program(['stdio', 'lighthouse', '--log-format', 'text', '--log-level', 'trace']);
    program.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"\\u001b[2J\\u009b2J"}\n\u001B[2J\n');
    const { stderr } = await program.ended;
    expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

// script(1) gives the program a terminal.
describe.runIf(process.platform === 'linux' && hasScript())('the log on a terminal', () => {
  async function onTerminal(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    const cwd = await temporaryFolder();
    const line = [process.execPath, PROGRAM, ...args].map(word => `'${word}'`).join(' ');
    const child = spawn('script', ['-qec', `${line} < /dev/null`, '/dev/null'], {
      cwd,
      env: { PATH: process.env.PATH ?? '', HOME: cwd, SHELL: '/bin/sh', TERM: 'xterm', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let shown = '';
    for await (const chunk of child.stdout) shown += chunk;
    return shown.replaceAll('\r\n', '\n');
  }

  it('is readable, with colours', async () => {
    expect(await onTerminal(STDIO, {})).toContain('\u001B[32minfo \u001B[0m serving on standard input');
  });

  it('has no colours with NO_COLOR', async () => {
    expect(await onTerminal(STDIO, { NO_COLOR: '1' })).toMatch(READABLE);
  });

  it('is JSON with --log-format json', async () => {
    expect(await onTerminal([...STDIO, '--log-format', 'json'], {})).toMatch(/^\{"level":"info".*\}$/m);
  });
});

function hasScript(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
}
