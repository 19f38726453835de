import assert from 'node:assert/strict';
import type { InputOutcome, InputStep } from '../port/input.js';
import type { Bench, ContractCase } from './engine-contract.js';
import { middleOf, PLAY_DEADLINE, send } from './playing.js';

/** Runs frames of the paused scene, and says whether the member of `control` has changed in them. */
async function movesIn(bench: Bench, frames: number): Promise<boolean> {
  const { member } = bench.part('control');
  const before = await bench.value(member);
  await bench.call('time.step', { frames }, PLAY_DEADLINE);
  const after = await bench.value(member);
  for (const value of [before, after]) assert.equal(typeof value, 'number', `${member.name} is a number`);
  return before !== after;
}

const onlyReceipt = ({ steps }: InputOutcome) => {
  assert.equal(steps.length, 1);
  return steps[0] as (typeof steps)[number];
};

/** Leaves nothing held and the scene running, also after a case that failed. */
async function released(bench: Bench, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await send(bench, { kind: 'release-all' });
    await bench.call('time.set', { scale: 1 });
  }
}

export const inputCases: readonly ContractCase[] = [
  {
    claim: 'lists the actions of the game, with the keys that trigger them, page by page',
    needs: ['input.actions'],
    uses: ['control'],
    check: async bench => {
      const { scene, action, key } = bench.part('control');
      await bench.load(scene);
      const { total, items } = await bench.call('input.actions', { limit: 1000 });
      assert.equal(items.length, total);
      const found = items.find(({ name }) => name === action);
      assert.ok(found?.bindings.includes(`key ${key}`), `${action} has ${found?.bindings.join(', ')}`);
      const page = await bench.call('input.actions', { limit: 1, offset: 1 });
      assert.deepEqual(page, { total, items: items.slice(1, 2) });
      await bench.fails('invalid', bench.call('input.actions', { limit: -1 }));
    },
  },
  {
    claim: 'moves what the game moves while a key is held, and not after its release',
    needs: ['input.send', 'time.step'],
    uses: ['control'],
    check: async bench => {
      const { scene, action, key } = bench.part('control');
      await bench.load(scene);
      await released(bench, async () => {
        assert.equal(await movesIn(bench, 5), false, 'it does not move by itself');
        const pressed = await send(bench, { kind: 'key', key, phase: 'press' });
        assert.deepEqual(pressed.held, [`key ${key}`]);
        assert.ok(onlyReceipt(pressed).actions?.includes(action));
        assert.equal(await movesIn(bench, 10), true, 'it moves while the key is held');
        const after = await send(bench, { kind: 'key', key, phase: 'release' });
        assert.deepEqual(after.held, []);
        assert.equal(await movesIn(bench, 10), false, 'it does not move after the release');
      });
    },
  },
  {
    claim: 'holds a tapped key for the frames that are asked for, and answers after its release',
    needs: ['input.send'],
    uses: ['control'],
    check: async bench => {
      const { scene, key, member } = bench.part('control');
      await bench.load(scene);
      await bench.call('time.set', { scale: 1 });
      const before = await bench.value(member);
      const { frames, held, steps } = await send(bench, { kind: 'key', key, hold: { frames: 12 } });
      assert.deepEqual(held, []);
      const [{ frame } = { frame: -1 }] = steps;
      assert.ok(
        frames.before <= frame && frame + 12 <= frames.after,
        `${frame} of ${JSON.stringify(frames)}`,
      );
      const after = await bench.value(member);
      assert.notEqual(after, before);
      assert.equal(await bench.value(member), after, 'nothing is held any more');
    },
  },
  {
    claim: 'triggers an action of the game without a device',
    needs: ['input.send', 'time.step'],
    uses: ['control'],
    check: async bench => {
      const { scene, action } = bench.part('control');
      await bench.load(scene);
      await released(bench, async () => {
        const pressed = await send(bench, { kind: 'action', action, phase: 'press' });
        assert.deepEqual(pressed.held, [`action ${action}`]);
        assert.deepEqual(onlyReceipt(pressed).actions, [action]);
        assert.equal(await movesIn(bench, 10), true);
        assert.deepEqual((await send(bench, { kind: 'action', action, phase: 'release' })).held, []);
        assert.equal(await movesIn(bench, 10), false);
      });
    },
  },
  {
    claim: 'releases everything that is held at once',
    needs: ['input.send', 'time.step'],
    uses: ['control'],
    check: async bench => {
      const { scene, action, key } = bench.part('control');
      await bench.load(scene);
      await released(bench, async () => {
        const held = await send(
          bench,
          { kind: 'key', key, phase: 'press' },
          { kind: 'action', action, phase: 'press' },
        );
        assert.deepEqual([...held.held].sort(), [`action ${action}`, `key ${key}`]);
        assert.deepEqual((await send(bench, { kind: 'release-all' })).held, []);
        assert.equal(await movesIn(bench, 10), false);
      });
    },
  },
  {
    claim: 'ends a sequence that is under way with release-all: later steps are not played, nothing is held',
    needs: ['input.send', 'time.wait'],
    uses: ['control'],
    check: async bench => {
      const { scene, action, key, member } = bench.part('control');
      const frames = 120;
      await bench.load(scene);
      await released(bench, async () => {
        await bench.call('time.set', { scale: 1 });
        const start = await bench.value(member);
        const ended = bench.fails(
          'failed',
          send(
            bench,
            { kind: 'action', action, hold: { frames: 2 * frames } },
            { kind: 'key', key, phase: 'press', at: { frames } },
          ),
        );
        const moved = { conditions: [{ ...member, is: '!=' as const, value: start }] };
        const { met } = await bench.call('time.wait', { ...moved, timeoutMs: 10_000 }, PLAY_DEADLINE);
        assert.ok(met, 'the first step moves it');
        assert.deepEqual((await send(bench, { kind: 'release-all' })).held, []);
        const { message, hint } = await ended;
        assert.ok(message.includes('release-all') && hint, message);
        const stopped = await bench.value(member);
        const later = await send(bench, { kind: 'move', x: 1, y: 1, at: { frames } });
        assert.deepEqual(later.held, [], 'the later step is not played');
        assert.equal(await bench.value(member), stopped);
      });
    },
  },
  {
    claim: 'releases everything that is held when the link is lost',
    needs: ['input.send', 'time.step'],
    uses: ['control'],
    linked: true,
    check: async bench => {
      const { scene, key } = bench.part('control');
      await bench.load(scene);
      await released(bench, async () => {
        await send(bench, { kind: 'key', key, phase: 'press' });
        assert.equal(await movesIn(bench, 10), true);
        await bench.loseLink?.();
        assert.equal(await movesIn(bench, 10), false);
        assert.deepEqual((await send(bench, { kind: 'move', x: 1, y: 1 })).held, []);
      });
    },
  },
  {
    claim: 'delivers each step in the frame that its time names',
    needs: ['input.send'],
    uses: ['control'],
    check: async bench => {
      const { scene, key } = bench.part('control');
      await bench.load(scene);
      const { steps, frames, held } = await send(
        bench,
        { kind: 'key', key, phase: 'press', at: { frames: 2 } },
        { kind: 'key', key, phase: 'release', at: { frames: 9 } },
        { kind: 'key', key, phase: 'press', at: { frames: 11 } },
        { kind: 'release-all' },
      );
      const [first, second, third, last] = steps.map(({ frame }) => frame) as [
        number,
        number,
        number,
        number,
      ];
      assert.deepEqual([second - first, third - second], [7, 2]);
      assert.ok(frames.before <= first && third < last && last <= frames.after);
      assert.deepEqual(held, []);
    },
  },
  {
    claim: 'clicks the button at a place once for each click, and names it',
    needs: ['input.send', 'object.get'],
    uses: ['interface'],
    check: async bench => {
      const { scene, button, screen } = bench.part('interface');
      await bench.load(scene);
      const { id } = await bench.at(button.path);
      const { x, y } = await middleOf(bench, id);
      const states = [await bench.value(button.clicks)];
      const click = async (step: InputStep) => {
        const receipt = onlyReceipt(await send(bench, step));
        states.push(await bench.value(button.clicks));
        assert.ok(receipt.receivedBy.some(each => each.id === id && each.path === button.path));
      };
      await click({ kind: 'button', x, y });
      await click({ kind: 'button', x: x / screen.width, y: y / screen.height, normalized: true });
      // At the pointer.
      await click({ kind: 'button' });
      assert.equal(new Set(states.map(state => JSON.stringify(state))).size, 4, JSON.stringify(states));
      await send(bench, { kind: 'move', x: 1, y: 1 }, { kind: 'button', button: 'right', x, y });
      assert.deepEqual(await bench.value(button.clicks), states[3], 'the right button does not press it');
    },
  },
  {
    claim: 'says which control is under the pointer that moves',
    needs: ['input.send', 'object.get'],
    uses: ['interface'],
    check: async bench => {
      const { scene, button } = bench.part('interface');
      await bench.load(scene);
      const { id } = await bench.at(button.path);
      const { x, y } = await middleOf(bench, id);
      const over = onlyReceipt(await send(bench, { kind: 'move', x: x - 2, y }));
      assert.ok(over.receivedBy.some(each => each.id === id));
      const still = onlyReceipt(await send(bench, { kind: 'move', relative: true, x: 2, y: 0 }));
      assert.ok(still.receivedBy.some(each => each.id === id));
      const away = onlyReceipt(await send(bench, { kind: 'move', x: 1, y: 1 }));
      assert.ok(!away.receivedBy.some(each => each.id === id));
    },
  },
  {
    claim: 'types text into the field that was clicked, and keys edit it',
    needs: ['input.send', 'object.get'],
    uses: ['interface'],
    check: async bench => {
      const { scene, field } = bench.part('interface');
      await bench.load(scene);
      const { id } = await bench.at(field.path);
      const { x, y } = await middleOf(bench, id);
      assert.equal(await bench.value(field.text), '');
      const { steps } = await send(
        bench,
        { kind: 'button', x, y },
        { kind: 'text', text: 'Zoë 12' },
        { kind: 'key', key: 'Backspace' },
      );
      assert.equal(await bench.value(field.text), 'Zoë 1');
      assert.ok(
        steps[1]?.receivedBy.some(each => each.id === id),
        'the field receives the text',
      );
    },
  },
  {
    claim: 'clicks with a finger',
    needs: ['input.send', 'object.get'],
    uses: ['interface', 'touch'],
    check: async bench => {
      const { scene, button } = bench.part('interface');
      await bench.load(scene);
      const { id } = await bench.at(button.path);
      const { x, y } = await middleOf(bench, id);
      const before = await bench.value(button.clicks);
      const pressed = await send(bench, { kind: 'touch', phase: 'press', x, y });
      assert.deepEqual(pressed.held, ['touch 0']);
      await send(bench, { kind: 'touch', phase: 'move', x: x + 1, y });
      assert.deepEqual((await send(bench, { kind: 'touch', phase: 'release', x: x + 1, y })).held, []);
      assert.notDeepEqual(await bench.value(button.clicks), before);
    },
  },
  {
    claim: 'plays the buttons and the axes of a gamepad',
    needs: ['input.send'],
    uses: ['control', 'pad'],
    check: async bench => {
      const { button, axis } = bench.part('pad');
      await bench.load(bench.part('control').scene);
      await released(bench, async () => {
        const pressed = await send(bench, { kind: 'pad', button: button.name, phase: 'press' });
        assert.deepEqual(pressed.held, [`pad ${button.name}`]);
        assert.ok(onlyReceipt(pressed).actions?.includes(button.action));
        assert.deepEqual((await send(bench, { kind: 'release-all' })).held, []);
        const turned = await send(bench, { kind: 'axis', axis: axis.name, value: axis.value });
        assert.deepEqual(turned.held, [`axis ${axis.name}`]);
        assert.ok(onlyReceipt(turned).actions?.includes(axis.action));
        assert.deepEqual((await send(bench, { kind: 'axis', axis: axis.name, value: 0 })).held, []);
      });
    },
  },
  {
    claim: 'says what input would reach, and sends nothing, in a dry run',
    needs: ['input.send', 'object.get'],
    uses: ['interface', 'control'],
    check: async bench => {
      const { scene, button } = bench.part('interface');
      const { key } = bench.part('control');
      await bench.load(scene);
      const { id } = await bench.at(button.path);
      const { x, y } = await middleOf(bench, id);
      const before = await bench.value(button.clicks);
      const steps: readonly InputStep[] = [
        { kind: 'button', x, y },
        { kind: 'key', key, phase: 'press' },
      ];
      const planned = await bench.call('input.send', { steps, dryRun: true });
      assert.equal(planned.steps.length, 2);
      assert.ok(planned.steps[0]?.receivedBy.some(each => each.id === id));
      assert.equal(planned.frames.after, planned.frames.before);
      assert.deepEqual(planned.held, []);
      assert.deepEqual(await bench.value(button.clicks), before);
      assert.deepEqual((await send(bench, { kind: 'move', x: 1, y: 1 })).held, []);
      const flag = bench.call('input.send', { steps, dryRun: 'yes' as never });
      await bench.fails('invalid', flag);
    },
  },
  {
    claim: 'records input as steps that move the same when they are sent again',
    needs: ['input.send', 'input.record'],
    uses: ['control'],
    check: async bench => {
      const { scene, key, member } = bench.part('control');
      const { call } = bench;
      await bench.load(scene);
      await call('time.set', { scale: 1 });
      const record = (action: 'start' | 'stop') => call('input.record', { action });
      await record('start');
      await send(bench, { kind: 'key', key: 'F9' });
      const begun = await record('start');
      assert.deepEqual([begun.recording, begun.steps], [true, []]);
      await send(bench, { kind: 'key', key, hold: { frames: 8 } });
      const ended = await record('stop');
      assert.equal(ended.recording, false);
      assert.equal(ended.dropped, 0);
      assert.ok(ended.steps.length > 0 && ended.frames >= 8);
      assert.ok(
        ended.steps.every(step => step.kind === 'key' && step.key === key && step.at !== undefined),
        JSON.stringify(ended.steps),
      );
      const before = await bench.value(member);
      assert.deepEqual((await send(bench, ...ended.steps)).held, []);
      assert.notEqual(await bench.value(member), before);
      await bench.fails('invalid', record('stop'));
      await bench.fails('invalid', record('pause' as 'stop'));
    },
  },
];
