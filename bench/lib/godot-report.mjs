import { medianP99, medianPace } from './by-size.mjs';
import { BRIDGE } from './godot-demo.mjs';
import { count, median, otherWork, paragraphs, section } from './markdown.mjs';

export function godotSections({ engine, missing, rows }, { inFlight, rounds }) {
  const title = `Godot: reads of a member in a real engine, median of ${rounds}`;
  if (missing !== undefined) return paragraphs(`### ${title}`, `Not measured: ${missing}.`);
  return section(
    title,
    [
      ['asked by', ({ label }) => label],
      ['median ms', ({ sequential }) => median(sequential.map(({ p50 }) => p50)).toFixed(3)],
      ['p99 ms', ({ sequential }) => medianP99(sequential).toFixed(3)],
      ['reads/s', ({ sequential }) => count(medianPace(sequential))],
      [`reads/s, ${inFlight} in flight`, ({ inFlight: many }) => count(medianPace(many))],
      ['p99 ms', ({ inFlight: many }) => medianP99(many).toFixed(3)],
    ],
    rows,
    `The server adds ${serverOverhead(rows)?.toFixed(3)} ms to a read (median of the rounds). The game is the demo of`,
    `${BRIDGE} in ${engine} without a display, one process for each row. For "the link alone" the bench accepts the`,
    'connection of the bridge and sends the same requests as the server. With many in flight, HTTP has a connection for each',
    'request and the link has one. Each answer must have the position of its object.',
    otherWork(rows.flatMap(row => [...row.sequential, ...row.inFlight]).map(({ otherCpu }) => otherCpu)),
  );
}

/** Time that the server adds to a call: the median over the rounds of the difference of the medians. */
export function serverOverhead(rows) {
  const whole = rows.find(row => row.whole);
  const alone = rows.find(row => !row.whole);
  if (!whole || !alone) return undefined;
  return median(whole.sequential.map(({ p50 }, round) => p50 - alone.sequential[round].p50));
}
