import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_ID, idSequence } from './call-template.mjs';
import { stoneOfCall } from './unity-crowd.mjs';
import {
  memberAnswered,
  memberTemplate,
  pageAnswered,
  pageTemplate,
  unityRequest,
  writeAnswered,
  writeTemplate,
} from './unity-exchange.mjs';

const SERVER = new URL('http://127.0.0.1:1234/mcp');
const CROWD = { first: 43, count: 61 };
const WIRES = [
  ['mcp', 'POST /mcp HTTP/1.1', 'tools/call'],
  ['dialect', 'POST /message HTTP/1.1', 'call_tool'],
];

function parsed(bytes) {
  const [head, body] = bytes.toString().split('\r\n\r\n');
  assert.match(head, new RegExp(`content-length: ${body.length}$`));
  return { line: head.split('\r\n')[0], call: JSON.parse(body) };
}

for (const [wire, line, method] of WIRES) {
  test(`patched requests are valid and of that call, ${method}`, () => {
    const nextId = idSequence();
    for (const id of [nextId(), nextId(), nextId()]) {
      const objectId = `obj:${stoneOfCall(CROWD, id)}`;
      for (const [make, given] of [
        [memberTemplate, { objectId, componentType: 'UnityEngine.Transform', name: 'position' }],
        [
          writeTemplate,
          {
            objectId,
            componentType: 'UnityEngine.Transform',
            member: 'localScale',
            jsonValue: { x: id, y: 1, z: 1 },
          },
        ],
        [() => pageTemplate(SERVER, wire), { limit: 50 }],
      ]) {
        const template = make(SERVER, { wire, crowd: CROWD });
        template.patch(id);
        const request = parsed(template.bytes);
        assert.equal(request.line, line);
        assert.equal(request.call.id, id);
        assert.equal(request.call.method, method);
        assert.deepEqual(request.call.params.arguments, given);
      }
    }
  });
}

test('a request that is sent once has the first id', () => {
  assert.equal(JSON.parse(unityRequest(SERVER, 'dialect', 'GetStatus', {}).body).id, FIRST_ID);
});

const id = FIRST_ID + 5;
const answer = (forId, json) => JSON.stringify({ id: forId, result: { structuredContent: json } });

test('accepts a member only with the id of the call and the position of its stone', () => {
  const at = x => ({ ok: true, valueJson: { x, y: -50, z: 0 } });
  const stone = stoneOfCall(CROWD, id);
  assert.equal(memberAnswered(answer(id, at(stone)), id, CROWD), true);
  assert.equal(memberAnswered(answer(id, at(stone + 1)), id, CROWD), false);
  assert.equal(memberAnswered(answer(id + 1, at(stone)), id, CROWD), false);
});

test('accepts a page only if it equals the first one except for the id', () => {
  const page = answer(FIRST_ID, { Total: 100 });
  assert.equal(pageAnswered(answer(id, { Total: 100 }), id, page), true);
  assert.equal(pageAnswered(answer(id, { Total: 101 }), id, page), false);
  assert.equal(pageAnswered(answer(id + 1, { Total: 100 }), id, page), false);
});

test('accepts a page of a later revision, and nothing else in its place', () => {
  const page = answer(FIRST_ID, { Total: 100, revision: 7 });
  assert.equal(pageAnswered(answer(id, { Total: 100, revision: 1234 }), id, page), true);
  assert.equal(pageAnswered(answer(id, { Total: 101, revision: 7 }), id, page), false);
  assert.equal(pageAnswered(answer(id, { Total: 100, revision: null }), id, page), false);
  assert.equal(pageAnswered(answer(id, { Total: 100 }), id, page), false);
});

test('accepts a write only if its value is read back', () => {
  const value = x => ({ valueJson: { x, y: 1, z: 1 } });
  assert.equal(writeAnswered(answer(id, { before: value(1), after: value(id) }), id), true);
  assert.equal(writeAnswered(answer(id, { before: value(id), after: value(1) }), id), false);
  assert.equal(writeAnswered(answer(id + 1, { before: value(1), after: value(id) }), id), false);
  assert.equal(writeAnswered(answer(id, { ok: false }), id), false);
});
