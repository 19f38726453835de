import { readFileSync } from 'node:fs';
import { DEFAULT_LIMITS, LIMIT_OWNERS } from '@worldwire/server/internal';

const DOCUMENT = new URL('../../docs/limits.md', import.meta.url);

export default {
  name: 'limits-documented',
  kind: 'other',
  claim: 'docs/limits.md explains every limit with its default and its owner',
  async run(lab) {
    const rows = readFileSync(DOCUMENT, 'utf8')
      .split('\n')
      .filter(line => line.startsWith('| `'))
      .map(line => line.split('|').map(cell => cell.trim()));
    for (const [name, value] of Object.entries(DEFAULT_LIMITS)) {
      const row = rows.find(cells => cells[1] === `\`${name}\``);
      if (!lab.claim(row !== undefined, `docs/limits.md has no row for ${name}`)) continue;
      const documented = Number(row[2].replaceAll(',', ''));
      lab.claim(documented === value, `docs/limits.md has ${row[2]} for ${name} instead of ${value}`);
      lab.claim(row[3] === LIMIT_OWNERS[name], `docs/limits.md has ${row[3]} for the owner of ${name}`);
      lab.claim(row[4].length > 10, `docs/limits.md does not explain ${name}`);
    }
  },
};
