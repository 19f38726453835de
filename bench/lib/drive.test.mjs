import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, Slots } from './drive.mjs';
import { overHttp } from './lanes.mjs';
import { echoAnswered, echoRequest, idOf, messageOf, STATELESS } from './requests.mjs';
import { inRounds } from './rounds.mjs';

const answer = id => JSON.stringify({ id, result: { content: [{ type: 'text', text: messageOf(id) }] } });

/** A lane whose server says this to a request with that id. */
function laneTo(reply) {
  let listener;
  const sent = [];
  return {
    sent,
    listen(given) {
      listener = given;
    },
    send(bytes) {
      const id = idOf(bytes.toString());
      sent.push(id);
      const received = async () => {
        for (const message of reply(id)) listener.message(message);
      };
      setImmediate(() => received().catch(error => listener.failed(error)));
    },
    close: () => {},
  };
}

const request = overHttp('http://127.0.0.1:1/mcp', echoRequest(STATELESS), echoAnswered);
function load(lanes, more) {
  const open = () => lanes.shift();
  return { ...request, open, lanes: lanes.length, warmupSeconds: 0.01, seconds: 0.02, pids: [], ...more };
}

for (const more of [{ perLane: 1 }, { perLane: 3 }, { perLane: 3, slots: 2 }]) {
  test(`all requests have unique ids and are answered, ${JSON.stringify(more)}`, async () => {
    const lanes = [laneTo(id => [answer(id)]), laneTo(id => [answer(id)])];
    const run = await drive('a server', load([...lanes], more));
    const ids = lanes.flatMap(({ sent }) => sent);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(run.answered, ids.length);
    assert.ok(lanes.every(({ sent }) => sent.length > more.perLane));
    assert.ok(run.calls > 0 && run.callsPerSecond > 0 && run.p99 >= run.p50);
  });
}

test('a group beside the first has its own figures', async () => {
  const [first, other] = [laneTo(id => [answer(id)]), laneTo(id => [answer(id)])];
  const { answered, beside } = await drive('a server', load([first], { beside: [load([other])] }));
  assert.deepEqual([answered, beside[0].answered], [first.sent.length, other.sent.length]);
});

test('ignores notifications of the server', async () => {
  const notice = JSON.stringify({ method: 'engine.event', params: { id: 'obj:1' } });
  for (const perLane of [1, 2])
    await drive('a server', load([laneTo(id => [notice, answer(id)])], { perLane }));
});

for (const [what, reply] of [
  ['an answer to another call', id => [answer(id - 1)]],
  ['an answer with a longer id', id => [answer(id).replace(String(id), `${id}0`)]],
  ['a second answer', id => [answer(id), answer(id)]],
  ['an answer without its id', () => [JSON.stringify({ id: null, error: { code: -32600 } })]],
  ['an answer with the text of another', id => [answer(id).replace(messageOf(id), messageOf(id + 1))]],
]) {
  test(`${what} fails the run`, async () => {
    for (const perLane of [1, 2]) {
      await assert.rejects(drive('a server', load([laneTo(reply)], { perLane })), /a server: wrong answer/);
    }
  });
}

test('a request without a slot gets the first free one, in order', () => {
  const slots = new Slots(2);
  const entered = [];
  for (const name of ['a', 'b', 'c', 'd']) slots.take(call => entered.push(call), name);
  assert.deepEqual(entered, ['a', 'b']);
  slots.leave();
  assert.deepEqual(entered, ['a', 'b', 'c']);
  slots.leave();
  slots.leave();
  slots.take(call => entered.push(call), 'e');
  assert.deepEqual(entered, ['a', 'b', 'c', 'd', 'e']);
});

test('reverses the order in every second round', async () => {
  const order = [];
  const turns = { measure: 'sizes', rounds: 3, items: [1, 2], name: String, progress: () => {} };
  await inRounds(turns, async item => order.push(item));
  assert.deepEqual(order, [1, 2, 2, 1, 1, 2]);
});
