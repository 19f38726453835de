import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { growthRatio, median } from './figures.mjs';
import { parseOptions } from './options.mjs';
import { disturbance, goalsTable, judge, measuredTables, pageOf, withMarkedSection } from './report.mjs';
import { SESSION_REVISION, STATELESS_REVISION } from './requests.mjs';

const MIB = 2 ** 20;
const run = (callsPerSecond, p50 = 1, p99 = 2.5) => {
  return { callsPerSecond, p50, p99, driverCpu: 0.4, otherCpu: 0.1, stolenCpu: 0 };
};
const paces = (...values) => values.map(value => run(value));
const entrant = (name, role, revision, callsPerSecond, p99) => {
  return { entrant: { name, label: name, role, revision }, best: run(callsPerSecond, 1, p99) };
};
const bySize = (...sizes) => sizes.map(([size, ...values]) => ({ size, runs: paces(...values) }));
const commands = (wire, small, large) => {
  return { store: 'SQLite', wire, bySize: bySize([100, small], [100_000, large]) };
};
const tool = (name, wire, small, large) => {
  return { tool: name, wire, bySize: bySize([100, small], [50_000, large]) };
};
const loopRun = (hz, p99, reads) => {
  const [lists, writes] = [run(1000, 1, 9), run(500, 1, 4)];
  return { frames: { hz, p99, longest: 30, workP99: 1 }, members: run(reads, 1, 8), lists, writes };
};
const reading = (cold, warm, referencers, search, heap) => {
  return { cold, warm, referencers, search, heap, rss: 20 * MIB, otherCpu: 0.1 };
};
const PROJECT = { packages: 5_000, bytes: 50 * MIB, referencers: 999 };
const TIMES = { 1500: 40, 1700: 50, 9000: 45 };
const READINGS = Object.entries(TIMES).map(([cold, warm], at) =>
  reading(Number(cold), warm, 3 + at, 20, 5 * MIB),
);
const wire = (name, connections, many, one) => {
  return { wire: name, connections, inFlight: paces(...many), ...(one && { sequential: paces(...one) }) };
};
const way = (label, whole, many, ...p50s) => {
  return { label, whole, sequential: p50s.map(p50 => run(1900, p50)), inFlight: paces(many) };
};
const task = (title, calls, bytes) => ({ title, calls, bytes, maxCalls: 1, maxBytes: 1_000 });

const MEASURED = {
  toolsCall: [
    entrant('bare', 'bare', SESSION_REVISION, 1000, 1),
    entrant('bare', 'bare', STATELESS_REVISION, 800, 1),
    entrant('worldwire', 'ours', SESSION_REVISION, 700, 1.5),
    entrant('worldwire', 'ours', STATELESS_REVISION, 400, 2.5),
    entrant('mcp-lite', 'peer', SESSION_REVISION, 100, 9),
    entrant('sdk-v1', 'peer', SESSION_REVISION, 50, 9),
    entrant('sdk-v2', 'peer', STATELESS_REVISION, 50, 9),
  ],
  idleSessions: [{ entrant: { role: 'ours' }, heapPerSession: 2048, rssPerSession: 4096 }],
  credentials: {
    rows: [
      { credential: 'none', runs: paces(1000, 2000, 4000) },
      { credential: 'token', runs: paces(900, 1600, 3800) },
      { credential: 'oauth', runs: paces(855, 1600, 1900) },
    ],
  },
  universe: {
    rows: [commands('REST', 5000, 4000), commands('MCP', 4000, 2400)],
    missing: [{ store: 'PostgreSQL', reason: 'no PostgreSQL server on this machine' }],
    reads: [
      { label: 'REST', whole: true, bytes: MIB, runs: paces(150) },
      { label: 'MCP', whole: false, bodies: 1_000, bytes: MIB, runs: paces(50) },
    ],
    disk: { inMemory: false, syncMs: 1.234 },
  },
  unity: {
    reads: [
      tool('ReadComponentMember', 'MCP', 5000, 4000),
      tool('ReadComponentMember', 'dialect', 5000, 4500),
      tool('ListObjects', 'dialect', 2000, 1000),
    ],
    loop: [
      { size: 100, runs: [3000, 2000, 4000].map(reads => loopRun(60, 20, reads)) },
      { size: 50_000, runs: [loopRun(58, 34, 1000)] },
    ],
  },
  unreal: {
    ...PROJECT,
    rows: [
      { label: 'bytes', ours: false, runs: [reading(9000, 900, undefined, undefined, MIB)] },
      { label: 'MCP', ours: true, runs: [reading(2000, 250, 60, 300, 8e7)] },
      { label: 'openProject', ours: true, runs: READINGS },
    ],
  },
  frames: {
    rows: [
      wire('HTTP', 1, [1000, 900, 500], [100, 200, 100]),
      wire('HTTP', 32, [500, 1800, 500]),
      wire('frames', 1, [3000, 3600, 2500], [200, 200, 300]),
    ],
  },
  godot: {
    engine: 'Godot 3.2.3',
    rows: [way('link', false, 9000, 0.2, 0.3, 0.2), way('server', true, 6000, 0.4, 0.75, 0.5)],
  },
  agents: { packages: 5_000, rows: [task('look', 1, 900), task('write', 1, 1_001), task('undo', 2, 900)] },
};
const SETTINGS = {
  ...parseOptions([]).settings,
  universe: { sizes: [100, 100_000], rounds: 1, readSize: 10_000, readers: 8 },
  unity: { sizes: [100, 50_000], rounds: 1, loopRounds: 3, readers: 32, writers: 4 },
};
const REPORT = measuredTables(MEASURED, SETTINGS);
const TOO_LARGE = '(the whole state is too large)';
const LINES = REPORT.split('\n').map(line => line.replace(/^\| | \|$/g, '').replace(/ +/g, ' '));

