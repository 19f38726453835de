import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers, callTemplate, idSequence, messageOf } from './call-template.mjs';
import { SESSION_REVISION, STATELESS_REVISION } from './revisions.mjs';

const URL_OF_SERVER = new URL('http://127.0.0.1:1234/mcp');

for (const revision of [SESSION_REVISION, STATELESS_REVISION]) {
  test(`a patched ${revision} request carries its id, its message and its length`, () => {
    const nextId = idSequence();
    const template = callTemplate(URL_OF_SERVER, { revision });
    for (const id of [nextId(), nextId()]) {
      template.patch(id);
      const [head, body] = template.bytes.toString().split('\r\n\r\n');
      const call = JSON.parse(body);
      assert.equal(call.id, id);
      assert.equal(call.params.arguments.message, messageOf(id));
      assert.match(head, new RegExp(`content-length: ${body.length}$`));
    }
  });
}

test('a request has the credential of its session, and none without', () => {
  const head = session => callTemplate(URL_OF_SERVER, session).bytes.toString().split('\r\n\r\n')[0];
  const revision = STATELESS_REVISION;
  assert.match(head({ revision, authorization: 'Bearer secret' }), /\r\nauthorization: Bearer secret\r\n/);
  assert.doesNotMatch(head({ revision }), /authorization/);
});

test('only the answer to the call is accepted', () => {
  const id = idSequence()();
  const answer = (forId, text) =>
    JSON.stringify({ result: { content: [{ type: 'text', text }] }, jsonrpc: '2.0', id: forId });
  assert.equal(answers(answer(id, messageOf(id)), id), true);
  assert.equal(answers(answer(id + 1, messageOf(id)), id), false);
  assert.equal(answers(answer(id * 10, messageOf(id)), id), false);
  assert.equal(answers(answer(id, messageOf(id + 1)), id), false);
});
