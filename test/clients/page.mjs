// The section of docs/compatibility.md about the clients.
import { readFile } from 'node:fs/promises';
import { CHECKS, CLIENTS, checksOf, WIRE_LACKS, WIRES, WORLD_LACKS, WORLDS } from './matrix.mjs';

export const PAGE = 'docs/compatibility.md';
const BEGIN = '<!-- Generated from test/clients/matrix.mjs by npm run docs. -->\n';
const END = '<!-- End of the generated section. -->\n';

/** The page as it is, with the counts that its clients must reach. */
export async function clientsPage() {
  return pageWith(await readFile(new URL(`../../${PAGE}`, import.meta.url), 'utf8'));
}

/** The page with this section. `count` is the number of checks that passed; by default all that a client must pass. */
export function pageWith(page, count = wantedCount) {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from === -1 || to < from) throw new Error(`${PAGE} has lost the markers of the clients`);
  return `${page.slice(0, from + BEGIN.length)}\n${section(count)}\n${page.slice(to)}`;
}

function wantedCount(client, wire) {
  return WORLDS.reduce((total, world) => total + checksOf(client, wire, world).length, 0);
}

function section(count) {
  const reasons = [];
  const mark = reason => {
    if (!reasons.includes(reason)) reasons.push(reason);
    return `[${reasons.indexOf(reason) + 1}]`;
  };
  const cell = (client, wire) =>
    client[wire] === true ? String(count(client, wire)) : `no ${mark(client[wire])}`;
  const rows = CLIENTS.map(client => [
    `\`${client.name}\``,
    client.version,
    client.form,
    client.node === undefined ? '20' : client.node.split('.')[0],
    ...Object.keys(WIRES).map(wire => cell(client, wire)),
    lackText(client.lacks, mark),
  ]);
  const total = CLIENTS.flatMap(client =>
    Object.keys(WIRES)
      .filter(wire => client[wire] === true)
      .map(wire => count(client, wire)),
  ).reduce((sum, each) => sum + each, 0);
  const lacks = [...WORLD_LACKS, ...WIRE_LACKS].map(({ reason }) => reason).join(' ');
  return `\`npm run clients\` connects these clients, as npm has them, to the program: each wire that they speak, in the worlds
${WORLDS.join(', ')}. A number is the sum of the checks that passed in these worlds; all are ${total}. The reason for a "no" has the number beside it.

${table(['client', 'version', 'form', 'Node', ...Object.values(WIRES), 'not checked'], rows)}

${reasons.map((reason, at) => `${at + 1}. ${reason}`).join('\n')}

${table(
  ['check', 'claim'],
  Object.entries(CHECKS).map(([name, claim]) => [`\`${name}\``, claim]),
)}

${lacks}
`;
}

function lackText(lacks, mark) {
  const byReason = grouped(lacks);
  return [...byReason]
    .map(([reason, each]) => `${[...new Set(each.map(placeOf))].join(', ')} ${mark(reason)}`)
    .join('; ');
}

function grouped(lacks) {
  const groups = new Map();
  for (const lack of lacks) groups.set(lack.reason, [...(groups.get(lack.reason) ?? []), lack]);
  return groups;
}

function placeOf({ check, wire, world }) {
  const where = [wire && `over ${wire}`, world && `in ${world}`].filter(Boolean).join(' ');
  return where === '' ? `\`${check}\`` : `\`${check}\` ${where}`;
}

function table(head, rows) {
  const line = cells => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