for (const [what, row] of [
  ['a share of bare of the same era', 'worldwire | 2026-07-28 | 400 | 1.00 | 2.50 | 0.50'],
  ['medians over the rounds, and a dash without a figure', 'none | 2,000 | 1.00 | 2.50 | – | –'],
  ['a share as a median of ratios', 'token of a token file | 1,600 | 1.00 | 2.50 | 0.90 | –'],
  ['a share of two others', 'OAuth access token | 1,600 | 1.00 | 2.50 | 0.80 | 0.95'],
  ['the largest against the smallest universe', 'SQLite, REST | 5,000 | 4,000 | 2.5 | 2.5 | 0.80'],
  ['a missing store', 'PostgreSQL: no PostgreSQL server on this machine | – | – | – | – | –'],
  ['reads of a part of a state', `MCP, 1,000 bodies by id ${TOO_LARGE} | 50 | 2.5 | 1,024 KiB | 50`],
  ['reads of a scene', 'ListObjects, dialect | 2,000 | 1,000 | 2.5 | 2.5 | 0.50'],
  ['a loop with reads of both kinds added', '100 | 60.0 | 20.0 | 30.0 | 1.0 | 4,000 | 9.0 | 500 | 4.0'],
  ['a way without an index', 'bytes | 9,000 ms | 900 ms | – | – | 1.0 MiB | 20.0 MiB'],
  ['medians of a project', 'openProject | 1,700 ms | 45.0 ms | 4.0 ms | 20.0 ms | 5.0 MiB | 20.0 MiB'],
  ['a wire without figures', 'HTTP, 32 connections | – | – | – | – | 500 | 1.000 | 2.500 | –'],
  ['a wire against HTTP', 'frames | 200 | 1.000 | 2.500 | 2.00 | 3,000 | 1.000 | 2.500 | 3.00'],
  ['reads in an engine', 'server | 0.500 | 2.500 | 1,900 | 6,000 | 2.500'],
  ['what a task costs, and its ceilings', 'look | 1 | 1 | 900 | 1,000'],
]) {
  test(`the report shows ${what}`, () => assert.ok(LINES.includes(row), REPORT));
}

test('the notes tell sizes, what the server adds, and the engine that was measured', () => {
  assert.match(REPORT, /project of 5,000 packages, 50\.0 MiB, median of 3/);
  assert.match(REPORT, /in the cache of the system for all rows alike.*search is for the callers/);
  assert.match(REPORT, /adds 0\.300 ms/);
  assert.match(REPORT, /in Godot 3\.2\.3 without/);
  assert.doesNotMatch(REPORT, /bridges\/|busy|NaN|undefined/);
});

