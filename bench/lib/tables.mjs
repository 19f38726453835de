/**
 * The table of figures, from which the report and the goals follow: what a figure is, how it follows from the rows of a run, in which
 * table it is shown, and what it must reach.
 */
import { as, growthRatio, highest, lowest, median, medianOf, medianPace, roundRatio } from './figures.mjs';
import { isStateless, SESSION_REVISION, STATELESS_REVISION } from './requests.mjs';

/** Share of a core beyond which other work makes the figures unreliable. */
const DISTURBED = 0.25;
/** What one of a unit is in the figures: bytes, and milliseconds. */
const UNITS = { ' KiB': 2 ** 10, ' MB': 1_000_000, ' s': 1_000 };
const workTook = took => `work on the machine and its host took ${took} of a core (median).`;
const [tenths, hundredths, thousandths] = [1, 2, 3].map(decimals => value => value.toFixed(decimals));

/** A column: its heading, its figure of a row among all rows, and the format of that. */
const figure = (heading, of, show) => ({ heading, of, show });
const label = (heading, of) => figure(heading, of, String);
/** Columns for medians over those runs of a row that `runsOf` finds. */
const rate = (heading, runsOf) => figure(heading, row => medianPace(runsOf(row)), as.count);
const p50 = (heading, runsOf, show) => figure(heading, row => medianOf(runsOf(row), run => run.p50), show);
const p99 = (heading, runsOf, show) => figure(heading, row => medianOf(runsOf(row), run => run.p99), show);
const overRuns = (heading, of, show) => figure(heading, row => medianOf(row.runs, of), show);

/** A goal: it is judged by the weakest of the rows to which it applies. */
const goal = (bound, weakest) => (target, unit, what, applies, of) => {
  return { what, bound, target, unit, applies, of, weakest, per: UNITS[unit] ?? 1 };
};
const atLeast = goal('at least', lowest);
const atMost = goal('at most', highest);
const any = () => true;
const SERVER = [label('server', row => row.entrant.label), label('revision', row => row.entrant.revision)];
const ours = ({ entrant }) => entrant.role === 'ours';
const oursOf = revision => row => ours(row) && row.entrant.revision === revision;
const sameEra = (one, other) => isStateless(one.entrant.revision) === isStateless(other.entrant.revision);
const pace = row => row?.best.callsPerSecond;
const bareFor = (row, rows) => rows.find(other => other.entrant.role === 'bare' && sameEra(row, other));
const ofBare = (row, rows) => pace(row) / pace(bareFor(row, rows));
const p99OfBare = (row, rows) => row.best.p99 / bareFor(row, rows)?.best.p99;
const ofFastest = (row, rows) =>
  pace(row) / highest(rows.filter(({ entrant }) => entrant.role === 'peer').map(pace));
const ofPeer = name => (row, rows) =>
  pace(row) / pace(rows.find(other => other.entrant.name === name && sameEra(row, other)));

const runs = row => row.runs;
const ofLoop = of => row => medianOf(row.runs, of);
const ofProject = name => row => medianOf(row.runs, run => run[name]);
const inSqlite = row => row.store === 'SQLite';
const inPostgres = row => row.store === 'PostgreSQL';
const byRest = row => row.label === 'REST';
const byFrames = row => row.wire === 'frames';
const isOurs = row => row.ours;
const noServer = row => row.label === 'openProject';
const endsOf = sizes => [...new Set([sizes[0], sizes.at(-1)])];
const ofSize = size => row => row.bySize?.find(each => each.size === size)?.runs;
const runsOfSizes = rows => rows.flatMap(({ bySize }) => bySize.flatMap(runs));
const runsOfModes = rows => rows.flatMap(({ sequential = [], inFlight }) => [...sequential, ...inFlight]);
const against = sizes => [sizes.at(-1), sizes[0]].map(as.count).join(' against ');
const slowestSize = ({ bySize = [] }) => lowest(bySize.map(row => medianPace(row.runs)));
const credential = name => row => row.credential === name;
const shareOf = other => (row, rows) => {
  if (row.credential === 'none' || row.credential === other) return Number.NaN;
  return roundRatio(row.runs, rows.find(credential(other))?.runs);
};
const byOAuth = credential('oauth');
const [ofNone, ofToken] = [shareOf('none'), shareOf('token')];
const CREDENTIALS = { none: 'none', token: 'token of a token file', oauth: 'OAuth access token' };
const sceneHz = ofLoop(({ frames }) => frames.hz);
const sceneP99 = ofLoop(({ frames }) => frames.p99);
const isWithin = ({ calls, bytes, maxCalls, maxBytes }) => calls <= maxCalls && bytes <= maxBytes;
const shareWithin = (_, rows) => rows.filter(isWithin).length / rows.length;

