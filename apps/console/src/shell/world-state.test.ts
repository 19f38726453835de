import { expect, it } from 'vitest';
import { worldState } from './world-state.js';

const WORLD = {
  name: 'unity',
  url: '',
  ceiling: 'write',
  open: 'write',
  sessions: 0,
  callsInFlight: 0,
  ready: true,
};
const GATES = { allStopped: false, stopped: [], worlds: [] };

it('a world is ready, read-only, stopped, closed or not ready', () => {
  expect(worldState(WORLD, GATES, 0).kind).toBe('ready');
  expect(worldState({ ...WORLD, ceiling: 'read', open: 'read' }, GATES, 0)).toMatchObject({
    kind: 'read-only',
    label: 'read-only',
  });
  expect(worldState({ ...WORLD, open: 'read' }, { ...GATES, allStopped: true }, 0).label).toBe('stopped');
  expect(worldState({ ...WORLD, open: 'read' }, GATES, 0).label).toBe('closed');
  expect(worldState({ ...WORLD, ready: false, reason: 'no engine is linked' }, GATES, 0).text).toContain(
    'no engine is linked',
  );
});

it('a world says how many calls wait', () => {
  expect(worldState(WORLD, GATES, 1).text).toContain('1 call waits');
  expect(worldState(WORLD, GATES, 2).text).toContain('2 calls wait');
});
