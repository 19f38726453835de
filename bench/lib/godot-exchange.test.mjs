import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_ID } from './call-template.mjs';
import {
  linkAnswered,
  linkCallTemplate,
  STANDING,
  toolAnswered,
  toolCallTemplate,
} from './godot-exchange.mjs';
import { STATELESS_REVISION } from './revisions.mjs';

const IDS = STANDING.map((_, index) => `obj:${index + 1}`);
const ID = FIRST_ID + 2;
const { place } = STANDING[ID % STANDING.length];
const { place: other } = STANDING[(ID + 1) % STANDING.length];

test('a request of the link has the same frame length for every call', () => {
  const request = linkCallTemplate(IDS);
  for (const id of [ID, ID + 1]) {
    request.patch(id);
    assert.equal(request.bytes.readUInt32LE(), request.bytes.length - 4);
    const { id: sent, method, params } = JSON.parse(request.bytes.toString('utf8', 4));
    assert.deepEqual([sent, method, params.object], [id, 'member.read', IDS[id % IDS.length]]);
    assert.deepEqual([params.type, params.name], ['Node3D', 'position']);
  }
});

test('a call of the tool reads the same object', () => {
  const request = toolCallTemplate(new URL('http://127.0.0.1:1/mcp'), STATELESS_REVISION, IDS);
  request.patch(ID);
  const text = request.bytes.toString();
  const { id, params } = JSON.parse(text.slice(text.indexOf('\r\n\r\n')));
  assert.deepEqual([id, params.arguments.objectId], [ID, IDS[ID % IDS.length]]);
  assert.deepEqual([params.arguments.componentType, params.arguments.name], ['Node3D', 'position']);
});

test('accepts an answer with the id of its call and the position of its object', () => {
  const tool = (id, value) => JSON.stringify({ id, result: { structuredContent: { valueJson: value } } });
  const link = (id, value) => JSON.stringify({ id, result: { type: 'Vector3', json: value } });
  assert.ok(toolAnswered(tool(ID, place), ID));
  assert.ok(linkAnswered(link(ID, place), ID));
  for (const [id, value] of [
    [ID, other],
    [ID + 1, place],
  ]) {
    assert.ok(!toolAnswered(tool(id, value), ID));
    assert.ok(!linkAnswered(link(id, value), ID));
  }
});
