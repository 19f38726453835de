import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REFUSALS, type Refusal } from '../errors/refusals.js';
import { closedPort } from '../testing/closed-port.js';
import { Program, run, temporaryFolder } from '../testing/program.js';
import { unrealFile } from '../worlds/open-unreal.js';

const FIXTURES = fileURLToPath(new URL('../../../../test/src/fixtures/', import.meta.url));
const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const UNIVERSE = ['universe', '--port', '0', '--data', '.', '--store', 'sqlite'];
const UNITY = ['unity', '--port', '0', '--data', '.'];
const LIGHTHOUSE = ['lighthouse', '--port', '0', '--data', '.'];
/** Of SQLite, in bytes. */
const PAGE = 4096;
const ENGINE = ['--engine', 'link', '--port', 'frames=0'];

interface Case {
  readonly how: string;
  /** Makes what is in the way, and gives the arguments for both commands. */
  arrange(cwd: string): Promise<readonly string[]> | readonly string[];
  /** Of what serve says. */
  readonly says: string | RegExp;
  /** The check that finds it, where it is another one than usual. */
  readonly check?: string;
  /** What doctor makes of it. A port of a running worldwire is only a warning: it is what the user of that server sees. */
  readonly state?: 'warn';
  readonly when?: boolean;
}

const tokens = async (cwd: string) => {
  await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n', { mode: 0o600 });
  return ['--token-file', 'tokens'];
};

