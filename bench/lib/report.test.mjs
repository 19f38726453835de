import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthRatio, median } from './figures.mjs';
import { disturbance, goalsTable, judge, measuredTables, pageOf, withMarkedSection } from './report.mjs';
import { SESSION_REVISION, STATELESS_REVISION } from './requests.mjs';

const MIB = 2 ** 20;
const run = (callsPerSecond, p50 = 1, p99 = 2.5) => {
  return { callsPerSecond, p50, p99, driverCpu: 0.4, otherCpu: 0.1, stolenCpu: 0 };
};
const paces = (...values) => values.map(value => run(value));
const entrant = (name, role, revision, callsPerSecond, p99) => ({
  entrant: { name, label: name, role, revision },
  best: run(callsPerSecond, 1, p99),
});
const bySize = (...sizes) => sizes.map(([size, ...values]) => ({ size, runs: paces(...values) }));
const loop = (size, p99, hz, ...reads) => ({
  size,
  runs: reads.map(members => ({
    frames: { hz, p99, longest: 30, workP99: 1, frames: 360 },
    ...{ members: run(members, 1, 8), lists: run(1000, 1, 9), writes: run(500, 1, 4) },
  })),
});
const reading = (cold, warm, referencers, search, heap) => {
  return { cold, warm, referencers, search, heap, rss: 20 * MIB, otherCpu: 0.1 };
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
    rows: [
      { store: 'SQLite', wire: 'REST', bySize: bySize([100, 5000], [100_000, 4000]) },
      { store: 'SQLite', wire: 'MCP', bySize: bySize([100, 4000], [100_000, 2400]) },
    ],
    missing: [{ store: 'PostgreSQL', reason: 'no PostgreSQL server on this machine' }],
    reads: [
      { label: 'REST', whole: true, bytes: MIB, runs: paces(150) },
      { label: 'MCP', whole: false, bodies: 1_000, bytes: MIB, runs: paces(50) },
    ],
    disk: { inMemory: false, syncMs: 1.234 },
  },
  unity: {
    reads: [
      { tool: 'ReadComponentMember', wire: 'MCP', bySize: bySize([100, 5000], [50_000, 4000]) },
      { tool: 'ReadComponentMember', wire: 'dialect', bySize: bySize([100, 5000], [50_000, 4500]) },
      { tool: 'ListObjects', wire: 'dialect', bySize: bySize([100, 2000], [50_000, 1000]) },
    ],
    loop: [loop(100, 20, 60, 3000, 2000, 4000), loop(50_000, 34, 58, 1000)],
  },
  unreal: {
    ...{ packages: 5_000, bytes: 50 * MIB, referencers: 999 },
    rows: [
      { label: 'bytes', ours: false, runs: [reading(9000, 900, undefined, undefined, MIB)] },
      {
        ...{ label: 'openProject', ours: true },
        runs: [
          [1500, 40, 3],
          [1700, 50, 4],
          [9000, 45, 5],
        ].map(times => reading(...times, 20, 5 * MIB)),
      },
      { label: 'MCP', ours: true, runs: [reading(2000, 250, 60, 300, 8e7)] },
    ],
  },
  frames: {
    rows: [
      { wire: 'HTTP', connections: 1, sequential: paces(100, 200, 100), inFlight: paces(1000, 900, 500) },
      { wire: 'HTTP', connections: 32, inFlight: paces(500, 1800, 500) },
      { wire: 'frames', connections: 1, sequential: paces(200, 200, 300), inFlight: paces(3000, 3600, 2500) },
    ],
  },
  godot: {
    engine: 'Godot 3.2.3',
    rows: [
      {
        label: 'link',
        whole: false,
        sequential: [0.2, 0.3, 0.2].map(p50 => run(4000, p50)),
        inFlight: paces(9000),
      },
      {
        label: 'server',
        whole: true,
        sequential: [0.4, 0.75, 0.5].map(p50 => run(1900, p50)),
        inFlight: paces(6000),
      },
    ],
  },
  agents: { packages: 5_000, rows: [task('look', 1, 900), task('write', 1, 1_001), task('undo', 2, 900)] },
};
const SETTINGS = {
  ...{ rounds: 3, connections: 32, sessions: 1_000, subscribers: 1_000, credentials: { rounds: 3 } },
  universe: { sizes: [100, 100_000], rounds: 1, readSize: 10_000, readers: 8 },
  unity: { sizes: [100, 50_000], rounds: 1, loopRounds: 3, readers: 32, writers: 4 },
  ...{ unreal: { rounds: 3 }, frames: { inFlight: 32, rounds: 3 }, godot: { inFlight: 16, rounds: 3 } },
};
const REPORT = measuredTables(MEASURED, SETTINGS);
const cells = line =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
    .join(' | ');

