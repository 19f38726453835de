import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { linkLoad, STANDING, toolLoad } from './godot-demo.mjs';
import { overHttp } from './lanes.mjs';
import { bodyOfCall, commandLoad, fillingCommands, gapIn, stateAnswered } from './measures/universe.mjs';
import { echoRequest, FIRST_ID, messageOf, nextId, SESSION_REVISION, STATELESS } from './requests.mjs';
import { memberLoad, PREPARE, pageLoad, stoneOf, stoneScripts, unityRequest, writeLoad } from './scene.mjs';

const SERVER = 'http://127.0.0.1:1234/mcp';
const SIZE = 100;
const CROWD = { first: 43, count: 61 };
const SESSION = { revision: SESSION_REVISION };
const IDS = STANDING.map((_, index) => `obj:${index + 1}`);
const stone = id => `obj:${stoneOf(CROWD, id)}`;
const update = id => ({ type: 'updateStar', id: bodyOfCall(SIZE, id), payload: { mass: id } });
const position = objectId => ({ objectId, componentType: 'UnityEngine.Transform', name: 'position' });
const scale = id => ({ member: 'localScale', jsonValue: { x: id, y: 1, z: 1 } });

function parsed(load, id) {
  const { bytes, patch } = load.template();
  patch(id);
  const [head, body] = bytes.toString().split('\r\n\r\n');
  assert.match(head, new RegExp(`content-length: ${body.length}$`));
  return { head, line: head.split(' HTTP')[0], message: JSON.parse(body) };
}

const MCP = ['POST /mcp', 'tools/call'];
const DIALECT = ['POST /message', 'call_tool'];
const REST = ['POST /universes/big/commands?returning=changes', undefined];
const change = id => ({ universeId: 'big', command: update(id), returning: 'changes' });
const written = id => ({ ...scale(id), objectId: stone(id), componentType: 'UnityEngine.Transform' });
const read = id => ({ objectId: IDS[id % IDS.length], componentType: 'Node3D', name: 'position' });

/** Each load, the first line and the method of its request, and the arguments of a call: of a tool, or the whole body. */
const LOADS = [
  ...[SESSION, STATELESS].flatMap(session => [
    [overHttp(SERVER, echoRequest(session)), ...MCP, id => ({ message: messageOf(id) })],
    [commandLoad(SERVER, session, SIZE), ...MCP, change],
  ]),
  [commandLoad(SERVER, undefined, SIZE), ...REST, update],
  ...Object.entries({ mcp: MCP, dialect: DIALECT }).flatMap(([wire, line]) => [
    [memberLoad(SERVER, wire, CROWD), ...line, id => position(stone(id))],
    [writeLoad(SERVER, wire, CROWD), ...line, written],
    [pageLoad(SERVER, wire, ''), ...line, () => ({ limit: 50 })],
  ]),
  [toolLoad(SERVER, IDS), ...MCP, read],
];

test('a patched request has the id, the fields and the length of its call', () => {
  for (const [load, line, method, given] of LOADS) {
    for (const id of [nextId(), nextId(), nextId()]) {
      const { line: sent, message } = parsed(load, id);
      assert.equal(sent, line);
      assert.equal(message.method, method);
      if (method !== undefined) assert.equal(message.id, id);
      assert.deepEqual(message.params?.arguments ?? message, given(id));
    }
  }
});

test('a request that is sent once has the first id', () => {
  assert.equal(JSON.parse(unityRequest(SERVER, 'dialect', 'GetStatus', {})[1].body).id, FIRST_ID);
});

test('a request has the credential of its session, and none without', () => {
  const headOf = session => parsed(overHttp(SERVER, echoRequest(session)), nextId()).head;
  const session = { ...STATELESS, authorization: 'Bearer secret' };
  assert.match(headOf(session), /\r\nauthorization: Bearer secret\r\n/);
  assert.doesNotMatch(headOf(STATELESS), /authorization/);
});

test('a read over REST has neither a body nor a content-length', () => {
  const { bytes } = overHttp(`${SERVER}/universes/big`, { method: 'GET', headers: {} }).template();
  assert.match(bytes.toString(), /^GET \/mcp\/universes\/big HTTP\/1\.1\r\n(?!.*content-length)/s);
});

test('a request of the link has the same frame length for every call', () => {
  const { bytes, patch } = linkLoad(undefined, IDS).template();
  for (const id of [nextId(), nextId()]) {
    patch(id);
    assert.equal(bytes.readUInt32LE(), bytes.length - 4);
    const { id: sent, method, params } = JSON.parse(bytes.toString('utf8', 4));
    assert.deepEqual([sent, method, params.object], [id, 'member.read', IDS[id % IDS.length]]);
    assert.deepEqual([params.type, params.name], ['Node3D', 'position']);
  }
});

const id = nextId();
const json = (forId, result) => JSON.stringify({ jsonrpc: '2.0', id: forId, result });
const tool = (data, forId = id) => json(forId, { structuredContent: data });
const at = x => ({ ok: true, valueJson: { x, y: -50, z: 0 } });
const wide = x => ({ valueJson: { x, y: 1, z: 1 } });
const outcome = mass => ({ revision: 42, changes: [{ op: 'patch', value: { mass } }] });
const state = revision => ({ 'worldwire/revision': revision });
const [standing, other] = [id, id + 1].map(call => STANDING[call % STANDING.length].place);
const page = data => pageLoad(SERVER, 'mcp', tool(data, FIRST_ID));
const rest = { accepts: (body, of) => stateAnswered(body, of, { rest: true, revision: 7 }) };
const mcp = { accepts: (body, of) => stateAnswered(body, of, { rest: false, revision: 7 }) };
const rightStone = at(stoneOf(CROWD, id));
const wrongStone = at(stoneOf(CROWD, id) + 1);
const link = (place, forId = id) => json(forId, { type: 'Vector3', json: place });
const command = session => commandLoad(SERVER, session, SIZE, new Set());
const before = { Total: 100, revision: 7 };
const member = memberLoad(SERVER, 'mcp', CROWD);
const linked = linkLoad(undefined, IDS);
const total = { Total: 100 };