/** Another server at a port, until the test ends. */
async function taken(): Promise<number> {
  const server = createServer(socket => socket.destroy()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function madeStore(cwd: string): Promise<string> {
  const { openSqlite } = await import('@worldwire/journal/sqlite');
  const file = join(cwd, 'universe.sqlite');
  await (await openSqlite(file)).close();
  return file;
}

async function keptFile(cwd: string, name: string, content: string): Promise<void> {
  await mkdir(join(cwd, 'unity'), { recursive: true });
  await writeFile(join(cwd, 'unity', name), content);
}

/** Every refusal has its cases here: the compiler asks for one that is missing. */
const CASES: Readonly<Record<Refusal, readonly Case[]>> = {
  'open bind': [
    {
      how: 'a wider address without tokens',
      arrange: () => [...LIGHTHOUSE, '--host', '0.0.0.0'],
      says: 'reachable from other machines',
    },
  ],
  'token file': [
    { how: 'no token file', arrange: () => [...LIGHTHOUSE, '--token-file', 'none'], says: 'The token file' },
    {
      how: 'a token file without tokens',
      arrange: async cwd => {
        await writeFile(join(cwd, 'tokens'), '# none yet\n');
        return [...LIGHTHOUSE, '--token-file', 'tokens'];
      },
      says: 'The token file',
    },
  ],
  'TLS files': [
    {
      how: 'no TLS files',
      arrange: () => [...LIGHTHOUSE, '--tls-cert', 'none', '--tls-key', 'none'],
      says: 'cannot be read',
    },
    {
      how: 'TLS files that do not belong together',
      arrange: () => [
        ...[...LIGHTHOUSE, '--tls-cert', join(FIXTURES, 'loopback-cert.pem')],
        ...['--tls-key', join(FIXTURES, 'issued-key.pem')],
      ],
      says: 'belong together',
    },
  ],
  'data folder': [
    {
      how: 'a file in place of the data folder',
      arrange: async cwd => {
        await writeFile(join(cwd, 'file'), '');
        return ['lighthouse', '--port', '0', '--data', 'file'];
      },
      says: 'file cannot be used',
    },
    {
      how: 'a data folder below a file',
      arrange: async cwd => {
        await writeFile(join(cwd, 'file'), '');
        return ['universe', '--port', '0', '--store', 'sqlite', '--data', 'file/data'];
      },
      says: 'cannot be used',
    },
    {
      how: 'a data folder where nothing can be made, whatever the rights say',
      arrange: () => ['lighthouse', '--port', '0', '--data', '/proc/worldwire'],
      says: '/proc/worldwire cannot be used',
      when: process.platform === 'linux',
    },
    {
      how: 'a file in place of the folder of the unity world',
      arrange: async cwd => {
        await writeFile(join(cwd, 'unity'), '');
        return UNITY;
      },
      says: 'unity cannot be used',
      check: 'unity',
    },
  ],
  audit: [
    {
      how: 'a folder in place of the audit',
      arrange: async cwd => {
        await mkdir(join(cwd, 'audit.jsonl'));
        return LIGHTHOUSE;
      },
      says: 'The audit cannot be written',
    },
  ],
  'store file': [
    {
      how: 'another file in place of the store',
      arrange: async cwd => {
        await writeFile(join(cwd, 'universe.sqlite'), 'no database at all'.repeat(100));
        return UNIVERSE;
      },
      says: 'universe.sqlite cannot be used',
    },
    {
      how: 'a folder in place of the store',
      arrange: async cwd => {
        await mkdir(join(cwd, 'universe.sqlite'));
        return UNIVERSE;
      },
      says: 'is a folder',
    },
    {
      how: 'a pipe in place of the store',
      arrange: cwd => {
        execFileSync('mkfifo', [join(cwd, 'universe.sqlite')]);
        return UNIVERSE;
      },
      says: 'is a pipe',
      when: process.platform !== 'win32',
    },
    {
      how: 'a store that is lost',
      arrange: async cwd => {
        await rm(await madeStore(cwd));
        return UNIVERSE;
      },
      says: 'had a journal before',
    },
    {
      how: 'a store that is empty',
      arrange: async cwd => {
        await truncate(await madeStore(cwd));
        return UNIVERSE;
      },
      says: 'had a journal before',
    },
    {
      how: 'a broken id beside the store',
      arrange: async cwd => {
        await writeFile(`${await madeStore(cwd)}.id`, '');
        return UNIVERSE;
      },
      says: 'does not contain the id',
    },
    {
      how: 'a damaged store of an Unreal project',
      arrange: async cwd => {
        const project = join(cwd, 'Harbour');
        await mkdir(project);
        await writeFile(join(project, 'Harbour.uproject'), '{"EngineAssociation":"5.4"}');
        await writeFile(unrealFile(cwd, project), 'no database at all'.repeat(100));
        return ['unreal', '--port', '0', '--data', '.', '--store', 'sqlite', '--project', project];
      },
      says: 'cannot be used',
      check: 'unreal store',
    },
  ],
  'store database': [
    {
      how: 'a database that does not answer',
      arrange: async () => {
        const store = `postgres://ann@127.0.0.1:${await closedPort()}/worlds`;
        return ['universe', '--port', '0', '--data', '.', '--store', store];
      },
      says: /The store .* cannot be used/,
    },
  ],
  world: [
    ...(
      [
        ['settings of the unity world that are not JSON', '{', 'is not JSON'],
        ['settings of the unity world that make no sense', '{"requireConfirm":5}', 'has invalid settings'],
        ['settings of the unity world that switch it off', '{"enabled":false}', 'disables the interface'],
      ] as const
    ).map(([how, content, says]) => ({
      how,
      arrange: async (cwd: string) => {
        await keptFile(cwd, 'mcp.config.json', content);
        return UNITY;
      },
      says,
    })),
    {
      how: 'a file in place of the scripts of the unity world',
      arrange: async cwd => {
        await keptFile(cwd, 'Scripts', '');
        return UNITY;
      },
      says: 'The world unity cannot be opened',
    },
  ],
  'engine ids': [
    {
      how: 'a broken file of engine ids',
      arrange: async cwd => {
        await keptFile(cwd, 'next-engine-id', 'x');
        return [...UNITY, ...ENGINE];
      },
      says: 'next-engine-id should have the number',
    },
  ],
  project: [
    {
      how: 'a project that is not there',
      arrange: () => ['unreal', '--port', '0', '--data', '.', '--project', 'none'],
      says: '--project',
    },
  ],
  features: [
    {
      how: 'features that no world has',
      arrange: async cwd => {
        await writeFile(join(cwd, 'worldwire.json'), '{ "features": { "tools": ["lok"] } }');
        return [...LIGHTHOUSE, '--config', 'worldwire.json'];
      },
      says: 'no tools are called "lok"',
    },
    {
      how: 'features that no world has, with a data folder that is not there',
      arrange: async cwd => {
        await writeFile(join(cwd, 'worldwire.json'), '{ "features": { "tools": ["lok"] } }');
        return ['lighthouse', '--port', '0', '--data', 'a/b', '--config', 'worldwire.json'];
      },
      says: 'no tools are called "lok"',
    },
  ],
  'taken port': [
    {
      how: 'a port that something else has',
      arrange: async () => ['lighthouse', '--data', '.', '--port', String(await taken())],
      says: 'is taken',
    },
    {
      how: 'a port that something else has, with a data folder that is not there',
      arrange: async () => ['unity', 'universe', '--data', 'a/b', '--port', `unity=${await taken()}`],
      says: 'is taken',
    },
    {
      how: 'a port that a running worldwire has',
      arrange: async cwd => {
        const running = new Program(['serve', '--json', ...LIGHTHOUSE], { cwd });
        return ['lighthouse', '--data', '.', '--port', new URL(await running.url()).port];
      },
      says: 'is taken',
      state: 'warn',
    },
    {
      how: 'one port for two worlds',
      arrange: async () => {
        const port = await closedPort();
        return [
          'lighthouse',
          'universe',
          '--data',
          '.',
          '--port',
          `lighthouse=${port}`,
          '--port',
          `universe=${port}`,
        ];
      },
      says: 'is taken',
    },
  ],
  'forbidden port': [
    {
      how: 'a port that only root may open',
      arrange: () => ['lighthouse', '--data', '.', '--port', '1'],
      says: 'is not ours to open',
      when: process.platform === 'linux' && process.getuid?.() !== 0,
    },
  ],
  'unknown host': [
    {
      how: 'an address of another machine',
      arrange: async cwd => [
        ...LIGHTHOUSE.slice(0, 1),
        '--data',
        '.',
        '--port',
        '4',
        '--host',
        '192.0.2.1',
        ...(await tokens(cwd)),
      ],
      says: 'is not an address of this machine',
    },
  ],
  port: [
    {
      how: 'an address that lacks its network',
      arrange: async cwd => [
        'lighthouse',
        '--data',
        '.',
        '--port',
        String(await closedPort()),
        '--host',
        'fe80::1',
        ...(await tokens(cwd)),
      ],
      says: 'cannot be served on',
      when: process.platform === 'linux',
    },
  ],
  'frames wire': [
    {
      how: 'a port for frames that something else has',
      arrange: async () => [...LIGHTHOUSE, '--port', `frames=${await taken()}`],
      says: 'is taken',
    },
    {
      how: 'a socket in a folder that is not there',
      arrange: () => [...LIGHTHOUSE, '--frames-socket', 'none/frames.sock'],
      says: 'The frames wire cannot be opened',
      when: process.platform !== 'win32',
    },
    {
      how: 'a file in place of the socket',
      arrange: async cwd => {
        await writeFile(join(cwd, 'frames.sock'), '');
        return [...LIGHTHOUSE, '--frames-socket', 'frames.sock'];
      },
      says: 'The frames wire cannot be opened',
      when: process.platform !== 'win32',
    },
    {
      how: 'one port for a world and for frames',
      arrange: async () => {
        const port = await closedPort();
        return ['lighthouse', '--data', '.', '--port', String(port), '--port', `frames=${port}`];
      },
      says: 'is taken',
      check: 'port ',
    },
  ],
  'engine port': [
    {
      how: 'a port for engines that something else has',
      arrange: async cwd => [
        ...[...UNITY, '--engine', 'link', '--frames-socket', join(cwd, 'frames.sock')],
        ...['--port', `engine=${await taken()}`],
      ],
      says: 'The port for engines',
      when: process.platform !== 'win32',
    },
  ],
  'metrics port': [
    {
      how: 'a port for metrics that something else has',
      arrange: async () => [...LIGHTHOUSE, '--metrics-port', String(await taken())],
      says: 'The metrics cannot be served',
      state: 'warn',
    },
  ],
};

async function serveRefuses(args: readonly string[], cwd: string): Promise<string> {
  const program = new Program(['serve', '--json', '--log-level', 'silent', ...args], { cwd });
  const { code, stderr } = await Promise.race([
    program.ended,
    program.line('stdout', '"listening"').then(() => Promise.race([program.ended, serving(program)])),
  ]);
  expect(code).toBeGreaterThan(0);
  return stderr;
}

/** One world may listen before the next is refused, so only a server that answers a signal in order was not refused. */
async function serving(program: Program): Promise<never> {
  await program.line('stdout', /"wire":"(frames|engines)"/).catch(() => {});
  program.kill('SIGTERM');
  const { code, stderr } = await program.ended;
  throw new Error(`serve was not refused, and ended with ${code}. ${stderr}`);
}

/** All entries of a folder, and the sizes of files. A refused start leaves none behind. */
async function namesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const described = entries.map(async entry => {
    const path = join(entry.parentPath, entry.name);
    // The audit of a running server grows.
    return entry.isFile() && !/audit\./.test(entry.name) ? `${path} ${(await stat(path)).size}` : path;
  });
  return (await Promise.all(described)).sort();
}

async function findings(args: readonly string[], cwd: string, state: 'warn' | 'fail') {
  const { code, stdout, stderr } = await run(['doctor', '--json', ...args], { cwd });
  expect({ code, stderr }).toEqual({ code: state === 'fail' ? 1 : 0, stderr: '' });
  const { checks } = JSON.parse(stdout) as { checks: { check: string; state: string; fix?: string }[] };
  return checks.filter(finding => finding.state === state);
}

describe.each(Object.entries(CASES) as [Refusal, readonly Case[]][])('%s', (refusal, cases) => {
  for (const { how, arrange, says, check = REFUSALS[refusal], state = 'fail', when = true } of cases) {
    it.runIf(when)(`${how}: serve refuses, and doctor says why and what to do`, async () => {
      const cwd = await temporaryFolder();
      const args = await arrange(cwd);
      const before = await namesBelow(cwd);
      expect(await serveRefuses(args, cwd)).toMatch(says);
      expect(await namesBelow(cwd)).toEqual(before);
      const found = await findings(args, cwd, state);
      expect(found.map(finding => finding.check)).toContainEqual(expect.stringMatching(`^${check}`));
      for (const { fix } of found) expect(fix).toMatch(/./);
    });
  }
});

describe('a store with a damaged page', () => {
  it('for which serve refuses to start fails in doctor, whichever page it is', async () => {
    const made = await madeStore(await temporaryFolder());
    const [whole, id] = await Promise.all([readFile(made), readFile(`${made}.id`)]);
    let refused = 0;
    for (let page = 0; page < whole.length / PAGE; page++) {
      const bytes = Buffer.from(whole).fill(0x5a, page * PAGE, (page + 1) * PAGE);
      const copy = async () => {
        const cwd = await temporaryFolder();
        await writeFile(join(cwd, 'universe.sqlite'), bytes);
        await writeFile(join(cwd, 'universe.sqlite.id'), id);
        return cwd;
      };
      const [starts, examined] = await Promise.all([
        copy().then(doesServe),
        copy().then(cwd => run(['doctor', ...UNIVERSE], { cwd })),
      ]);
      if (starts) continue;
      refused++;
      expect({ page, code: examined.code }).toEqual({ page, code: 1 });
    }
    expect(refused).toBeGreaterThan(3);
  }, 120_000);
});

async function doesServe(cwd: string): Promise<boolean> {
  const program = new Program(['serve', '--json', '--log-level', 'silent', ...UNIVERSE], { cwd });
  const starts = await program.url().then(
    () => true,
    () => false,
  );
  program.kill('SIGKILL');
  return starts;
}

describe('settings that make no sense', () => {
  it.each([
    [['--tls-cert', 'x']],
    [['--port', '70000']],
    [['--engine-command', 'x']],
    [['--framing', 'newline']],
    [['--config', 'none.json']],
    [['--store', 'none']],
    [['--origin', 'x']],
    [['univers']],
  ])('%j are refused by doctor in the words of serve', async args => {
    const cwd = await temporaryFolder();
    const [served, examined] = await Promise.all([
      run(['serve', ...args], { cwd }),
      run(['doctor', ...args], { cwd }),
    ]);
    expect(served).toMatchObject({ code: 2, stderr: expect.stringMatching(/^worldwire: ./) });
    expect(examined).toMatchObject({ code: 2, stderr: served.stderr });
  });
});

describe('a reason not to serve', () => {
  it('is named in the list wherever it is thrown: only commands that do not serve fail otherwise', async () => {
    const names = await readdir(SOURCES, { recursive: true });
    const sources = names.filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const failing: string[] = [];
    for (const name of sources) {
      if (/Problem\.failure\(/.test(await readFile(join(SOURCES, name), 'utf8'))) failing.push(name);
    }
    const unlisted =
      /^((setup|backup|tokens|operator-client)[/\\]|commands[/\\](setup|create|backup|restore|approve)\.ts$)/;
    expect(failing.filter(name => !unlisted.test(name))).toEqual([]);
  });
});
