/** A project of many packages: the first list of a new process, further lists, referencers, and a search. */
import { join } from 'node:path';
import { startProduct, startProgram } from '../child.mjs';
import { CpuWatch } from '../cpu.mjs';
import { median } from '../figures.mjs';
import { callTool, STATELESS_REVISION } from '../requests.mjs';
import { inRounds } from '../rounds.mjs';
import { makeProject, REFERENCED, wrongList, wrongReferencers, wrongTotal } from '../unreal-packages.mjs';

const MAX_PAGE = 200;
const CHECKS = { list: wrongList, referencers: wrongReferencers, search: wrongTotal };

/** The ways to read a project that are compared, each in a process of its own. A way resolves to its process and its questions. */
const WAYS = [
  { label: 'the bytes alone', ours: false, start: startBytes },
  { label: 'openProject', ours: true, start: startSource },
  { label: `MCP ${STATELESS_REVISION} over HTTP`, ours: true, start: startServer },
];

export async function measureUnreal({ unreal: { packages, rounds, repeats } }, { progress, folder }) {
  progress(`unreal: copying ${packages} packages`);
  const project = makeProject(join(folder, 'project'), packages);
  const items = WAYS.map(way => ({ ...way, runs: [] }));
  const turns = { measure: 'unreal', rounds, items, name: ({ label }) => label, progress };
  await inRounds(turns, async ({ label, start, runs }, _, round) => {
    const data = join(folder, `data-${round}-${label.replaceAll(' ', '-')}`);
    runs.push(await readThrough(await start(project, data), project, repeats));
  });
  const rows = items.map(({ label, ours, runs }) => ({ label, ours, runs }));
  return { packages, bytes: project.bytes, referencers: project.referencers.size, rows };
}

async function readThrough({ server, ...questions }, project, repeats) {
  const timeOf = async name => {
    const { ms, found, wrong = CHECKS[name](found, project) } = await questions[name]();
    if (wrong) throw new Error(`wrong answer: ${wrong}`);
    return ms;
  };
  const medianOf = async name => {
    const times = [];
    while (times.length < repeats) times.push(await timeOf(name));
    return median(times);
  };
  try {
    const before = await server.ask('memory');
    const watch = new CpuWatch([server.pid]);
    const run = { cold: await timeOf('list'), warm: await medianOf('list') };
    for (const name of ['referencers', 'search']) if (questions[name]) run[name] = await medianOf(name);
    const { otherCpu, stolenCpu } = watch.shares();
    const after = await server.ask('memory');
    const [heap, rss] = [after.heapUsed - before.heapUsed, after.rss - before.rss];
    return { ...run, heap, rss, otherCpu, stolenCpu };
  } finally {
    await server.stop();
  }
}

async function startBytes(project) {
  const server = await startProgram('unreal-bytes.mjs', { args: ['--project', project.folder] });
  return {
    server,
    async list() {
      const { ms, files, bytes } = await server.ask('list');
      const right = files === project.sizes.size && bytes === project.bytes;
      return { ms, wrong: right ? '' : `${files} files, ${bytes} bytes` };
    },
  };
}

async function startSource(project, data) {
  const args = ['--project', project.folder, '--data', data, '--referenced', REFERENCED];
  const server = await startProgram('unreal-project.mjs', { args });
  const ask = (what, field) => async () => {
    const { ms, [field]: found } = await server.ask(what);
    return { ms, found };
  };
  return {
    server,
    list: ask('list', 'items'),
    referencers: ask('referencers', 'referencers'),
    search: ask('search', 'total'),
  };
}

async function startServer(project, data) {
  const args = ['unreal', '--project', project.folder];
  const { server } = await startProduct({ folder: data, args, nodeOptions: ['--expose-gc'] });
  const timed = read => async () => {
    const since = performance.now();
    const found = await read();
    return { ms: performance.now() - since, found };
  };
  const search = { query: 'PrintString', kind: 'calls', limit: 20 };
  return {
    server,
    list: timed(() => allPages(server.url, 'list_assets', {}, 'items')),
    referencers: timed(() => allPages(server.url, 'get_references', { path: REFERENCED }, 'referencers')),
    search: timed(async () => (await callTool(server.url, 'search_project', search)).total),
  };
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
