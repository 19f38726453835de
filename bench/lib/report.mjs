/** The whole report as Markdown, for the terminal and for docs/performance.md. */
import { agentsSections } from './agents-report.mjs';
import { shareOfBare } from './compare.mjs';
import { credentialsSections } from './credentials-report.mjs';
import { framesSections } from './frames-report.mjs';
import { godotSections } from './godot-report.mjs';
import { count, fixed, kib, otherWork, paragraphs, percent, section } from './markdown.mjs';
import { unitySections } from './unity-report.mjs';
import { universeSections } from './universe-report.mjs';
import { unrealSections } from './unreal-report.mjs';

const SERVER = [
  ['server', ({ entrant }) => entrant.label],
  ['revision', ({ entrant }) => entrant.revision],
];

export function measuredTables({ toolsCall, idleSessions, subscribers, stdio, ...worlds }, settings) {
  const { credentials, universe, unity, unreal, frames, godot, agents } = worlds;
  const { connections, rounds } = settings;
  return paragraphs(
    section(
      `tools/call, ${connections} connections, best of ${rounds}`,
      [
        ...SERVER,
        ['calls/s', ({ best }) => count(best.callsPerSecond)],
        ['p50 ms', ({ best }) => best.p50.toFixed(2)],
        ['p99 ms', ({ best }) => best.p99.toFixed(2)],
        ['of bare', row => shareOfBare(row, toolsCall)?.toFixed(2)],
      ],
      toolsCall,
    ),
    section(
      `Memory per idle session, ${count(settings.sessions)} sessions`,
      [...SERVER, ['heap', row => kib(row.heapPerSession)], ['resident', row => kib(row.rssPerSession)]],
      idleSessions,
    ),
    section(
      `One event to ${count(settings.subscribers)} SSE subscribers`,
      [
        ...SERVER,
        ['last one has it after', row => fixed(1, ' ms')(row.lastHasIt)],
        ['heap per subscriber', row => kib(row.heapPerSubscriber)],
        ['resident per subscriber', row => kib(row.rssPerSubscriber)],
      ],
      subscribers,
    ),
    section(
      `stdio round trips per second, best of ${rounds}`,
      [
        ...SERVER,
        ['one at a time', ({ sequential }) => count(sequential.callsPerSecond)],
        ['p99 ms', ({ sequential }) => sequential.p99.toFixed(2)],
        [`${connections} in flight`, ({ inFlight }) => count(inFlight.callsPerSecond)],
        ['p99 ms', ({ inFlight }) => inFlight.p99.toFixed(2)],
      ],
      stdio,
    ),
    credentials && credentialsSections(credentials, settings),
    universe && universeSections(universe, settings),
    unity && unitySections(unity, settings),
    unreal && unrealSections(unreal, settings),
    frames && framesSections(frames, settings),
    godot && godotSections(godot, settings.godot),
    agents && agentsSections(agents),
  );
}

export function goalsTable(goals) {
  const figure = value => (value < 100 ? value.toFixed(2) : count(value));
  return section(
    'Goals',
    [
      ['goal', ({ what }) => what],
      ['target', ({ bound, target, unit }) => `${bound} ${target.toLocaleString('en-US')}${unit}`],
      ['measured', ({ measured, unit }) => measured && `${figure(measured)}${unit}`],
      ['result', ({ measured, met }) => (measured === undefined ? 'not measured' : met ? 'met' : 'missed')],
    ],
    goals,
  );
}

export function provenance({ cpu, cores, memoryGiB, system, node }, versions, date) {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return paragraphs(
    `Measured on ${date.toISOString().slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}.`,
    `Versions: ${packages.join(', ')}.`,
  );
}

/** CPU use of the driver and of other programs. Other work slows the fastest server most, so it changes ratios too. */
export function disturbance(rows) {
  const driver = Math.max(...rows.map(({ best }) => best.driverCpu));
  const others = Math.max(...rows.map(({ best }) => best.otherCpu + best.stolenCpu));
  const sentence = took => `other work on the machine and its host took at most ${took}.`;
  return `In the runs shown the driver used at most ${percent(driver)} of a core; ${otherWork([others], sentence)}`;
}
