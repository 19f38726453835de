// Packs every public package, installs the tarballs in an empty folder and uses them there as a stranger would.
// It takes a minute, so it is not part of `npm test`: npm run packed.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
import { environment, startServer, useServer } from './client.mjs';

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

test('npx worldwire create writes a project that installs and passes its own npm test', async () => {
  await npm(['exec', '--no', '--', 'worldwire', 'create', 'rose-garden'], home);
  const project = join(work, 'rose-garden');
  // Outside of the folder that has the packages, so that it needs its own.
  await rename(join(home, 'rose-garden'), project);
  await npm(
    ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs.map(({ path }) => path)],
    project,
  );
  // With this variable of our own test runner, node --test would run no file.
  delete process.env.NODE_TEST_CONTEXT;
  assert.match(await npm(['test'], project), /pass 2\b[\s\S]*fail 0\b/);
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
