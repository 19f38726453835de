import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idSequence } from './call-template.mjs';
import { SESSION_REVISION, STATELESS_REVISION } from './revisions.mjs';
import { bodyOfCall } from './universe-bodies.mjs';
import { commandTemplate, revisionOfAnswer, stateAnswered, stateTemplate } from './universe-exchange.mjs';

const SERVER = new URL('http://127.0.0.1:1234/mcp');
const SIZE = 100;

function parsed(bytes) {
  const [head, body] = bytes.toString().split('\r\n\r\n');
  assert.match(head, new RegExp(`content-length: ${body.length}$`));
  return { line: head.split('\r\n')[0], call: JSON.parse(body) };
}

test('patches a REST request to the update of its call', () => {
  const template = commandTemplate(SERVER, { revision: '' }, { wire: 'rest', size: SIZE });
  const nextId = idSequence();
  for (const id of [nextId(), nextId()]) {
    template.patch(id);
    const { line, call } = parsed(template.bytes);
    assert.equal(line, 'POST /universes/big/commands?returning=changes HTTP/1.1');
    assert.deepEqual(call, { type: 'updateStar', id: bodyOfCall(SIZE, id), payload: { mass: id } });
  }
});

for (const revision of [SESSION_REVISION, STATELESS_REVISION]) {
  test(`a patched ${revision} request is the update of that call`, () => {
    const template = commandTemplate(SERVER, { revision }, { wire: 'mcp', size: SIZE });
    const nextId = idSequence();
    for (const id of [nextId(), nextId()]) {
      template.patch(id);
      const { call } = parsed(template.bytes);
      assert.equal(call.id, id);
      assert.deepEqual(call.params.arguments.command, {
        type: 'updateStar',
        id: bodyOfCall(SIZE, id),
        payload: { mass: id },
      });
      assert.equal(call.params.arguments.returning, 'changes');
    }
  });
}

test('sends a REST read without a body and a content-length', () => {
  const { bytes } = stateTemplate(SERVER, { revision: '' }, { wire: 'rest' });
  assert.match(bytes.toString(), /^GET \/universes\/big HTTP\/1\.1\r\n/);
  assert.doesNotMatch(bytes.toString(), /content-length/);
});

test('reads the revision only from the answer to this command', () => {
  const id = idSequence()();
  const outcome = mass => ({ revision: 42, changes: [{ op: 'patch', value: { mass } }] });
  const rest = mass => JSON.stringify(outcome(mass));
  const mcp = (forId, mass) =>
    JSON.stringify({ jsonrpc: '2.0', id: forId, result: { structuredContent: outcome(mass) } });
  assert.equal(revisionOfAnswer(rest(id), id, 'rest'), 42);
  assert.equal(revisionOfAnswer(rest(id + 1), id, 'rest'), undefined);
  assert.equal(revisionOfAnswer(mcp(id, id), id, 'mcp'), 42);
  assert.equal(revisionOfAnswer(mcp(id + 1, id), id, 'mcp'), undefined);
  assert.equal(revisionOfAnswer(`{"id":${id},"result":{"isError":true}}`, id, 'mcp'), undefined);
});

test('accepts a state only at the expected revision', () => {
  const id = idSequence()();
  const rest = { wire: 'rest', revision: 7 };
  assert.equal(stateAnswered('{"state":{},"revision":7}', id, rest), true);
  assert.equal(stateAnswered('{"state":{},"revision":77}', id, rest), false);
  const mcp = { wire: 'mcp', revision: 7 };
  const answer = (forId, revision) =>
    JSON.stringify({ id: forId, _meta: { 'worldwire/revision': revision } });
  assert.equal(stateAnswered(answer(id, 7), id, mcp), true);
  assert.equal(stateAnswered(answer(id + 1, 7), id, mcp), false);
  assert.equal(stateAnswered(answer(id, 8), id, mcp), false);
  assert.equal(stateAnswered(answer(id, 77), id, mcp), false);
});
