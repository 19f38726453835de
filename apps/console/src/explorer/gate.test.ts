import { describe, expect, it } from 'vitest';
import type { WorldInfo } from '../api/operator.js';
import { closedGate } from './gate.js';

const WORLD: WorldInfo = {
  name: 'unity',
  url: '',
  ceiling: 'write',
  open: 'write',
  sessions: 0,
  callsInFlight: 0,
  ready: true,
};

describe('closedGate', () => {
  it('is open for a world that accepts writes', () => {
    expect(closedGate(WORLD, true)).toBeUndefined();
  });

  it('names the flag of a read-only server', () => {
    expect(closedGate({ ...WORLD, ceiling: 'read', open: 'read' }, true)).toContain('--allow writes');
  });

  it('does not name the flag if only the gate is closed', () => {
    expect(closedGate({ ...WORLD, open: 'read' }, true)).toContain('gates of the server');
  });

  it('names the right that the session does not have', () => {
    expect(closedGate(WORLD, false)).toContain('unity:write');
  });

  it('says why a world is not ready', () => {
    expect(closedGate({ ...WORLD, ready: false, reason: 'no engine' }, true)).toContain('no engine');
  });
});
