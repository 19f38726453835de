import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers, callTemplate, idOf, messageOf } from './call-template.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { driveWire } from './wire-drive.mjs';

const URL_ = new URL('http://127.0.0.1:1/mcp');
const answer = id => JSON.stringify({ id, result: { content: [{ type: 'text', text: messageOf(id) }] } });

/** A lane whose server says this to a request with that id. */
function laneTo(reply) {
  let listener;
  const sent = [];
  return {
    sent,
    listen: given => {
      listener = given;
    },
    send(bytes) {
      const id = idOf(bytes.toString());
      sent.push(id);
      setImmediate(() => {
        try {
          for (const message of reply(id)) listener.message(message);
        } catch (error) {
          listener.failed(error);
        }
      });
    },
  };
}

const load = (lanes, perLane) => ({
  lanes,
  perLane,
  template: () => callTemplate(URL_, { revision: STATELESS_REVISION }),
  accepts: answers,
  warmupSeconds: 0.01,
  seconds: 0.02,
});

test('keeps the requests of every lane in flight with unique ids until all are answered', async () => {
  const lanes = [laneTo(id => [answer(id)]), laneTo(id => [answer(id)])];
  const run = await driveWire(load(lanes, 3), 'a server');
  const ids = lanes.flatMap(({ sent }) => sent);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(lanes.every(({ sent }) => sent.length > 3));
  assert.ok(run.callsPerSecond > 0 && run.p99 >= run.p50);
});

test('ignores notifications of the server', async () => {
  const notice = JSON.stringify({ method: 'engine.event', params: { id: 'obj:1' } });
  await driveWire(load([laneTo(id => [notice, answer(id)])], 1), 'a server');
});

for (const [what, reply] of [
  ['an answer to another call', id => [answer(id - 1)]],
  ['a second answer', id => [answer(id), answer(id)]],
  ['an answer without its id', () => [JSON.stringify({ id: null, error: { code: -32600 } })]],
  ['an answer with the text of another', id => [answer(id).replace(messageOf(id), messageOf(id + 1))]],
]) {
  test(`${what} fails the run`, async () => {
    await assert.rejects(driveWire(load([laneTo(reply)], 1), 'a server'), /a server: wrong answer/);
  });
}
