import { describe, expect, it } from 'vitest';
import { outcomeText, planOf, whyNot } from './plan.js';

const APPROVAL = {
  id: '1',
  at: '',
  expiresAt: '',
  position: 1,
  editable: true,
  decidable: false,
  destructive: true,
  world: 'universe',
  tool: 'send_universe_command',
  access: 'write' as const,
  principal: 'claude',
  arguments: '{"universeId":"sol","command":{"type":"removeStar","id":"moon"}}',
  changes: '{"before":{"stars/moon":{"name":"Moon"}},"after":{"stars/moon":null}}',
  digest: 'x',
};

describe('a plan', () => {
  it('has the change, its subject, and the universe', () => {
    expect(planOf(APPROVAL)).toEqual({
      arguments: { universeId: 'sol', command: { type: 'removeStar', id: 'moon' } },
      changes: { before: { 'stars/moon': { name: 'Moon' } }, after: { 'stars/moon': null } },
      item: 'sol',
      headline: 'removeStar moon',
    });
  });

  it('has the tool and its object as headline where there is no command', () => {
    const approval = { tool: 'DestroyObject', arguments: '{"objectId":"obj:1"}' };
    expect(planOf(approval)).toEqual({ arguments: { objectId: 'obj:1' }, headline: 'DestroyObject obj:1' });
  });

  it('has the engine that the call names', () => {
    const given = { tool: 'SetActive', arguments: '{"objectId":"obj:4","active":false,"engine":"quest"}' };
    expect(planOf({ ...APPROVAL, ...given }).engine).toBe('quest');
    expect(planOf(APPROVAL)).not.toHaveProperty('engine');
  });

  it('has no preview of changes that the server cut', () => {
    expect(planOf({ ...APPROVAL, changes: '{"before":{"a":1…' })).not.toHaveProperty('changes');
  });
});

it('a person learns why a call is not theirs to decide', () => {
  expect(whyNot({ ...APPROVAL, decidable: true }, 'ann', true)).toBeUndefined();
  expect(whyNot(APPROVAL, 'claude', true)).toContain('your own call');
  expect(whyNot(APPROVAL, 'ann', false)).toContain('right approve');
});

it('a decided call says what became of it', () => {
  const record = { chain: 'a', seq: 1, at: '', outcome: 'done', revision: 12 };
  expect(outcomeText('approved', undefined)).toBe('Approved. The call runs.');
  expect(outcomeText('approved', record)).toBe('Approved and done. It made revision 12.');
  expect(outcomeText('approved', { ...record, outcome: 'failed' })).toContain('ended as failed');
  expect(outcomeText('void', undefined)).toContain('Nothing ran');
});
