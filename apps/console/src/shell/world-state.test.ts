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

it('a world of a lost server is lost, and so is one with a lost engine, which is named', () => {
  expect(worldState(WORLD, GATES, 0, true)).toMatchObject({ kind: 'lost', label: 'lost' });
  const one = worldState({ ...WORLD, lost: ['quest'] }, GATES, 0);
  expect(one).toMatchObject({ kind: 'lost', label: 'engine lost' });
  expect(one.text).toContain('quest');
  const none = { ...WORLD, ready: false, reason: 'the engine is lost: closed', lost: ['quest', 'harbour'] };
  expect(worldState(none, GATES, 0)).toMatchObject({ kind: 'lost', label: '2 engines lost' });
  expect(worldState(none, GATES, 0).text).toContain('the engine is lost: closed');
});
