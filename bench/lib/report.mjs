/** The measured figures as Markdown: the same text goes to the terminal and into the documentation. */
import { shareOfBare } from './compare.mjs';
import { framesSections } from './frames-report.mjs';
import { godotSections } from './godot-report.mjs';
import { count, DISTURBED, percent, section, WARNING } from './markdown.mjs';
import { table } from './table.mjs';
import { unitySections } from './unity-report.mjs';
import { universeSections } from './universe-report.mjs';
import { unrealSections } from './unreal-report.mjs';

export function measuredTables({ toolsCall, idleSessions, subscribers, stdio, ...worlds }, settings) {
  const { universe, unity, unreal, frames, godot } = worlds;
  return [
    section(
      `tools/call, ${settings.connections} connections, best of ${settings.rounds}`,
      toolsCallTable(toolsCall),
    ),
    section(`Memory per idle session, ${count(settings.sessions)} sessions`, idleSessionsTable(idleSessions)),
    section(`One event to ${count(settings.subscribers)} SSE subscribers`, subscribersTable(subscribers)),
    section(
      `stdio round trips per second, best of ${settings.rounds}`,
      stdioTable(stdio, settings.connections),
    ),
    universe && universeSections(universe, settings),
    unity && unitySections(unity, settings),
    unreal && unrealSections(unreal, settings),
    frames && framesSections(frames, settings),
    godot && godotSections(godot, settings),
  ]
    .filter(Boolean)
    .join('\n\n');
}

export function goalsTable(goals) {
  return section(
    'Goals',
    table(
      ['goal', 'target', 'measured', 'result'],
      goals.map(({ what, bound, target, unit, measured, met }) => [
        what,
        `${bound} ${target.toLocaleString('en-US')}${unit}`,
        measured === undefined ? '–' : `${measured < 100 ? measured.toFixed(2) : count(measured)}${unit}`,
        measured === undefined ? 'not measured' : met ? 'met' : 'missed',
      ]),
    ),
  );
}

export function provenance({ cpu, cores, memoryGiB, system, node }, versions, date) {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `Measured on ${date.toISOString().slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}.`,
    `Versions: ${packages.join(', ')}.`,
  ].join('\n\n');
}

/** Whoever shares the machine takes most from the quickest server, so a busy machine bends the ratios too. */
export function disturbance(rows) {
  const driver = Math.max(...rows.map(({ best }) => best.driverCpu));
  const others = Math.max(...rows.map(({ best }) => best.otherCpu + best.stolenCpu));
  const facts = [
    `In the runs shown the driver used at most ${percent(driver)} of a core;`,
    `other work on the machine and its host took at most ${percent(others)}.`,
  ];
  if (others > DISTURBED) facts.push(WARNING);
  return facts.join(' ');
}

function toolsCallTable(rows) {
  return (
    rows.length > 0 &&
    table(
      ['server', 'revision', 'calls/s', 'p50 ms', 'p99 ms', 'of bare'],
      rows.map(row => {
        const share = shareOfBare(row, rows);
        const { callsPerSecond, p50, p99 } = row.best;
        return [
          row.entrant.label,
          row.entrant.revision,
          count(callsPerSecond),
          p50.toFixed(2),
          p99.toFixed(2),
          share === undefined ? '–' : share.toFixed(2),
        ];
      }),
    )
  );
}

function idleSessionsTable(rows) {
  return (
    rows.length > 0 &&
    table(
      ['server', 'revision', 'heap', 'resident'],
      rows.map(({ entrant, heapPerSession, rssPerSession }) => [
        entrant.label,
        entrant.revision,
        kib(heapPerSession),
        kib(rssPerSession),
      ]),
    )
  );
}

function subscribersTable(rows) {
  return (
    rows.length > 0 &&
    table(
      ['server', 'revision', 'last one has it after', 'heap per subscriber', 'resident per subscriber'],
      rows.map(({ entrant, lastHasIt, heapPerSubscriber, rssPerSubscriber }) => [
        entrant.label,
        entrant.revision,
        `${lastHasIt.toFixed(1)} ms`,
        kib(heapPerSubscriber),
        kib(rssPerSubscriber),
      ]),
    )
  );
}

function stdioTable(rows, inFlightCount) {
  return (
    rows.length > 0 &&
    table(
      ['server', 'revision', 'one at a time', 'p99 ms', `${inFlightCount} in flight`, 'p99 ms'],
      rows.map(({ entrant, sequential, inFlight }) => [
        entrant.label,
        entrant.revision,
        count(sequential.callsPerSecond),
        sequential.p99.toFixed(2),
        count(inFlight.callsPerSecond),
        inFlight.p99.toFixed(2),
      ]),
    )
  );
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
