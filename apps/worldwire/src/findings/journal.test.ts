import { describe, expect, it } from 'vitest';
import { checkJournal } from './journal.js';

describe('the journal', () => {
  it('is ok when nothing is damaged', async () => {
    expect(await checkJournal({ verify: async () => [] })).toMatchObject([{ state: 'ok' }]);
  });

  it('fails with a finding for each damage', async () => {
    const damage = ['Revision 3 of log "sol" is damaged.', 'Revision 5 of log "sol" is missing.'];
    const findings = await checkJournal({ verify: async () => damage });
    expect(findings.map(({ state, message }) => [state, message])).toEqual(
      damage.map(text => ['fail', text]),
    );
  });

  it('reports equal damage once, with its count', async () => {
    const damage = ['The file is damaged.', 'Revision 3 of log "sol" is damaged.', 'The file is damaged.'];
    const findings = await checkJournal({ verify: async () => damage });
    expect(findings.map(({ message }) => message)).toEqual([
      'The file is damaged. (2 times)',
      'Revision 3 of log "sol" is damaged.',
    ]);
  });
});
