import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from './goals.mjs';
import { SESSION_REVISION, STATELESS_REVISION } from './revisions.mjs';

const row = (name, role, revision, callsPerSecond, p99) => ({
  entrant: { name, role, revision },
  best: { callsPerSecond, p99 },
});

const toolsCall = [
  row('bare', 'bare', SESSION_REVISION, 1000, 1),
  row('bare', 'bare', STATELESS_REVISION, 800, 1),
  row('worldwire', 'ours', SESSION_REVISION, 700, 1.5),
  row('worldwire', 'ours', STATELESS_REVISION, 400, 2.5),
  row('mcp-lite', 'peer', SESSION_REVISION, 100, 9),
  row('sdk-v1', 'peer', SESSION_REVISION, 50, 9),
  row('sdk-v2', 'peer', STATELESS_REVISION, 50, 9),
];

test('compares our slower row with bare of the same era and with the fastest peer', () => {
  const [share, fastest, v1, v2, p99, heap] = judge({
    toolsCall,
    idleSessions: [{ entrant: { role: 'ours' }, heapPerSession: 2048 }],
  });
  assert.deepEqual([share.measured, share.met], [0.5, false]);
  assert.deepEqual([fastest.measured, fastest.met], [4, true]);
  assert.deepEqual([v1.measured, v1.met], [14, true]);
  assert.deepEqual([v2.measured, v2.met], [8, false]);
  assert.deepEqual([p99.measured, p99.met], [2.5, false]);
  assert.deepEqual([heap.measured, heap.met], [2, true]);
});

test('a goal that was not measured is not met', () => {
  for (const goal of judge({ toolsCall: [], idleSessions: [] })) {
    assert.deepEqual([goal.measured, goal.met], [undefined, false]);
  }
});

test('judges the slowest row of each store, and whole reads over REST', () => {
  const bySize = (small, large) => [
    { size: 100, runs: [{ callsPerSecond: small }] },
    { size: 100_000, runs: [{ callsPerSecond: large }] },
  ];
  const universe = {
    rows: [
      { store: 'SQLite', wire: 'REST', bySize: bySize(5000, 4000) },
      { store: 'SQLite', wire: 'MCP', bySize: bySize(4000, 2400) },
    ],
    reads: [
      { label: 'REST', runs: [{ callsPerSecond: 150 }] },
      { label: 'MCP', runs: [{ callsPerSecond: 50 }] },
    ],
  };
  const goals = judge({ toolsCall: [], idleSessions: [], universe }).slice(6, 10);
  const [sqlite, postgres, durable, reads] = goals;
  assert.deepEqual([sqlite.measured, sqlite.met], [0.6, false]);
  assert.deepEqual([postgres.measured, postgres.met], [undefined, false]);
  assert.deepEqual([durable.measured, durable.met], [2400, false]);
  assert.deepEqual([reads.measured, reads.met], [150, true]);
});

test('judges the slowest wire of each tool and the scene with the worst frames', () => {
  const bySize = (small, large) => [
    { size: 100, runs: [{ callsPerSecond: small }] },
    { size: 50_000, runs: [{ callsPerSecond: large }] },
  ];
  const group = { callsPerSecond: 1, p99: 1, answered: 1 };
  const loop = (size, p99, hz) => ({
    size,
    runs: [{ frames: { p99, hz }, members: group, lists: group, writes: group }],
  });
  const unity = {
    reads: [
      { tool: 'ReadComponentMember', wire: 'MCP', bySize: bySize(5000, 4000) },
      { tool: 'ReadComponentMember', wire: 'dialect', bySize: bySize(5000, 4500) },
      { tool: 'ListObjects', wire: 'MCP', bySize: bySize(2000, 1000) },
    ],
    loop: [loop(100, 20, 60), loop(50_000, 34, 58)],
  };
  const judged = judge({ toolsCall: [], idleSessions: [], unity }).slice(10, 14);
  assert.deepEqual(
    judged.map(({ measured, met }) => [measured, met]),
    [
      [0.8, true],
      [0.5, false],
      [34, false],
      [58, false],
    ],
  );
});

test('judges the slower way to a project, the wires under load and the overhead with a real engine', () => {
  const reading = (ours, cold, warm, referencers, search, heap) => ({
    ours,
    runs: [{ cold, warm, referencers, search, heap }],
  });
  const paces = (...values) => values.map(callsPerSecond => ({ callsPerSecond }));
  const measured = {
    toolsCall: [],
    idleSessions: [],
    unreal: {
      rows: [
        reading(false, 9000, 900),
        reading(true, 1500, 40, 3, 20, 9e6),
        reading(true, 2000, 250, 60, 300, 8e7),
      ],
    },
    frames: {
      rows: [
        { wire: 'HTTP', sequential: paces(1000), inFlight: paces(6000) },
        { wire: 'frames', sequential: paces(1400), inFlight: paces(9000) },
      ],
    },
    godot: {
      rows: [
        { whole: false, sequential: [{ p50: 0.25 }] },
        { whole: true, sequential: [{ p50: 0.5 }] },
      ],
    },
  };
  assert.deepEqual(
    judge(measured)
      .slice(14, 22)
      .map(({ measured: value, met }) => [value, met]),
    [
      [2, true],
      [250, false],
      [40, true],
      [60, true],
      [300, false],
      [80, false],
      [1.5, true],
      [0.25, true],
    ],
  );
});

test('judges a token against no credential, and OAuth against a token', () => {
  const row = (credential, ...paces) => ({
    credential,
    runs: paces.map(callsPerSecond => ({ callsPerSecond })),
  });
  const credentials = { rows: [row('none', 1000, 2000), row('token', 900, 1800), row('oauth', 810, 1710)] };
  assert.deepEqual(
    judge({ toolsCall: [], idleSessions: [], credentials })
      .slice(23)
      .map(({ what, measured, met }) => [what, measured.toFixed(3), met]),
    [
      ['tools/call with a token, share of without', '0.900', true],
      ['tools/call with an OAuth token, share of with a token file', '0.925', false],
    ],
  );
});
