// `npm run clients`: real clients from npm connect to the built program.
//   npm run clients -- [client…]     only these clients; docs/compatibility.md is then not compared
//   npm run clients -- --write       writes the counts into docs/compatibility.md
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fetchedNode } from '../../scripts/fetched-node.mjs';
import { startWorlds, toolsOf } from './lib/server.mjs';
import { CLIENTS, checksOf, WIRES, WORLDS, wiresOf } from './matrix.mjs';
import { PAGE, pageWith } from './page.mjs';

const CLIENT = fileURLToPath(new URL('lib/client-process.mjs', import.meta.url));
const PAGE_PATH = fileURLToPath(new URL(`../../${PAGE}`, import.meta.url));
/** Each has a server and a client; both wait for each other, and for pictures. */
const AT_ONCE = 3;
/** For one client in all its cells. Only one that hangs needs it. */
const CLIENT_MS = 300_000;

const args = process.argv.slice(2);
const names = args.filter(arg => arg !== '--write');
const unknown = names.filter(name => !CLIENTS.some(({ id }) => id === name));
if (unknown.length > 0)
  fail(`${unknown.join(', ')} is not a client; there are ${CLIENTS.map(({ id }) => id).join(', ')}`);
const chosen = CLIENTS.filter(({ id }) => names.length === 0 || names.includes(id));

const queue = [...chosen];
const problems = [];
const counts = new Map();
await Promise.all(Array.from({ length: AT_ONCE }, work));

print();
if (names.length === 0) compare();
if (problems.length > 0) {
  console.log(`\n${problems.map(problem => `- ${problem}`).join('\n')}`);
  process.exitCode = 1;
}
const sum = [...counts.values()].reduce((total, count) => total + count, 0);
console.log(`\nclients: ${sum} passed, ${problems.length} failed`);

async function work() {
  for (let client = queue.shift(); client !== undefined; client = queue.shift()) await runClient(client);
}

async function runClient(client) {
  const started = performance.now();
  const worlds = await startWorlds();
  const cells = await cellsOf(client, worlds);
  for (const error of await worlds.stop()) problems.push(`${client.id}: the server logged ${error}`);
  for (const wire of wiresOf(client)) {
    let count = 0;
    for (const world of WORLDS) {
      const cell = cells.find(each => each.wire === wire && each.world === world);
      count += cell?.passed.length ?? 0;
      const place = `${client.id} over ${wire} in ${world}`;
      if (cell === undefined) problems.push(`${place}: the client ended before this cell`);
      for (const [check, reason] of Object.entries(cell?.failed ?? {}))
        problems.push(`${place}: ${check}: ${reason}`);
    }
    counts.set(`${client.id} ${wire}`, count);
  }
  console.log(`${client.id}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function cellsOf(client, { targets, home }) {
  const tools = await toolsOf(targets);
  const node = client.node === undefined ? process.execPath : fetchedNode(client.node);
  const child = spawn(node, [CLIENT, client.id], {
    cwd: home,
    env: { ...process.env, HOME: home },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), CLIENT_MS);
  const withTools = Object.entries(targets).map(([world, target]) => [
    world,
    { ...target, tools: tools[world] },
  ]);
  child.stdin.end(JSON.stringify({ targets: Object.fromEntries(withTools) }));
  const [out, complaints] = await Promise.all([read(child.stdout), read(child.stderr)]);
  clearTimeout(timer);
  const cells = out
    .split('\n')
    .filter(line => line.startsWith('{"client":'))
    .map(line => JSON.parse(line));
  if (cells.some(({ failed }) => Object.keys(failed).length > 0) || cells.length === 0)
    console.log(`${client.id} wrote:\n${complaints.slice(-2_000)}`);
  return cells;
}

async function read(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

function print() {
  const head = ['client', 'version', 'Node', ...Object.values(WIRES)];
  const rows = chosen.map(client => [
    client.name,
    client.version,
    client.node ?? process.versions.node,
    ...Object.keys(WIRES).map(wire => cellText(client, wire)),
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map(row => row[at].length)));
  console.log('');
  for (const row of [head, ...rows])
    console.log(
      row
        .map((text, at) => text.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    );
  for (const client of chosen)
    for (const wire of Object.keys(WIRES))
      if (client[wire] !== true)
        console.log(`${client.name} ${client.version}, no ${WIRES[wire]}: ${client[wire]}`);
}

function cellText(client, wire) {
  if (client[wire] !== true) return 'no';
  const wanted = WORLDS.reduce((total, world) => total + checksOf(client, wire, world).length, 0);
  return `${counts.get(`${client.id} ${wire}`)} of ${wanted}`;
}

/** The counts of this run are those of the page. */
function compare() {
  const found = readFileSync(PAGE_PATH, 'utf8');
  const wanted = pageWith(found, (client, wire) => counts.get(`${client.id} ${wire}`));
  if (found === wanted) return;
  if (args.includes('--write')) writeFileSync(PAGE_PATH, wanted);
  else problems.push(`${PAGE} has other counts than this run; look at the cells, then run npm run docs`);
}

function fail(reason) {
  console.error(`clients: ${reason}.`);
  process.exit(2);
}
