import type { JsonValue } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../domain/index.js';
import { auditSubject } from './audit-subject.js';

/** They change a whole collection, or the clock. */
const WITHOUT_OBJECT = /^(set\w+s|setNebulae|tick|replaceSnapshot)$/;

describe('the audit subject of a command', () => {
  it.each(COMMANDS.map(({ name, example }) => ({ name, example })))(
    'is one object of its example ($name)',
    ({ name, example }) => {
      const about = auditSubject('sol', { type: name, ...example } as JsonValue);
      expect(about).toMatchObject({ universe: 'sol', command: name });
      if (WITHOUT_OBJECT.test(name)) expect(about.object).toBeUndefined();
      else expect(about.object).toEqual(expect.stringMatching(/./));
    },
  );

  it('is read from anything that a caller may send', () => {
    for (const given of [undefined, null, 5, 'tick', [], [null], [[]], { type: 5, child: null, disk: 1 }])
      expect(auditSubject('sol', given)).toMatchObject({ universe: 'sol' });
  });
});