/** Each load, the answers that it accepts to the call, and those that it does not. */
const ANSWERS = {
  'a command over REST': [command(), [JSON.stringify(outcome(id))], [JSON.stringify(outcome(id + 1)), '{}']],
  'a command over MCP': [
    command(SESSION),
    [tool(outcome(id))],
    [tool(outcome(id), id + 1), tool(outcome(id + 1)), json(id, { isError: true })],
  ],
  'a state over REST': [rest, ['{"state":{},"revision":7}'], ['{"state":{},"revision":77}']],
  'a state over MCP': [mcp, [tool(state(7))], [tool(state(7), id + 1), tool(state(8)), tool(state(77))]],
  'a member': [member, [tool(rightStone)], [tool(wrongStone), tool(rightStone, id + 1)]],
  'a page, with any later revision': [
    page(before),
    [tool(before), tool({ ...before, revision: 1234 })],
    [{ ...before, Total: 101 }, { Total: 100, revision: null }, { Total: 100 }].map(data => tool(data)),
  ],
  'a page alone': [page(total), [tool(total)], [tool({ Total: 101 }), tool(total, id + 1)]],
  'a write that is read back': [
    writeLoad(SERVER, 'mcp', CROWD),
    [tool({ before: wide(1), after: wide(id) })],
    [tool({ before: wide(id), after: wide(1) }), tool({ after: wide(id) }, id + 1), tool({ ok: false })],
  ],
  'a member of Godot over MCP': [
    toolLoad(SERVER, IDS),
    [tool({ valueJson: standing })],
    [tool({ valueJson: other }), tool({ valueJson: standing }, id + 1)],
  ],
  'a member over the link': [linked, [link(standing)], [link(other), link(standing, id + 1)]],
};

for (const [name, [load, right, wrong]] of Object.entries(ANSWERS)) {
  test(`only the answer to its call is accepted: ${name}`, () => {
    for (const body of right) assert.equal(load.accepts(body, id), true, body);
    for (const body of wrong) assert.equal(load.accepts(body, id), false, body);
  });
}

test('a revision that occurs twice is not accepted', () => {
  const revisions = new Set();
  const { accepts } = commandLoad(SERVER, undefined, SIZE, revisions);
  const answer = JSON.stringify(outcome(id));
  assert.deepEqual([accepts(answer, id), accepts(answer, id), ...revisions], [true, false, 42]);
});

test('revisions have no gap if they are exactly those of the log, in any order', () => {
  const wrong = (answered, before, after) => gapIn(new Set(answered), before, after) ?? '';
  assert.equal(wrong([13, 11, 12], 10, 13), '');
  assert.equal(wrong([], 10, 10), '');
  assert.match(wrong([11, 12], 10, 11), /2 commands were answered, but 1 were recorded/);
  assert.match(wrong([11, 12], 10, 13), /2 commands were answered, but 3 were recorded/);
  assert.match(wrong([11, 14], 10, 12), /not one from 11 to 12/);
});

test('fills a universe with its bodies around one star, at most 1,000 at a time', () => {
  for (const size of [2, 100, 1_000, 1_001, 10_000]) {
    const batches = [...fillingCommands(size)];
    assert.ok(batches.every(({ length }) => length >= 1 && length <= 1_000));
    const [star, ...bodies] = batches.flat();
    assert.equal(star.payload.parentId, undefined);
    assert.ok(bodies.every(({ payload }) => payload.parentId === star.id));
    assert.equal(new Set([star, ...bodies].map(body => body.id)).size, size);
  }
  assert.throws(() => [...fillingCommands(100_001)], /cannot be measured/);
});

test('fills a scene with the requested number of stones, with a limit per script', () => {
  for (const count of [1, 60, 2_500, 2_501, 49_960]) {
    const scripts = [...stoneScripts('obj:42', count)];
    assert.ok(scripts.every(({ count: some }) => some >= 1 && some <= 2_500));
    const total = scripts.reduce((sum, { count: some }) => sum + some, 0);
    assert.equal(total, count);
    for (const code of [PREPARE, ...scripts.map(script => script.code)]) assert.ok(new Script(code));
  }
});

test('calls go through all bodies except the star, and all stones, before one repeats', () => {
  const calls = length => Array.from({ length }, (_, call) => id + call);
  for (const size of [100, 10_000, 100_000]) {
    const [, ...bodies] = [...fillingCommands(size)].flat().map(body => body.id);
    assert.deepEqual(new Set(calls(size - 1).map(call => bodyOfCall(size, call))), new Set(bodies));
  }
  for (const count of [60, 9_961, 49_960]) {
    const stones = new Set(calls(count).map(call => stoneOf({ first: 43, count }, call)));
    assert.deepEqual([stones.size, Math.min(...stones), Math.max(...stones)], [count, 43, 42 + count]);
  }
});