test('a missing engine is a line instead of figures', () => {
  const text = measuredTables({ godot: { missing: 'it is not installed', rows: [] } }, SETTINGS);
  assert.match(text, /^### Godot.*\n\nNot measured: it is not installed\.$/);
});

test('what an older run did not measure is neither a column nor a note', () => {
  const older = structuredClone({ unreal: MEASURED.unreal });
  for (const { runs } of older.unreal.rows) for (const each of runs) delete each.search;
  const text = measuredTables(older, SETTINGS);
  assert.match(text, /referencers \| +heap/);
  assert.doesNotMatch(text, /search|callers/);
});

test('the report warns of data in memory, of other work and of work of the host', () => {
  const busy = structuredClone(MEASURED);
  busy.universe.disk.inMemory = true;
  for (const each of busy.credentials.rows.flatMap(({ runs }) => runs)) each.stolenCpu = 0.3;
  for (const { runs } of busy.unreal.rows) for (const each of runs) each.otherCpu = 0.5;
  const sizes = busy.universe.rows.flatMap(row => row.bySize);
  for (const each of sizes.flatMap(({ runs }) => runs)) each.otherCpu = 0.9;
  busy.toolsCall[0].best.otherCpu = 0.6;
  const text = measuredTables(busy, SETTINGS);
  assert.match(text, /nothing here was durable/);
  assert.match(text, /With SQLite, other work .* took 90 % of a core.*busy/);
  assert.match(text, /took 40 % of a core.*busy/);
  assert.match(text, /took 50 % of a core.*busy/);
  assert.match(disturbance(busy.toolsCall), /driver used at most 40 %.*at most 60 %\..*busy/);
  assert.doesNotMatch(disturbance(MEASURED.toolsCall), /busy/);
});

const GOALS = {
  'tools/call, share of bare node:http': [0.5, false],
  'tools/call against the fastest peer': [4, true],
  'tools/call against SDK v1': [14, true],
  'tools/call against SDK v2': [8, false],
  'p99 against bare node:http': [2.5, false],
  'heap per idle session': [2, true],
  'tools/call with a token, share of without': [0.9, true],
  'tools/call with an OAuth token, share of with a token file': [0.95, true],
  'commands/s at 100,000 bodies against 100, SQLite': [0.6, false],
  'commands/s at 100,000 bodies against 100, PostgreSQL': [undefined, false],
  'durable commands/s, SQLite': [2400, false],
  'reads/s of 10,000 bodies, unchanged': [150, true],
  'ReadComponentMember/s at 50,000 objects against 100': [0.8, true],
  'ListObjects/s at 50,000 objects against 100': [0.5, false],
  'frame p99 while 32 read and 4 write': [34, false],
  'frames/s meanwhile': [58, false],
  'cold list of 5,000 packages': [2, true],
  'warm list of 5,000 packages': [250, false],
  'warm list of 5,000 packages, without a server': [45, true],
  'referencers of one of 5,000 packages': [60, true],
  'search in 5,000 packages': [300, false],
  'heap of the index of 5,000 packages': [80, false],
  'round trips/s, many in flight, frames against HTTP': [3, true],
  'what the server adds to a read in Godot': [0.3, true],
  'share of the tasks of agents within their ceilings': [0.333333, false],
};

test('each goal is judged by the weakest row to which it applies', () => {
  const judged = judge(MEASURED).map(({ what, measured, met }) => {
    return [what, [measured && Number(measured.toPrecision(6)), met]];
  });
  assert.deepEqual(judged, Object.entries(GOALS));
});

test('a goal that was not measured is not met, and neither is one without one of its rows', () => {
  for (const goal of judge({})) assert.deepEqual([goal.measured, goal.met], [undefined, false]);
  const alone = judge({
    credentials: { rows: MEASURED.credentials.rows.slice(1, 2) },
    frames: { rows: MEASURED.frames.rows.slice(2) },
    godot: { rows: MEASURED.godot.rows.slice(1) },
  });
  assert.ok(alone.every(({ measured, met }) => measured === undefined && !met));
  assert.match(goalsTable(alone), /\| frames\/s meanwhile +\| +at least 59 \| +– \| not measured \|/);
});

test('computes the median of odd, even and no values, and no ratio of one size alone', () => {
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([])], [2, 2.5, Number.NaN]);
  assert.equal(growthRatio({ bySize: bySize([100, 1]) }), Number.NaN);
});

test('compares the largest with the smallest size within each round', () => {
  const sizes = bySize([100, 1000, 100, 1000], [10_000, 1, 1, 1], [100_000, 900, 80, 700]);
  assert.equal(growthRatio({ bySize: sizes }), 0.8);
});

test('the page tells the date, the machine and the versions of its results', () => {
  const machine = { cpu: 'a CPU', cores: 2, memoryGiB: 24, system: 'Linux', node: 'v20' };
  const [date, zod] = ['2026-11-16T22:35:31.559Z', '4.6.7'];
  const text = pageOf({ date, machine, versions: { zod }, settings: SETTINGS, ...MEASURED, goals: [] });
  assert.match(text, /^Measured on 2026-11-16: a CPU, 2 cores, 24 GiB, Linux, Node v20\./);
  assert.match(text, /\n\nVersions: zod 4\.6\.7\./);
  assert.ok(text.includes(REPORT) && text.endsWith(goalsTable(judge(MEASURED))));
});

test('docs/performance.md has the report of bench/results.json', () => {
  const [page, results] = ['../../docs/performance.md', '../results.json'].map(path =>
    readFileSync(new URL(path, import.meta.url), 'utf8'),
  );
  assert.ok(page.includes(pageOf(JSON.parse(results))), 'npm run bench -- --page writes it');
});

test('replaces only the text between the marks', () => {
  const once = withMarkedSection('# Title\n\nBefore.\n', 'one');
  const twice = withMarkedSection(`${once}\nAfter.\n`, 'two');
  assert.equal(once, '# Title\n\nBefore.\n\n<!-- bench:start -->\n\none\n\n<!-- bench:end -->\n');
  assert.equal(twice, `${once.replace('one', 'two')}\nAfter.\n`);
});

test('rejects a document with one mark only', () => {
  assert.throws(() => withMarkedSection('<!-- bench:end --> <!-- bench:start -->', 'text'), /before/);
  assert.throws(() => withMarkedSection('<!-- bench:start -->', 'text'), /before/);
});
