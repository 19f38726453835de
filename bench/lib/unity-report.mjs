import { growthRatio, medianP99, medianPace } from './by-size.mjs';
import { count, median, otherWork, paragraphs, section } from './markdown.mjs';

export function unitySections({ reads, loop }, { connections, unity }) {
  const { rounds, sizes, loopRounds, readers, writers } = unity;
  const runs = reads.flatMap(({ bySize }) => bySize.flatMap(({ runs: made }) => made));
  return paragraphs(
    section(
      `Unity: reads per second of a live scene, ${connections} connections, median of ${rounds}`,
      [
        ['tool, wire', ({ tool, wire }) => `${tool}, ${wire}`],
        ...sizes.map((size, at) => [`${count(size)} objects`, row => count(medianPace(row.bySize[at].runs))]),
        ...sizes.map((size, at) => [
          `p99 ms at ${count(size)}`,
          row => medianP99(row.bySize[at].runs).toFixed(1),
        ]),
        [`${count(sizes.at(-1))} against ${count(sizes[0])}`, row => growthRatio(row)?.toFixed(2)],
      ],
      reads,
      'Each `ReadComponentMember` reads the position of another object, each `ListObjects` the first 50. The scene runs',
      'meanwhile, in a process of its own beside the server and the driver. Other scenes that wait for their turn count as',
      'other work.',
      otherWork(runs.map(({ otherCpu, stolenCpu }) => otherCpu + stolenCpu)),
    ),
    section(
      `Unity: the loop of 60 Hz while ${readers} clients read and ${writers} write, median of ${loopRounds}`,
      [
        ['objects', row => count(row.size)],
        ['frames/s', row => row.hz.toFixed(1)],
        ['frame p99 ms', row => row.frameP99.toFixed(1)],
        ['longest ms', row => row.longest.toFixed(1)],
        ['work p99 ms', row => row.workP99.toFixed(1)],
        ['reads/s', row => count(row.reads)],
        ['p99 ms', row => row.readP99.toFixed(1)],
        ['writes/s', row => count(row.writes)],
        ['p99 ms', row => row.writeP99.toFixed(1)],
      ],
      loop.map(loopFigures),
      `${Math.ceil(readers / 2)} of the readers read members, the others lists. A write is a \`SetMember\` that is read back and`,
      'recorded; the journal has one entry for each answered write. A frame is the time between two frames, its work the time',
      'that the scene itself used. The server refuses more than 32 requests at a time, so the clients share 31 slots; a',
      'latency starts when the request is sent.',
    ),
  );
}

/** Medians over the rounds of the loop of one scene. */
export function loopFigures({ size, runs }) {
  const frames = name => median(runs.map(run => run.frames[name]));
  return {
    size,
    hz: frames('hz'),
    frameP99: frames('p99'),
    longest: frames('longest'),
    workP99: frames('workP99'),
    reads: median(runs.map(({ members, lists }) => members.callsPerSecond + lists.callsPerSecond)),
    readP99: median(runs.map(({ members, lists }) => Math.max(members.p99, lists.p99))),
    writes: median(runs.map(({ writes }) => writes.callsPerSecond)),
    writeP99: median(runs.map(({ writes }) => writes.p99)),
  };
}
