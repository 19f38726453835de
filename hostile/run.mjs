// `npm run hostile`: attacks the real program on this machine and reports the results.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BigUniverse } from './lib/big-universe.mjs';
import { Lab, Skipped } from './lib/lab.mjs';
import { CAPTIONS, floodRows, memoryRows, withMarkedSection } from './lib/report.mjs';
import { markdownTable, textTable } from './lib/table.mjs';
import { within } from './lib/wait.mjs';

const HELP = `npm run hostile [-- options] [attack…]

  --list          lists the attacks with their claims
  --long          larger counts and longer floods
  --program PATH  the program to attack, default apps/worldwire/bin/worldwire.js
  --minutes N     starts no attack after so many minutes, default 5, unlimited with --long
  --write         writes the tables into docs/limits.md
  --help          this text

An attack is given by its name, a prefix of it, or its kind: memory, flood, log, audit, data, files, other.
Exits with 1 if an attack failed, and with 2 if the command line is invalid. Needs Linux.
`;
const MAX_MINUTES = 5;
const ATTACK_MS = 60_000;
const LONG_ATTACK_MS = 600_000;
const DOCUMENT = new URL('../docs/limits.md', import.meta.url);
const PROGRAM = fileURLToPath(new URL('../apps/worldwire/bin/worldwire.js', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    program: { type: 'string', default: PROGRAM },
    minutes: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
// Exits through the handlers that end the started servers.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
if (values.help) console.log(HELP);
else {
  process.exitCode = await main().catch(thrown => {
    console.error(`hostile: ${thrown.message}`);
    return 2;
  });
}

async function main() {
  const attacks = chosen(await allAttacks());
  if (values.list) {
    console.log(
      textTable(
        ['attack', 'kind', 'claim'],
        attacks.map(({ name, kind, claim }) => [name, kind, claim]),
      ),
    );
    return 0;
  }
  if (process.platform !== 'linux') throw new Error('The attacks read /proc, so they need Linux.');
  const shared = new BigUniverse(values.program);
  const results = [];
  const minutes = Number(values.minutes ?? (values.long ? Number.POSITIVE_INFINITY : MAX_MINUTES));
  const endAt = performance.now() + minutes * 60_000;
  try {
    for (const attack of attacks) {
      const result = performance.now() < endAt ? await attacked(attack, shared) : notRun(attack);
      results.push(result);
      const detail = [...result.problems, ...result.notes].map(text => `\n    ${text}`).join('');
      console.log(`${result.outcome.padEnd(7)} ${result.name} (${result.seconds.toFixed(1)} s)${detail}`);
    }
  } finally {
    shared.remove();
  }
  report(results);
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

async function attacked(attack, shared) {
  const lab = new Lab({ program: values.program, long: values.long, shared });
  const began = performance.now();
  let outcome;
  try {
    const limit = values.long ? LONG_ATTACK_MS : (attack.ms ?? ATTACK_MS);
    await within(attack.run(lab), limit, 'the attack');
  } catch (thrown) {
    if (thrown instanceof Skipped) {
      outcome = 'skipped';
      lab.note(thrown.message);
    } else lab.problems.push(thrown.stack ?? String(thrown));
  }
  await lab.close();
  outcome ??= lab.problems.length === 0 ? 'passed' : 'failed';
  const { name, kind, claim } = attack;
  const seconds = (performance.now() - began) / 1_000;
  const { problems, notes, memory, floods } = lab;
  return { name, kind, claim, outcome, seconds, problems, notes, memory, floods };
}

/** What the battery had no time for did not pass. */
function notRun({ name, kind, claim }) {
  const problems = ['not run: the time of the battery is over'];
  return {
    name,
    kind,
    claim,
    outcome: 'failed',
    seconds: 0,
    problems,
    notes: [],
    memory: undefined,
    floods: [],
  };
}

function report(results) {
  const count = outcome => results.filter(result => result.outcome === outcome).length;
  const [memory, floods] = [memoryRows(results), floodRows(results)];
  const outcomes = results.map(({ name, kind, outcome, claim }) => [name, kind, outcome, claim]);
  console.log(`\n${textTable(['attack', 'kind', 'outcome', 'claim'], outcomes)}`);
  if (memory[1].length > 0) console.log(`\n${CAPTIONS.memory}\n\n${textTable(...memory)}`);
  if (floods[1].length > 0) console.log(`\n${CAPTIONS.flood}\n\n${textTable(...floods)}`);
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const sum = `${count('passed')} passed, ${count('failed')} failed`;
  const skipped = count('skipped');
  if (values.write) write(memory, floods, `${sum}, ${skipped} skipped`);
  if (skipped > 0) console.log(`\n${skipped} skipped`);
  console.log(`\n${seconds.toFixed(0)} s`);
  console.log(sum);
}

function write(memory, floods, sum) {
  const cores = cpus();
  const machine = `${cores.length} cores (${cores[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const text = [
    `\`npm run hostile${values.long ? ' -- --long' : ''}\` on ${machine}: ${sum}.`,
    '### Peak memory under each attack',
    CAPTIONS.memory,
    markdownTable(...memory),
    '### Waiting time of a bystander in each flood',
    CAPTIONS.flood,
    markdownTable(...floods),
  ];
  writeFileSync(DOCUMENT, withMarkedSection(readFileSync(DOCUMENT, 'utf8'), text.join('\n\n')));
}

async function allAttacks() {
  const folder = new URL('./attacks/', import.meta.url);
  const files = readdirSync(folder).filter(name => name.endsWith('.mjs'));
  const loaded = await Promise.all(files.sort().map(name => import(new URL(name, folder).href)));
  const kinds = ['memory', 'flood', 'log', 'audit', 'data', 'files', 'other'];
  return loaded
    .flatMap(({ default: attack }) => attack)
    .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}

function chosen(attacks) {
  if (positionals.length === 0) return attacks;
  if (values.write) throw new Error('--write needs the figures of all attacks: name none.');
  for (const wanted of positionals) {
    if (attacks.some(attack => matches(attack, wanted))) continue;
    throw new Error(`The attack "${wanted}" does not exist. --list lists all attacks.`);
  }
  return attacks.filter(attack => positionals.some(wanted => matches(attack, wanted)));
}

function matches({ name, kind }, wanted) {
  return name === wanted || kind === wanted || name.startsWith(wanted);
}
