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
    expect(closedGate(WORLD)).toBeUndefined();
  });

  it('names the flag of a read-only server', () => {
    expect(closedGate({ ...WORLD, ceiling: 'read', open: 'read' })).toContain('--allow writes');
  });

  it('does not name the flag if only the gate is closed', () => {
    expect(closedGate({ ...WORLD, open: 'read' })).toContain('gates of the server');
  });

  it('says why a world is not ready', () => {
    expect(closedGate({ ...WORLD, ready: false, reason: 'no engine' })).toContain('no engine');
  });
});