/** Pace of a wire against the faster HTTP row: the median over the rounds. */
const timesHttp = mode => (row, rows) => {
  const https = rows.filter(other => other.wire === 'HTTP' && other[mode]);
  if (row.wire === 'HTTP' || !row[mode]) return Number.NaN;
  const fastest = round => highest(https.map(other => other[mode][round].callsPerSecond));
  return median(row[mode].map(({ callsPerSecond }, round) => callsPerSecond / fastest(round)));
};
const ofWire = (heading, mode) => [
  rate(heading, row => row[mode]),
  p50('p50 ms', row => row[mode], thousandths),
  p99('p99 ms', row => row[mode], thousandths),
  figure('times HTTP', timesHttp(mode), hundredths),
];

const timesHttpMany = timesHttp('inFlight');

/** Time that the server adds to a read: the median over the rounds of the difference of the medians. */
const addedByServer = (_, rows) => {
  const [whole, alone] = [true, false].map(which => rows.find(row => row.whole === which)?.sequential ?? []);
  return median(whole.map((run, round) => run.p50 - alone[round]?.p50));
};

/** In the order of the report. */
export const TABLES = [
  {
    title: ({ connections, rounds }) => `tools/call, ${connections} connections, best of ${rounds}`,
    rows: ({ toolsCall }) => toolsCall,
    columns: () => [
      ...SERVER,
      rate('calls/s', ({ best }) => [best]),
      p50('p50 ms', ({ best }) => [best], hundredths),
      p99('p99 ms', ({ best }) => [best], hundredths),
      figure('of bare', ofBare, hundredths),
    ],
    goals: [
      atLeast(0.65, '', 'tools/call, share of bare node:http', ours, ofBare),
      atLeast(3, '×', 'tools/call against the fastest peer', ours, ofFastest),
      atLeast(10, '×', 'tools/call against SDK v1', oursOf(SESSION_REVISION), ofPeer('sdk-v1')),
      atLeast(10, '×', 'tools/call against SDK v2', oursOf(STATELESS_REVISION), ofPeer('sdk-v2')),
      atMost(2, '×', 'p99 against bare node:http', ours, p99OfBare),
    ],
  },
  {
    title: ({ sessions }) => `Memory per idle session, ${as.count(sessions)} sessions`,
    rows: ({ idleSessions }) => idleSessions,
    columns: () => [
      ...SERVER,
      figure('heap', row => row.heapPerSession, as.kib),
      figure('resident', row => row.rssPerSession, as.kib),
    ],
    goals: [atMost(4, ' KiB', 'heap per idle session', ours, row => row.heapPerSession)],
  },
  {
    title: ({ subscribers }) => `One event to ${as.count(subscribers)} SSE subscribers`,
    rows: ({ subscribers }) => subscribers,
    columns: () => [
      ...SERVER,
      figure('last one has it after', row => row.lastHasIt, as.msTenths),
      figure('heap per subscriber', row => row.heapPerSubscriber, as.kib),
      figure('resident per subscriber', row => row.rssPerSubscriber, as.kib),
    ],
  },
  {
    title: ({ rounds }) => `stdio round trips per second, best of ${rounds}`,
    rows: ({ stdio }) => stdio,
    columns: ({ connections }) => [
      ...SERVER,
      rate('one at a time', ({ sequential }) => [sequential]),
      p99('p99 ms', ({ sequential }) => [sequential], hundredths),
      rate(`${connections} in flight`, ({ inFlight }) => [inFlight]),
      p99('p99 ms', ({ inFlight }) => [inFlight], hundredths),
    ],
  },
  {
    title: ({ connections, credentials: { rounds } }) =>
      `Credentials: tools/call of Worldwire, ${connections} connections, ${STATELESS_REVISION}, median of ${rounds}`,
    rows: ({ credentials }) => credentials?.rows,
    columns: () => [
      label('credential', row => CREDENTIALS[row.credential]),
      rate('calls/s', runs),
      p50('p50 ms', runs, hundredths),
      p99('p99 ms', runs, hundredths),
      figure('of none', ofNone, hundredths),
      figure('of a token', ofToken, hundredths),
    ],
    goals: [
      atLeast(0.9, '', 'tools/call with a token, share of without', credential('token'), ofNone),
      atLeast(0.95, '', 'tools/call with an OAuth token, share of with a token file', byOAuth, ofToken),
    ],
    notes: ({ credentials: { rows } }) => [
      'Each row has a server of its own. The access token is a JWT (ES256) of an issuer on loopback: the first call verifies it, and',
      'later calls find it by its digest. Shares are medians of the ratios within each round.',
      otherWork(rows.flatMap(runs)),
    ],
  },
  {
    title: ({ connections, universe: { rounds } }) =>
      `Universe: durable commands per second, ${connections} connections, median of ${rounds}`,
    rows: ({ universe }) => universe && [...universe.rows, ...universe.missing],
    columns: ({ universe: { sizes } }) => [
      label('store, wire', ({ store, wire, reason }) =>
        reason ? `${store}: ${reason}` : `${store}, ${wire}`,
      ),
      ...sizes.map(size => rate(`${as.count(size)} bodies`, ofSize(size))),
      ...endsOf(sizes).map(size => p99(`p99 ms at ${as.count(size)}`, ofSize(size), tenths)),
      figure(against(sizes), growthRatio, hundredths),
    ],
    goals: [
      atLeast(0.7, '×', 'commands/s at 100,000 bodies against 100, SQLite', inSqlite, growthRatio),
      atLeast(0.7, '×', 'commands/s at 100,000 bodies against 100, PostgreSQL', inPostgres, growthRatio),
      atLeast(3_000, '', 'durable commands/s, SQLite', inSqlite, slowestSize),
    ],
    notes: ({ universe: { rows, disk } }) => [
      'Each command is an `updateStar` of another body with `returning=changes`; all bodies orbit one star. The answer comes',
      'after the commit. In every run the revisions of the answers had no gap and matched the log: nothing was lost or done',
      'twice.',
      disk.inMemory
        ? '**The data was in memory, not on a disk: nothing here was durable.**'
        : `A durable write of 4 KiB takes the disk ${disk.syncMs.toFixed(1)} ms.`,
      // PostgreSQL runs in processes of its own, which look like other work.
      otherWork(runsOfSizes(rows.filter(inSqlite)), took => `With SQLite, other ${workTook(took)}`),
    ],
    remark:
      'For comparison, the project whose specification the universe follows, measured earlier on the same kind of machine ' +
      'with PostgreSQL: 290, 39 and 4.5 commands/s at 10, 1,000 and 10,000 bodies. It lost 82 of 100 concurrent updates.',
  },
  {
    title: ({ universe: { readSize, readers } }) =>
      `Universe: reads per second of an unchanged state of ${as.count(readSize)} bodies, ${readers} connections`,
    rows: ({ universe }) => universe?.reads,
    columns: () => [
      label('wire', ({ label, whole, bodies }) =>
        whole
          ? `${label}, whole`
          : `${label}, ${as.count(bodies)} bodies by id (the whole state is too large)`,
      ),
      rate('reads/s', runs),
      p99('p99 ms', runs, tenths),
      figure('answer', ({ bytes }) => bytes, as.wholeKib),
      figure('MiB/s', row => (medianPace(row.runs) * row.bytes) / 2 ** 20, as.count),
    ],
    goals: [atLeast(100, '', 'reads/s of 10,000 bodies, unchanged', byRest, row => medianPace(row.runs))],
  },
  {
    title: ({ connections, unity: { rounds } }) =>
      `Unity: reads per second of a live scene, ${connections} connections, median of ${rounds}`,
    rows: ({ unity }) => unity?.reads,
    columns: ({ unity: { sizes } }) => [
      label('tool, wire', ({ tool, wire }) => `${tool}, ${wire}`),
      ...sizes.map(size => rate(`${as.count(size)} objects`, ofSize(size))),
      ...sizes.map(size => p99(`p99 ms at ${as.count(size)}`, ofSize(size), tenths)),
      figure(against(sizes), growthRatio, hundredths),
    ],
    goals: ['ReadComponentMember', 'ListObjects'].map(tool =>
      atLeast(0.7, '×', `${tool}/s at 50,000 objects against 100`, row => row.tool === tool, growthRatio),
    ),
    notes: ({ unity: { reads } }) => [
      'Each `ReadComponentMember` reads the position of another object, each `ListObjects` the first 50. The scene runs',
      'meanwhile, in a process of its own beside the server and the driver. Other scenes that wait for their turn count as',
      'other work.',
      otherWork(runsOfSizes(reads)),
    ],
  },
  {
    title: ({ unity: { readers, writers, loopRounds } }) =>
      `Unity: the loop of 60 Hz while ${readers} clients read and ${writers} write, median of ${loopRounds}`,
    rows: ({ unity }) => unity?.loop,
    columns: () => [
      label('objects', ({ size }) => as.count(size)),
      figure('frames/s', sceneHz, tenths),
      figure('frame p99 ms', sceneP99, tenths),
      overRuns('longest ms', ({ frames }) => frames.longest, tenths),
      overRuns('work p99 ms', ({ frames }) => frames.workP99, tenths),
      overRuns('reads/s', ({ members, lists }) => members.callsPerSecond + lists.callsPerSecond, as.count),
      overRuns('p99 ms', ({ members, lists }) => Math.max(members.p99, lists.p99), tenths),
      rate('writes/s', row => row.runs.map(({ writes }) => writes)),
      p99('p99 ms', row => row.runs.map(({ writes }) => writes), tenths),
    ],
    goals: [
      atMost(33, ' ms', 'frame p99 while 32 read and 4 write', any, sceneP99),
      atLeast(59, '', 'frames/s meanwhile', any, sceneHz),
    ],
    notes: (_, { unity: { readers } }) => [
      `${Math.ceil(readers / 2)} of the readers read members, the others lists. A write is a \`SetMember\` that is read back and`,
      'recorded; the journal has one entry for each answered write. A frame is the time between two frames, its work the time',
      'that the scene itself used. The server refuses more than 32 requests at a time, so the clients share 31 slots; a',
      'latency starts when the request is sent.',
    ],
  },
  {
    title: ({ unreal: { rounds } }, { unreal: { packages, bytes } }) =>
      `Unreal: a project of ${as.count(packages)} packages, ${as.mib(bytes)}, median of ${rounds}`,
    rows: ({ unreal }) => unreal?.rows,
    columns: () => [
      label('read as', row => row.label),
      figure('cold list', ofProject('cold'), as.ms),
      figure('warm list', ofProject('warm'), as.ms),
      figure('referencers', ofProject('referencers'), as.ms),
      figure('search', ofProject('search'), as.ms),
      figure('heap', ofProject('heap'), as.mib),
      figure('resident', ofProject('rss'), as.mib),
    ],
    goals: [
      atMost(3, ' s', 'cold list of 5,000 packages', isOurs, ofProject('cold')),
      atMost(200, ' ms', 'warm list of 5,000 packages', isOurs, ofProject('warm')),
      atMost(50, ' ms', 'warm list of 5,000 packages, without a server', noServer, ofProject('warm')),
      atMost(100, ' ms', 'referencers of one of 5,000 packages', isOurs, ofProject('referencers')),
      atMost(200, ' ms', 'search in 5,000 packages', isOurs, ofProject('search')),
      atMost(70, ' MB', 'heap of the index of 5,000 packages', isOurs, ofProject('heap')),
    ],
    notes: ({ unreal: { referencers, rows } }) => [
      'A list is read to its last page. Cold is the first list of a new process with an empty cache folder, without its start.',
      '"The bytes alone" reads the same folders and up to 64 KiB of each package, which is all of it here, with the same',
      'concurrency, and keeps nothing. The files are in the cache of the system for all rows alike. The referencers are those',
      `of a package that ${as.count(referencers)} others need. Memory is the growth of the process after garbage collection.`,
      rows.some(row => row.runs[0].search !== undefined) &&
        'The search is for the callers of one function, which as many packages have.',
      otherWork(rows.flatMap(runs)),
    ],
  },
  {
    title: ({ frames: { rounds } }) =>
      `Wires: round trips per second of one echo tool, ${STATELESS_REVISION}, median of ${rounds}`,
    rows: ({ frames }) => frames?.rows,
    columns: ({ frames: { inFlight } }) => [
      label('wire', ({ wire, connections: of }) => (of === 1 ? wire : `${wire}, ${of} connections`)),
      ...ofWire('one at a time', 'sequential'),
      ...ofWire(`${inFlight} in flight`, 'inFlight'),
    ],
    // One at a time, most of a round trip is the time to wake two processes, on any wire.
    goals: [atLeast(1.5, '×', 'round trips/s, many in flight, frames against HTTP', byFrames, timesHttpMany)],
    notes: ({ frames: { rows } }) => [
      'Each wire has the same kernel and world, in a process of its own. Bare node:net has no kernel and only parses and answers',
      'frames: its row is the cost of the system and Node. All wires have the same client: prepared request bytes, answers found',
      'by text search, and one write for all requests that answer one chunk. Rows without a number of connections use one; HTTP',
      'is pipelined on it. Other wires are compared with the faster of the two HTTP rows of the same round.',
      `The driver used at most ${as.percent(highest(runsOfModes(rows).map(run => run.driverCpu)))} of a core.`,
      otherWork(runsOfModes(rows)),
    ],
  },
  {
    title: ({ godot: { rounds } }) => `Godot: reads of a member in a real engine, median of ${rounds}`,
    missing: ({ godot }) => godot?.missing,
    rows: ({ godot }) => godot?.rows,
    columns: ({ godot: { inFlight } }) => [
      label('asked by', row => row.label),
      p50('median ms', ({ sequential }) => sequential, thousandths),
      p99('p99 ms', ({ sequential }) => sequential, thousandths),
      rate('reads/s', ({ sequential }) => sequential),
      rate(`reads/s, ${inFlight} in flight`, row => row.inFlight),
      p99('p99 ms', row => row.inFlight, thousandths),
    ],
    goals: [atMost(0.3, ' ms', 'what the server adds to a read in Godot', any, addedByServer)],
    notes: ({ godot: { engine, rows } }) => [
      `The server adds ${addedByServer(undefined, rows).toFixed(3)} ms to a read (median of the rounds). The game is the demo of`,
      `the bridge, in ${engine} without a display, one process for each row. For "the link alone" the bench accepts the`,
      'connection of the bridge and sends the same requests as the server. With many in flight, HTTP has a connection for each',
      'request and the link has one. Each answer must have the position of its object.',
      otherWork(runsOfModes(rows)),
    ],
  },
  {
    title: () => 'Agents: what a task costs',
    rows: ({ agents }) => agents?.rows,
    columns: () => [
      label('task', ({ title }) => title),
      figure('calls', ({ calls }) => calls, as.count),
      figure('at most', ({ maxCalls }) => maxCalls, as.count),
      figure('bytes', ({ bytes }) => bytes, as.count),
      figure('at most', ({ maxBytes }) => maxBytes, as.count),
    ],
    goals: [atLeast(1, '', 'share of the tasks of agents within their ceilings', any, shareWithin)],
    notes: ({ agents: { packages } }) => [
      'Each task is done with what the server itself says. Bytes are those of the results as JSON, with the data as text and as',
      'structured content; tools/list is not counted. With several agents the row shows the one that paid most. The project has',
      `${as.count(packages)} packages.`,
    ],
  },
];

/** CPU use of other programs and of the host, with a warning if it was high. It is known on Linux only. */
export function otherWork(runs, sentence = took => `Other ${workTook(took)}`) {
  const share = medianOf(runs, ({ otherCpu, stolenCpu = 0 }) => otherCpu + stolenCpu);
  if (Number.isNaN(share)) return '';
  const warning = ' **The machine was busy: these figures and their ratios are rough.**';
  return sentence(as.percent(share)) + (share > DISTURBED ? warning : '');
}
