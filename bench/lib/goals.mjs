/** The goals of the product, and whether this run met them. */
import { tasksWithin } from './agents-report.mjs';
import { growthRatio, medianPace } from './by-size.mjs';
import { bareFor, shareOfBare } from './compare.mjs';
import { credentialShare } from './credentials-report.mjs';
import { timesHttp } from './frames-report.mjs';
import { serverOverhead } from './godot-report.mjs';
import { isStateless } from './revisions.mjs';
import { loopFigures } from './unity-report.mjs';
import { STORES } from './universe-stores.mjs';
import { unrealFigure } from './unreal-report.mjs';

/** Each goal is judged by the weakest of our rows. `measured` is undefined if this run did not measure it. */
export function judge({
  toolsCall,
  idleSessions,
  universe,
  unity,
  unreal,
  frames,
  godot,
  agents,
  credentials,
}) {
  return [
    ...toolsCallGoals(toolsCall),
    atMost(4, ' KiB', 'heap per idle session', heapOf(idleSessions) / 1024),
    ...universeGoals(universe ?? { rows: [], reads: [] }),
    ...unityGoals(unity ?? { reads: [], loop: [] }),
    ...unrealGoals(unreal?.rows ?? []),
    // One at a time, most of a round trip is the time to wake two processes, on any wire.
    atLeast(
      1.5,
      '×',
      'round trips/s, many in flight, frames against HTTP',
      timesHttp(frames?.rows ?? [], 'frames', 'inFlight'),
    ),
    atMost(0.3, ' ms', 'what the server adds to a read in Godot', serverOverhead(godot?.rows ?? [])),
    atLeast(1, '', 'share of the tasks of agents within their ceilings', tasksWithin(agents?.rows ?? [])),
    ...credentialsGoals(credentials?.rows ?? []),
  ];
}

function toolsCallGoals(rows) {
  const ours = rows.filter(({ entrant }) => entrant.role === 'ours');
  const peers = rows.filter(({ entrant }) => entrant.role === 'peer');
  const pace = ({ best }) => best.callsPerSecond;
  const timesPeer = name => {
    const peer = peers.find(({ entrant }) => entrant.name === name);
    const own = peer && ours.find(row => sameEra(row, peer));
    return own && pace(own) / pace(peer);
  };
  const p99Ratio = row => row.best.p99 / (bareFor(row, rows)?.best.p99 ?? Number.NaN);
  const share = lowest(ours.map(row => shareOfBare(row, rows)));
  return [
    atLeast(0.65, '', 'tools/call, share of bare node:http', share),
    atLeast(3, '×', 'tools/call against the fastest peer', lowest(ours.map(pace)) / highest(peers.map(pace))),
    atLeast(10, '×', 'tools/call against SDK v1', timesPeer('sdk-v1')),
    atLeast(10, '×', 'tools/call against SDK v2', timesPeer('sdk-v2')),
    atMost(2, '×', 'p99 against bare node:http', highest(ours.map(p99Ratio))),
  ];
}

function heapOf(idleSessions) {
  return idleSessions.find(({ entrant }) => entrant.role === 'ours')?.heapPerSession;
}

function universeGoals({ rows, reads }) {
  const of = ({ label }) => rows.filter(({ store }) => store === label);
  const growth = store =>
    atLeast(
      0.7,
      '×',
      `commands/s at 100,000 bodies against 100, ${store.label}`,
      lowest(of(store).map(growthRatio)),
    );
  const paces = of(STORES.sqlite).flatMap(({ bySize }) => bySize.map(({ runs }) => medianPace(runs)));
  const whole = reads.find(({ label }) => label === 'REST');
  return [
    growth(STORES.sqlite),
    growth(STORES.postgres),
    atLeast(3_000, '', 'durable commands/s, SQLite', lowest(paces)),
    atLeast(100, '', 'reads/s of 10,000 bodies, unchanged', whole && medianPace(whole.runs)),
  ];
}

function unityGoals({ reads, loop }) {
  const loops = loop.map(loopFigures);
  const growth = tool =>
    atLeast(
      0.7,
      '×',
      `${tool}/s at 50,000 objects against 100`,
      lowest(reads.filter(row => row.tool === tool).map(growthRatio)),
    );
  return [
    growth('ReadComponentMember'),
    growth('ListObjects'),
    atMost(33, ' ms', 'frame p99 while 32 read and 4 write', highest(loops.map(each => each.frameP99))),
    atLeast(59, '', 'frames/s meanwhile', lowest(loops.map(each => each.hz))),
  ];
}

function unrealGoals(rows) {
  const ours = rows.filter(row => row.ours);
  const slowest = name => highest(ours.map(row => unrealFigure(row, name)));
  const fastest = name => lowest(ours.map(row => unrealFigure(row, name)));
  return [
    atMost(3, ' s', 'cold list of 5,000 packages', slowest('cold') / 1000),
    atMost(200, ' ms', 'warm list of 5,000 packages', slowest('warm')),
    atMost(50, ' ms', 'warm list of 5,000 packages, without a server', fastest('warm')),
    atMost(100, ' ms', 'referencers of one of 5,000 packages', slowest('referencers')),
    atMost(200, ' ms', 'search in 5,000 packages', slowest('search')),
    atMost(70, ' MB', 'heap of the index of 5,000 packages', slowest('heap') / 1_000_000),
  ];
}

function credentialsGoals(rows) {
  const share = (credential, other) => credentialShare(rows, credential, other);
  return [
    atLeast(0.9, '', 'tools/call with a token, share of without', share('token', 'none')),
    atLeast(0.95, '', 'tools/call with an OAuth token, share of with a token file', share('oauth', 'token')),
  ];
}

function atLeast(target, unit, what, value) {
  return goal({ what, bound: 'at least', target, unit }, value, value >= target);
}

function atMost(target, unit, what, value) {
  return goal({ what, bound: 'at most', target, unit }, value, value <= target);
}

function goal(facts, value, met) {
  return { ...facts, measured: Number.isFinite(value) ? value : undefined, met };
}

function lowest(values) {
  return values.length > 0 ? Math.min(...values.map(value => value ?? Number.NaN)) : Number.NaN;
}

function highest(values) {
  return values.length > 0 ? Math.max(...values.map(value => value ?? Number.NaN)) : Number.NaN;
}

function sameEra(one, other) {
  return isStateless(one.entrant.revision) === isStateless(other.entrant.revision);
}
