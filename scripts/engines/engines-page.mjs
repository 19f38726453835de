// docs/engines.md, made from the results of contract runs.

/** The order of the columns. Other engines follow by name. */
const ORDER = ['embedded', 'Godot 4', 'Godot 4 editor'];
/** The engine behind a link of the unit tests is the embedded one. */
const LEFT_OUT = ['linked'];

/** The text of the page. `operations` are all names of the port. */
export function enginesPage(results, operations) {
  const engines = mergedEngines(results);
  const reasons = new Reasons();
  const columns = engines.map(({ engine }) => engine);
  const rows = operations.map(name => [
    `\`${name}\``,
    ...engines.map(engine => operationCell(engine, name, reasons)),
  ]);
  const claims = [...new Set(engines.flatMap(({ cases }) => [...cases.keys()]))];
  return `# Engines

What each engine does, from real runs of the contract that every engine passes (\`packages/engine/src/testing\`). \`npm run engines\` runs it with the
engines that are installed and writes this page. An operation *works* if the cases that need it passed. An operation that an engine does not have is
refused as \`unsupported\`; the number leads to the reason that the engine gave.

${table(
  [
    'engine',
    'version',
    'platform',
    'cases that hold',
    'cases without the operation',
    'cases that fail',
    'date',
  ],
  engines.map(summaryRow),
)}

## Operations

${table(['operation', ...columns], rows)}

${reasons.list()}

## Cases

${table(
  ['claim', ...columns],
  claims.map(claim => [escaped(claim), ...engines.map(({ cases }) => caseCell(cases.get(claim)))]),
)}
`;
}

/** One entry for each engine, with the best outcome of each case: a game without a display leaves out pictures, and one with it has them. */
function mergedEngines(results) {
  const merged = new Map();
  for (const { engine, info, date, unsupported, cases } of results) {
    if (LEFT_OUT.includes(engine)) continue;
    const entry = merged.get(engine) ?? { engine, info, date, unsupported, has: new Set(), cases: new Map() };
    for (const name of info.operations) entry.has.add(name);
    for (const each of cases) {
      const before = entry.cases.get(each.claim);
      if (before === undefined || rank(each.outcome) > rank(before.outcome))
        entry.cases.set(each.claim, each);
    }
    const [, last] = [date, entry.date].sort();
    merged.set(engine, { ...entry, date: last, unsupported: { ...unsupported, ...entry.unsupported } });
  }
  const place = ({ engine }) => (ORDER.includes(engine) ? ORDER.indexOf(engine) : ORDER.length);
  return [...merged.values()].sort((a, b) => place(a) - place(b) || a.engine.localeCompare(b.engine));
}

/** A failure is never hidden by another run. */
const rank = outcome => ['unsupported', 'works', 'failed'].indexOf(outcome);

function summaryRow({ engine, info, date, cases }) {
  const count = outcome => String([...cases.values()].filter(each => each.outcome === outcome).length);
  const version = `${escaped(info.name)} ${escaped(info.version)}`;
  return [
    engine,
    version,
    escaped(info.platform),
    count('works'),
    count('unsupported'),
    count('failed'),
    date.slice(0, 10),
  ];
}

function operationCell({ has, unsupported, cases }, name, reasons) {
  if (!has.has(name)) {
    const reason = unsupported[name];
    // Operations that are missing for one reason share it.
    return reason === undefined ? 'no' : `no [${reasons.numberOf(reason.replaceAll(name, '…'))}]`;
  }
  const needing = [...cases.values()].filter(({ needs }) => needs.includes(name));
  if (needing.some(({ outcome }) => outcome === 'failed')) return '**fails**';
  return needing.some(({ outcome }) => outcome === 'works') ? 'works' : 'yes, without a case';
}

function caseCell(found) {
  if (found === undefined) return '';
  return { works: 'holds', unsupported: '–', failed: '**fails**' }[found.outcome];
}

/** Reasons with numbers, each once. */
class Reasons {
  #numbers = new Map();

  numberOf(reason) {
    if (!this.#numbers.has(reason)) this.#numbers.set(reason, this.#numbers.size + 1);
    return this.#numbers.get(reason);
  }

  list() {
    return [...this.#numbers].map(([reason, number]) => `${number}. ${escaped(reason)}`).join('\n');
  }
}

function table(head, rows) {
  const line = cells => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const escaped = text => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