for (const [what, row] of [
  ['a share of bare of the same era', 'worldwire | 2026-07-28 | 400 | 1.00 | 2.50 | 0.50'],
  ['medians over the rounds, and a dash without a figure', 'none | 2,000 | 1.00 | 2.50 | – | –'],
  [
    'a share as the median of the ratios within the rounds',
    'token of a token file | 1,600 | 1.00 | 2.50 | 0.90 | –',
  ],
  ['a share of two others', 'OAuth access token | 1,600 | 1.00 | 2.50 | 0.80 | 0.95'],
  ['the largest against the smallest universe', 'SQLite, REST | 5,000 | 4,000 | 2.5 | 2.5 | 0.80'],
  ['a missing store with its reason', 'PostgreSQL: no PostgreSQL server on this machine | – | – | – | – | –'],
  [
    'reads of a part of a state',
    'MCP, 1,000 bodies by id (the whole state is too large) | 50 | 2.5 | 1,024 KiB | 50',
  ],
  ['reads of a scene', 'ListObjects, dialect | 2,000 | 1,000 | 2.5 | 2.5 | 0.50'],
  ['a loop with reads of both kinds added', '100 | 60.0 | 20.0 | 30.0 | 1.0 | 4,000 | 9.0 | 500 | 4.0'],
  ['a way without an index', 'bytes | 9,000 ms | 900 ms | – | – | 1.0 MiB | 20.0 MiB'],
  ['medians of a project', 'openProject | 1,700 ms | 45.0 ms | 4.0 ms | 20.0 ms | 5.0 MiB | 20.0 MiB'],
  ['a wire without figures one at a time', 'HTTP, 32 connections | – | – | – | – | 500 | 1.000 | 2.500 | –'],
  [
    'a wire against the faster HTTP row of each round',
    'frames | 200 | 1.000 | 2.500 | 2.00 | 3,000 | 1.000 | 2.500 | 3.00',
  ],
  ['reads in an engine', 'server | 0.500 | 2.500 | 1,900 | 6,000 | 2.500'],
  ['what a task costs, and its ceilings', 'look | 1 | 1 | 900 | 1,000'],
]) {
  test(`the report shows ${what}`, () => assert.ok(REPORT.split('\n').map(cells).includes(row), REPORT));
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
  busy.universe.rows[0].bySize[0].runs[0].otherCpu = 0.9;
  busy.toolsCall[0].best.otherCpu = 0.6;
  const text = measuredTables(busy, SETTINGS);
  assert.match(text, /nothing here was durable/);
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
  'share of the tasks of agents within their ceilings': [1 / 3, false],
};

test('each goal is judged by the weakest row to which it applies', () => {
  const judged = judge(MEASURED).map(({ what, measured, met }) => {
    return [what, [measured && Number(measured.toPrecision(12)), met]];
  });
  const expected = Object.entries(GOALS).map(([what, [value, met]]) => [
    what,
    [value && Number(value.toPrecision(12)), met],
  ]);
  assert.deepEqual(judged, expected);
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
  const results = {
    date: '2026-11-16T22:35:31.559Z',
    machine,
    versions: { zod: '4.6.7' },
    settings: SETTINGS,
  };
  const text = pageOf({ ...results, ...MEASURED, goals: [] });
  assert.match(
    text,
    /^Measured on 2026-11-16: a CPU, 2 cores, 24 GiB, Linux, Node v20\.\n\nVersions: zod 4\.6\.7\./,
  );
  assert.ok(text.includes(REPORT) && text.endsWith(goalsTable(judge(MEASURED))));
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
