/** A table by class, and the share of mutants that a test notices. */
export function report(verdicts) {
  const classes = new Map();
  for (const verdict of verdicts) {
    const of = classes.get(verdict.mutant.class) ?? [];
    classes.set(verdict.mutant.class, [...of, verdict]);
  }
  const width = Math.max(5, ...[...classes.keys()].map(({ length }) => length));
  const line = (name, killed, all) => {
    const rate = `${((100 * killed) / all).toFixed(0)} %`;
    return `${name.padEnd(width)}  ${String(killed).padStart(6)}  ${String(all - killed).padStart(8)}  ${rate.padStart(6)}`;
  };
  const rows = [...classes]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, of]) => line(name, killedOf(of), of.length));
  const survivors = verdicts.filter(({ verdict }) => verdict !== 'killed');
  return [
    `${'class'.padEnd(width)}  killed  survived    rate`,
    ...rows,
    line('all', killedOf(verdicts), verdicts.length),
    ...(survivors.length > 0 ? ['', 'Not killed:', ...survivors.map(explained)] : []),
  ].join('\n');
}

export function killRate(verdicts) {
  return killedOf(verdicts) / verdicts.length;
}

function killedOf(verdicts) {
  return verdicts.filter(({ verdict }) => verdict === 'killed').length;
}

function explained({ mutant, verdict, reason }) {
  return `  ${mutant.name} (${mutant.class}): ${verdict}${reason === '' ? '' : `, ${reason}`}\n    ${mutant.file}\n    ${mutant.tests.join(' ')}`;
}
