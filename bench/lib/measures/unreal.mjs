/** A project of many packages: the first list of a new process, further lists, referencers, and a search. */
import { join } from 'node:path';
import { startProduct, startProgram } from '../child.mjs';
import { CpuWatch } from '../cpu.mjs';
import { median } from '../figures.mjs';
import { callTool, STATELESS_REVISION } from '../requests.mjs';
import { inRounds } from '../rounds.mjs';
import { inScope } from '../scope.mjs';
import { CHECKS, makeProject, REFERENCED, wrongBytes } from '../unreal-packages.mjs';

const MAX_PAGE = 200;
const SEARCH = { query: 'PrintString', kind: 'calls', limit: 20 };
const indexed = data => ['--data', data, '--referenced', REFERENCED];
const program = argsOf => async (project, data, keep) => {
  const args = ['--project', project.folder, ...argsOf(data)];
  const server = keep(await startProgram('unreal.mjs', { args }));
  return { server, ask: name => server.ask(name) };
};

/** The ways to read a project that are compared, each in a process of its own. */
const WAYS = [
  { label: 'the bytes alone', ours: false, start: program(() => ['--bytes']), checks: { list: wrongBytes } },
  { label: 'openProject', ours: true, start: program(indexed), checks: CHECKS },
  { label: `MCP ${STATELESS_REVISION} over HTTP`, ours: true, start: startServer, checks: CHECKS },
];

export async function measureUnreal({ unreal: { packages, rounds, repeats } }, { progress, folder }) {
  progress(`unreal: copying ${packages} packages`);
  const project = makeProject(join(folder, 'project'), packages);
  const items = WAYS.map(way => ({ ...way, runs: [] }));
  const turns = { measure: 'unreal', rounds, items, name: ({ label }) => label, progress };
  await inRounds(turns, async ({ start, checks, runs }, who) => {
    const data = join(folder, `data-${runs.length}-${items.findIndex(each => each.runs === runs)}`);
    const run = ({ keep }) => readThrough(who, start(project, data, keep), checks, project, repeats);
    runs.push(await inScope(run));
  });
  const rows = items.map(({ label, ours, runs }) => ({ label, ours, runs }));
  return { packages, bytes: project.bytes, referencers: project.referencers.size, rows };
}

async function readThrough(who, started, checks, project, repeats) {
  const { server, ask } = await started;
  const timesOf = async (name, count) => {
    const times = [];
    while (times.length < count) {
      const { ms, found } = await ask(name);
      const wrong = checks[name](found, project);
      if (wrong) throw new Error(`${who}: wrong answer: ${wrong}`);
      times.push(ms);
    }
    return median(times);
  };
  const before = await server.ask('memory');
  const watch = new CpuWatch([server.pid]);
  const run = { cold: await timesOf('list', 1), warm: await timesOf('list', repeats) };
  for (const name of ['referencers', 'search']) if (checks[name]) run[name] = await timesOf(name, repeats);
  const { otherCpu, stolenCpu } = watch.shares();
  const after = await server.ask('memory');
  const [heap, rss] = [after.heapUsed - before.heapUsed, after.rss - before.rss];
  return { ...run, heap, rss, otherCpu, stolenCpu };
}

async function startServer(project, data, keep) {
  const args = ['unreal', '--project', project.folder];
  const { server } = await startProduct({ folder: data, args, nodeOptions: ['--expose-gc'] });
  keep(server);
  const questions = {
    list: () => allPages(server.url, 'list_assets', {}, 'items'),
    referencers: () => allPages(server.url, 'get_references', { path: REFERENCED }, 'referencers'),
    search: async () => (await callTool(server.url, 'search_project', SEARCH)).total,
  };
  const ask = async name => {
    const since = performance.now();
    const found = await questions[name]();
    return { ms: performance.now() - since, found };
  };
  return { server, ask };
}

async function allPages(url, tool, given, field) {
  const found = [];
  for (let cursor; ; ) {
    const more = { ...given, limit: MAX_PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await callTool(url, tool, more);
    found.push(...page[field]);
    cursor = page.nextCursor;
    if (cursor === undefined) return found;
  }
}
