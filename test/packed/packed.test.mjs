// Packs every public package, installs the tarballs in an empty folder and uses them there as a stranger would.
// It takes a minute, so it is not part of `npm test`: npm run packed.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { MCPB, makeBundle } from '../../scripts/packaging/bundle.mjs';
import { npm, npx } from '../../scripts/packaging/npm.mjs';
import { install, pack } from '../../scripts/packaging/tarballs.mjs';
import { publicPackages, readJson } from '../../scripts/packaging/workspaces.mjs';
import { environment, startProgram, startServer, toolsOf, useServer } from './client.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const packages = publicPackages(ROOT);
const { version } = readJson(join(ROOT, 'apps/worldwire/package.json'));
/** Every module that a published package exports. */
const entries = packages.flatMap(({ manifest: { name, exports = {} } }) =>
  Object.entries(exports).flatMap(([path, target]) => (typeof target === 'string' ? [] : [join(name, path)])),
);

let work;
let home;
let tarballs;
let bundle;

before(async () => {
  work = await mkdtemp(join(tmpdir(), 'worldwire-packed-'));
  home = join(work, 'home');
  bundle = join(work, 'worldwire.mcpb');
  tarballs = await pack(ROOT, join(work, 'tarballs'));
  await install(home, tarballs);
  // Before a test leaves anything in the folder.
  await makeBundle(ROOT, home, bundle);
});

after(() => rm(work, { recursive: true, force: true }));

test('npx worldwire --version prints the version of the packages', async () => {
  assert.equal((await npm(['exec', '--no', '--', 'worldwire', '--version'], home)).trim(), version);
});

test('npx worldwire serve serves a real client over HTTP, and stops on SIGINT', async () => {
  const server = await startServer(home);
  try {
    await useServer(new StreamableHTTPClientTransport(new URL(server.url)));
    const map = await fetch(new URL('/universes/sol/map.png', server.url));
    assert.deepEqual([map.status, map.headers.get('content-type')], [200, 'image/png']);
    const page = await (await fetch(new URL('/', server.url))).text();
    const assets = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
    assert.ok(assets.length > 1);
    for (const path of assets)
      assert.equal((await fetch(new URL(path, new URL('/', server.url)))).status, 200);
  } finally {
    await server.stop();
  }
});

test('npx worldwire stdio serves a real client that starts it', async () => {
  const args = ['exec', '--no', '--', 'worldwire', 'stdio', 'universe'];
  await useServer(new StdioClientTransport({ command: 'npm', args, cwd: home, env: environment(home) }));
});

test('npx worldwire create prints commands that work in the folder that has the packages', () =>
  create(home));

test('npx worldwire create prints commands that work in a clone', async () => {
  // A folder in the clone that Git ignores.
  const data = join(ROOT, '.data');
  await mkdir(data, { recursive: true });
  const clone = await mkdtemp(join(data, 'created-'));
  try {
    await create(clone);
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
});

test('every export of every package can be imported', async () => {
  assert.ok(entries.length >= packages.length);
  const program = `for (const name of ${JSON.stringify(entries)}) await import(name);`;
  await writeFile(join(home, 'imports.mjs'), program);
  await npm(['exec', '--no', '--', 'node', 'imports.mjs'], home);
});

test('every export of every package has types', async () => {
  const lines = entries.map((name, index) => `export type * as Module${index} from '${name}';`);
  await writeFile(join(home, 'types.mts'), lines.join('\n'));
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'NodeNext',
    '--types',
    '',
    'types.mts',
  ];
  await npm(['exec', '--no', '--', join(ROOT, 'node_modules/.bin/tsc'), ...options], home);
});

test('the MCPB bundle is valid, and a client can start what it unpacks', async () => {
  const unpacked = join(work, 'unpacked');
  await npx(MCPB, ['unpack', bundle, unpacked], work);
  const manifest = JSON.parse(await readFile(join(unpacked, 'manifest.json'), 'utf8'));
  assert.deepEqual(manifest.compatibility.platforms, [process.platform]);
  const { command, args } = manifest.server.mcp_config;
  const variables = { __dirname: unpacked, 'user_config.world': manifest.user_config.world.default };
  const filled = args.map(arg => arg.replace(/\$\{([^}]+)\}/g, (_, name) => variables[name]));
  await useServer(new StdioClientTransport({ command, args: filled, cwd: work, env: environment(home) }));
});

/** Creates a project in a folder, and types what was printed. */
async function create(folder) {
  const printed = await npm(['exec', '--no', '--', 'worldwire', 'create', 'rose-garden'], folder);
  const commands = printed.split('\n').flatMap(line => (line.startsWith('  ') ? [line.trim()] : []));
  assert.deepEqual(commands, [
    'cd rose-garden',
    'npm install',
    'npm test',
    'npm start',
    'npx worldwire setup claude-code --world ./world.js',
  ]);
  const project = join(folder, 'rose-garden');
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund'], project);
  // With this variable of our own test runner, node --test would run no file.
  delete process.env.NODE_TEST_CONTEXT;
  assert.match(await npm(['test'], project), /pass 2\b[\s\S]*fail 0\b/);
  const server = await startProgram('npm', ['start', '--', '--port', '0', '--json'], project, home);
  try {
    assert.deepEqual(await toolsOf(new StreamableHTTPClientTransport(new URL(server.url))), ['read_note']);
  } finally {
    await server.stop();
  }
  await npm(['exec', '--no', '--', ...commands.at(-1).split(' ').slice(1)], project);
  const { mcpServers } = JSON.parse(await readFile(join(project, '.mcp.json'), 'utf8'));
  const [{ command, args }] = Object.values(mcpServers);
  const transport = new StdioClientTransport({ command, args, cwd: project, env: environment(home) });
  assert.deepEqual(await toolsOf(transport), ['read_note']);
}

test('a server without OpenTelemetry says what traces need, and serves', async () => {
  const server = await startServer(home, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  let log;
  try {
    await useServer(new StreamableHTTPClientTransport(new URL(server.url)));
  } finally {
    log = await server.stop();
  }
  assert.match(log, /OpenTelemetry is not installed beside worldwire/);
  assert.match(log, /npm install @opentelemetry\/api@/);
});
