/** What the product promises of these measures, and whether it was kept in this run. */
import { growthRatio, medianPace } from './by-size.mjs';
import { bareFor, shareOfBare } from './compare.mjs';
import { timesHttp } from './frames-report.mjs';
import { serverOverhead } from './godot-report.mjs';
import { isStateless } from './revisions.mjs';
import { loopFigures } from './unity-figures.mjs';
import { STORES } from './universe-stores.mjs';
import { unrealFigure } from './unreal-report.mjs';

export function judge({ toolsCall, idleSessions, universe, unity, unreal, frames, godot }) {
  const ours = toolsCall.filter(({ entrant }) => entrant.role === 'ours');
  const peers = toolsCall.filter(({ entrant }) => entrant.role === 'peer');
  const pace = ({ best }) => best.callsPerSecond;
  const oursBeside = peer => ours.find(row => sameEra(row, peer));
  const timesPeer = name => {
    const peer = peers.find(({ entrant }) => entrant.name === name);
    const own = peer && oursBeside(peer);
    return own && pace(own) / pace(peer);
  };
  const heap = idleSessions.find(({ entrant }) => entrant.role === 'ours')?.heapPerSession;

  return [
    goal(
      'tools/call, share of bare node:http',
      'at least',
      0.65,
      '',
      lowest(ours.map(row => shareOfBare(row, toolsCall))),
    ),
    goal(
      'tools/call against the fastest peer',
      'at least',
      3,
      '×',
      lowest(ours.map(pace)) / highest(peers.map(pace)),
    ),
    goal('tools/call against SDK v1', 'at least', 10, '×', timesPeer('sdk-v1')),
    goal('tools/call against SDK v2', 'at least', 10, '×', timesPeer('sdk-v2')),
    goal('p99 against bare node:http', 'at most', 2, '×', highest(ours.map(row => p99Ratio(row, toolsCall)))),
    goal('heap per idle session', 'at most', 4, ' KiB', heap === undefined ? undefined : heap / 1024),
    ...universeGoals(universe ?? { rows: [], reads: [] }),
    ...unityGoals(unity ?? { reads: [], loop: [] }),
    ...unrealGoals(unreal?.rows ?? []),
    ...framesGoals(frames?.rows ?? []),
    ...godotGoals(godot?.rows ?? []),
  ];
}

function universeGoals({ rows, reads }) {
  const { sqlite, postgres } = STORES;
  const of = store => rows.filter(row => row.store === store.label);
  const growth = store =>
    goal(
      `commands/s at 100,000 bodies against 100, ${store.label}`,
      'at least',
      0.7,
      '×',
      lowest(of(store).map(growthRatio)),
    );
  const paces = of(sqlite).flatMap(({ bySize }) => bySize.map(({ runs }) => medianPace(runs)));
  const whole = reads.find(({ label }) => label === 'REST');
  return [
    growth(sqlite),
    growth(postgres),
    goal('durable commands/s, SQLite', 'at least', 3_000, '', lowest(paces)),
    goal('reads/s of 10,000 bodies, unchanged', 'at least', 100, '', whole && medianPace(whole.runs)),
  ];
}

function unityGoals({ reads, loop }) {
  const loops = loop.map(loopFigures);
  const growth = tool =>
    goal(
      `${tool}/s at 50,000 objects against 100`,
      'at least',
      0.7,
      '×',
      lowest(reads.filter(row => row.tool === tool).map(growthRatio)),
    );
  return [
    growth('ReadComponentMember'),
    growth('ListObjects'),
    goal(
      'frame p99 while 32 read and 4 write',
      'at most',
      33,
      ' ms',
      highest(loops.map(each => each.frameP99)),
    ),
    goal('frames/s meanwhile', 'at least', 59, '', lowest(loops.map(each => each.hz))),
  ];
}

function unrealGoals(rows) {
  const ours = rows.filter(row => row.ours);
  const slowest = name => highest(ours.map(row => unrealFigure(row, name)));
  return [
    goal('cold list of 5,000 packages', 'at most', 3, ' s', slowest('cold') / 1000),
    goal('warm list of 5,000 packages', 'at most', 200, ' ms', slowest('warm')),
    goal('referencers of one of 5,000 packages', 'at most', 100, ' ms', slowest('referencers')),
  ];
}

function framesGoals(rows) {
  // One at a time, waking two processes takes most of a round trip on any wire: see the row without a kernel.
  const times = timesHttp(rows, 'frames', 'inFlight');
  return [goal('round trips/s, many in flight, frames against HTTP', 'at least', 1.5, '×', times)];
}

function godotGoals(rows) {
  return [goal('what the server adds to a read in Godot', 'at most', 0.3, ' ms', serverOverhead(rows))];
}

function goal(what, bound, target, unit, value) {
  const measured = Number.isFinite(value) ? value : undefined;
  const met = measured !== undefined && (bound === 'at least' ? measured >= target : measured <= target);
  return { what, bound, target, unit, measured, met };
}

/** The weaker of our rows speaks for both. */
function lowest(values) {
  return values.length > 0 ? Math.min(...values.map(value => value ?? Number.NaN)) : Number.NaN;
}

function highest(values) {
  return values.length > 0 ? Math.max(...values.map(value => value ?? Number.NaN)) : Number.NaN;
}

function p99Ratio(row, rows) {
  const bare = bareFor(row, rows);
  return bare && row.best.p99 / bare.best.p99;
}

function sameEra(one, other) {
  return isStateless(one.entrant.revision) === isStateless(other.entrant.revision);
}
