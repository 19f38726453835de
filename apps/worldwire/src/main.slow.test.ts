import { describe, expect, it } from 'vitest';
import { readPackage } from './process/version.js';
import { PROGRAM, run } from './testing/program.js';

const COMMANDS = ['serve', 'stdio', 'worlds', 'doctor', 'backup', 'restore', 'create', 'setup'];

describe('the program', () => {
  it('prints its version', async () => {
    expect(await run(['--version'])).toMatchObject({
      code: 0,
      stdout: `${readPackage().version}\n`,
      stderr: '',
    });
  });

  it('explains itself, and names every command', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  });

  it.each(COMMANDS)('explains %s', async command => {
    const { code, stdout } = await run([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: node ${PROGRAM} ${command}`);
    expect(await run(['help', command])).toMatchObject({ code: 0, stdout });
  });

  it.each(COMMANDS)('gives examples of %s that call it', async command => {
    const { stdout } = await run([command, '--help']);
    const examples = stdout.split('\nExamples:\n')[1]?.trimEnd().split('\n') ?? [];
    for (const example of examples) expect(example).toMatch(`  node ${PROGRAM} ${command}`);
  });

  it('names the environment variable of every flag that has one', async () => {
    const { stdout } = await run(['serve', '--help']);
    for (const name of ['DATA', 'STORE', 'TOKEN_FILE', 'LOG_LEVEL', 'LOG_FORMAT', 'UNREAL_URL']) {
      expect(stdout).toContain(`WORLDWIRE_${name}`);
    }
  });

  it.each([
    [['srve'], 'There is no command "srve". Did you mean serve?'],
    [['serve', '--prot', '3'], 'there is no flag --prot. Did you mean --port? Flags: --port, --host'],
    [
      ['serve', 'univers'],
      'There is no world "univers". Did you mean universe? Worlds: universe, unity, unreal.',
    ],
    [['serve', '--allow', 'write'], 'Did you mean writes?'],
    [['serve', '--log-level', 'verbose'], 'There is no log level "verbose".'],
    [['serve', '--log-format', 'jsn'], 'There is no log format "jsn". Did you mean json?'],
    [['serve', '--tls-cert', 'cert.pem'], 'give both'],
    [['serve', '--origin', 'console.example'], 'an origin is a scheme, a host and a port'],
    [['--json', 'serve'], 'Flags come after a command'],
    [['serve', '--public-host', 'http://x'], '--public-host http://x: give a name alone'],
    [['serve', '--public-host', 'x.example:443'], '--public-host x.example:443: give a name alone'],
    [['worlds', 'universe'], 'worlds: leave out "universe"'],
  ])('refuses %j in one line with exit code 2', async (args, says) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
