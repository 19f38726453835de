import assert from 'node:assert/strict';
import type { InputStep } from '../port/input.js';
import type { ContractCase } from './engine-contract.js';
import { PLAY_DEADLINE, send } from './playing.js';

const MAX_STEPS = 1000;

/** Steps that no engine accepts, by what is wrong with them. */
const WRONG: Readonly<Record<string, object>> = {
  'an unknown kind': { kind: 'shout' },
  'no kind': { key: 'KeyA' },
  'an unknown key': { kind: 'key', key: 'Spacee' },
  'a key by its letter': { kind: 'key', key: 'a' },
  'a key of another type': { kind: 'key', key: 65 },
  'an unknown phase': { kind: 'key', key: 'KeyA', phase: 'down' },
  'a negative hold': { kind: 'key', key: 'KeyA', hold: { frames: -1 } },
  'a hold without a unit': { kind: 'key', key: 'KeyA', hold: 5 },
  'a hold of parts of frames': { kind: 'key', key: 'KeyA', hold: { frames: 1.5 } },
  'a hold of more than a minute': { kind: 'key', key: 'KeyA', hold: { ms: 61_000 } },
  'a hold of too many frames': { kind: 'key', key: 'KeyA', hold: { frames: 100_000 } },
  'a time before the start': { kind: 'key', key: 'KeyA', at: { frames: -1 } },
  'a time after a minute': { kind: 'key', key: 'KeyA', at: { ms: 60_001 } },
  'a time that is no number': { kind: 'key', key: 'KeyA', at: { ms: Number.NaN } },
  'an unknown action': { kind: 'action', action: 'no_such_action' },
  'a strength above 1': { kind: 'action', action: 'no_such_action', strength: 2 },
  'a place left of the picture': { kind: 'button', x: -1, y: 1 },
  'a place far outside of the picture': { kind: 'move', x: 1e9, y: 1 },
  'a normalized place outside': { kind: 'button', x: 1.1, y: 0.5, normalized: true },
  'a place that is no number': { kind: 'button', x: Number.NaN, y: 1 },
  'half of a place': { kind: 'button', x: 5 },
  'a place of another type': { kind: 'touch', x: '5', y: 5 },
  'no place to move to': { kind: 'move' },
  'an unknown mouse button': { kind: 'button', button: 'thumb', x: 1, y: 1 },
  'no click at all': { kind: 'button', count: 0, x: 1, y: 1 },
  'text of another type': { kind: 'text', text: 12 },
  'a scroll without a distance': { kind: 'scroll', x: 1, y: 1 },
  'a scroll that is no number': { kind: 'scroll', dy: 'far', x: 1, y: 1 },
  'an unknown button of a gamepad': { kind: 'pad', button: 'triangle' },
  'an unknown axis': { kind: 'axis', axis: 'middle-x', value: 0 },
  'an axis beyond its end': { kind: 'axis', axis: 'left-x', value: 1.5 },
  'a trigger below 0': { kind: 'axis', axis: 'left-trigger', value: -0.5 },
  'a finger that moves and is not pressed': { kind: 'touch', phase: 'move', x: 1, y: 1 },
  'a negative finger': { kind: 'touch', finger: -1, x: 1, y: 1 },
};

export const inputRefusals: readonly ContractCase[] = [
  {
    claim: 'refuses wrong steps before the first of them, and says what would be right',
    needs: ['input.send'],
    uses: ['control'],
    check: async bench => {
      const { scene, key } = bench.part('control');
      await bench.load(scene);
      for (const [about, step] of Object.entries(WRONG)) {
        const first: InputStep = { kind: 'key', key, phase: 'press' };
        const work = bench.call('input.send', { steps: [first, step as InputStep] }, PLAY_DEADLINE);
        const { hint } = await bench.fails('invalid', work).catch(fault => {
          throw new Error(`${about}: ${String(fault)}`);
        });
        assert.ok(hint, `the refusal of ${about} has a hint`);
      }
      assert.deepEqual((await send(bench, { kind: 'move', x: 1, y: 1 })).held, [], 'nothing was pressed');
    },
  },
  {
    claim: 'names the nearest keys and actions when one is not known',
    needs: ['input.send'],
    uses: ['control'],
    check: async bench => {
      const { scene, action } = bench.part('control');
      await bench.load(scene);
      const hintOf = async (step: InputStep) =>
        (await bench.fails('invalid', bench.call('input.send', { steps: [step] }))).hint ?? '';
      const key = await hintOf({ kind: 'key', key: 'ArowLeft' });
      assert.ok(key.includes('ArrowLeft'), key);
      const named = await hintOf({ kind: 'action', action: `${action}x` });
      assert.ok(named.includes(action), named);
    },
  },
  {
    claim: 'refuses more than 1,000 steps, more than a minute, and steps that are not a list',
    needs: ['input.send'],
    uses: ['control'],
    check: async bench => {
      await bench.load(bench.part('control').scene);
      const tap: InputStep = { kind: 'key', key: 'F9' };
      const many: InputStep[] = Array.from({ length: MAX_STEPS + 1 }, () => tap);
      const long: InputStep = { ...tap, hold: { ms: 31_000 } };
      for (const steps of [many, [long, long], [], tap, undefined, 'KeyA', [null]]) {
        const work = bench.call('input.send', { steps: steps as InputStep[] }, PLAY_DEADLINE);
        assert.ok((await bench.fails('invalid', work)).hint, JSON.stringify(steps)?.slice(0, 80));
      }
    },
  },
];
