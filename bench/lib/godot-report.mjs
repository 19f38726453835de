/** The figures of a real engine as Markdown. */
import { medianP99, medianPace } from './by-size.mjs';
import { count, DISTURBED, percent, section, WARNING } from './markdown.mjs';
import { median } from './median.mjs';
import { table } from './table.mjs';

export function godotSections({ engine, missing, rows }, { godot: { inFlight, rounds } }) {
  const title = `Godot: reads of a member in a real engine, median of ${rounds}`;
  if (missing !== undefined) return section(title, `Not measured: ${missing}.`);
  return [section(title, rowsTable(rows, inFlight)), circumstances(rows, engine)].join('\n\n');
}

/** What the whole server adds to a call: the median of what the rounds say of their medians. */
export function serverOverhead(rows) {
  const whole = rows.find(row => row.whole);
  const alone = rows.find(row => !row.whole);
  if (!whole || !alone) return undefined;
  return median(whole.sequential.map(({ p50 }, round) => p50 - alone.sequential[round].p50));
}

function rowsTable(rows, inFlight) {
  return table(
    ['asked by', 'median ms', 'p99 ms', 'reads/s', `reads/s, ${inFlight} in flight`, 'p99 ms'],
    rows.map(({ label, sequential, inFlight: many }) => [
      label,
      median(sequential.map(({ p50 }) => p50)).toFixed(3),
      medianP99(sequential).toFixed(3),
      count(medianPace(sequential)),
      count(medianPace(many)),
      medianP99(many).toFixed(3),
    ]),
  );
}

function circumstances(rows, engine) {
  const runs = rows.flatMap(({ sequential, inFlight }) => [...sequential, ...inFlight]);
  const others = median(runs.map(({ otherCpu }) => otherCpu));
  const facts = [
    `The whole server adds ${serverOverhead(rows)?.toFixed(3)} ms to a read (median of the rounds).`,
    `It is the demo of bridges/godot in ${engine} without a display, one process for each row. By the link alone the bench`,
    'takes the connection of the bridge itself, and asks for the same members in the same words as the server does. With',
    'many in flight there is a connection for each over HTTP, and one on the link. An answer must have the place of its own',
    `object. Other work on the machine and its host took ${percent(others)} of a core (median).`,
  ];
  if (others > DISTURBED) facts.push(WARNING);
  return facts.join(' ');
}
