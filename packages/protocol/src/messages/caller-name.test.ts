import { expect, it } from 'vitest';
import { callerName } from './caller-name.js';

it('the name of a caller has its client, unless that says nothing more', () => {
  expect(callerName({ principal: 'local', client: 'claude-code' })).toBe('local (claude-code)');
  expect(callerName({ principal: 'nova', client: 'nova' })).toBe('nova');
  expect(callerName({ principal: 'ann', client: '' })).toBe('ann');
  expect(callerName({ principal: 'ann' })).toBe('ann');
});
