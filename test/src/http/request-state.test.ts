import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { modern, startServer, type TestServer } from '../harness.js';
import { Lab, reply, textOf, type WireReply } from './lab.js';

const STATE_MS = 15 * 60_000;
const ALICE = 'alice-0123456789abcdef';
const BOB = 'bob-0123456789abcdef';
const ANSWER = { word: { action: 'accept', content: { word: 'spring' } } };

let now = 1_000_000;
let server: TestServer;
let state: string;

beforeAll(async () => {
  const tokens = TokenStore.parse(`alice ${ALICE}\nbob ${BOB}`);
  server = await startServer({ world: new Lab().world, now: () => now, http: { tokens } });
});

afterAll(() => server.close());

beforeEach(async () => {
  now = 1_000_000;
  const asked = await ask({});
  expect(asked.result?.resultType).toBe('input_required');
  state = asked.result?.requestState as string;
});

function ask(more: object, token = ALICE, to = server): Promise<WireReply> {
  const params = { name: 'ask', arguments: { topic: 'seasons' }, ...more };
  const options = { capabilities: { elicitation: {} }, headers: { authorization: `Bearer ${token}` } };
  return reply(fetch(to.url, modern('tools/call', params, options)));
}

function expectRefused(answer: WireReply): void {
  expect(answer.result).toBeUndefined();
  expect(answer.error?.code).toBe(-32602);
  expect(answer.error?.message).toContain('requestState');
}

describe('a requestState', () => {
  it('comes back unchanged, with the answer, and the tool continues', async () => {
    expect(textOf(await ask({ requestState: state, inputResponses: ANSWER }))).toBe('The word is spring.');
  });

  it('may come back with the arguments in another order', async () => {
    const params = { requestState: state, inputResponses: ANSWER, arguments: { topic: 'seasons' } };
    expect(textOf(await ask(params))).toBe('The word is spring.');
  });

  it('is refused when a single character of it was changed, wherever', async () => {
    const step = Math.ceil(state.length / 60);
    for (let i = 0; i < state.length; i += step) {
      const other = state[i] === 'A' ? 'B' : 'A';
      const forged = state.slice(0, i) + other + state.slice(i + 1);
      expectRefused(await ask({ requestState: forged, inputResponses: ANSWER }));
    }
  });

  it('is refused when cut, lengthened, padded or taken apart', async () => {
    const [body = '', signature = ''] = state.split('.');
    const empty = Buffer.from('{}').toString('base64url');
    const forgeries = [
      '',
      '.',
      body,
      signature,
      `${body}.`,
      `.${signature}`,
      `${signature}.${body}`,
      `${state}.`,
      `${state}=`,
      ` ${state}`,
      `${state}\n`,
    ];
    forgeries.push(
      state.slice(0, -1),
      `${state}A`,
      `${empty}.${signature}`,
      `${body}.${body}`,
      `${state}.${state}`,
      '__proto__',
      state.toUpperCase(),
    );
    for (const forged of forgeries)
      expectRefused(await ask({ requestState: forged, inputResponses: ANSWER }));
  });

  it.each([[5], [null], [true], [{}], [['x']]])('is refused when it is not a string: %j', async forged => {
    expectRefused(await ask({ requestState: forged, inputResponses: ANSWER }));
  });

  it('is refused from another principal', async () => {
    expectRefused(await ask({ requestState: state, inputResponses: ANSWER }, BOB));
  });

  it('is refused with other arguments, or for another tool', async () => {
    expectRefused(await ask({ requestState: state, inputResponses: ANSWER, arguments: { topic: 'months' } }));
    expectRefused(await ask({ requestState: state, inputResponses: ANSWER, arguments: {} }));
    expectRefused(
      await ask({ requestState: state, inputResponses: ANSWER, name: 'echo', arguments: { mark: 'x' } }),
    );
  });

  it('is refused once its time has passed, and not before', async () => {
    now += STATE_MS;
    expect(textOf(await ask({ requestState: state, inputResponses: ANSWER }))).toBe('The word is spring.');
    now += 1;
    expectRefused(await ask({ requestState: state, inputResponses: ANSWER }));
  });

  it('is refused by another server, which has another secret', async () => {
    const tokens = TokenStore.parse(`alice ${ALICE}`);
    const other = await startServer({ world: new Lab().world, now: () => now, http: { tokens } });
    expectRefused(await ask({ requestState: state, inputResponses: ANSWER }, ALICE, other));
    await other.close();
  });

  it('does not show the token, nor is it the same twice for different callers', async () => {
    const decoded = Buffer.from(state.split('.')[0] ?? '', 'base64url').toString('utf8');
    expect(decoded).not.toContain(ALICE);
    const bobs = (await ask({}, BOB)).result?.requestState;
    expect(bobs).not.toBe(state);
  });
});

describe('answers', () => {
  it.each([
    ['no object', 'yes'],
    ['an array', [ANSWER]],
    ['a null', null],
  ])('that are %s are refused', async (_what, inputResponses) => {
    expect((await ask({ requestState: state, inputResponses })).error?.code).toBe(-32602);
  });

  it.each([
    ['of the wrong shape', { word: 'spring' }],
    ['without an action', { word: { content: { word: 'spring' } } }],
    ['with an unknown action', { word: { action: 'maybe' } }],
    ['without what was asked for', { word: { action: 'accept', content: {} } }],
    ['of the wrong type', { word: { action: 'accept', content: { word: 5 } } }],
    ['that are null', { word: null }],
  ])('%s are refused with -32602 that names the question', async (_what, inputResponses) => {
    const answer = await ask({ requestState: state, inputResponses });
    expect(answer.error?.code).toBe(-32602);
    expect(answer.error?.message).toContain('word');
  });

  it('to another question leave the question asked', async () => {
    const answer = await ask({
      requestState: state,
      inputResponses: { other: ANSWER.word, constructor: ANSWER.word },
    });
    expect(answer.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { word: { method: 'elicitation/create' } },
    });
  });

  it('may decline', async () => {
    const answer = await ask({ requestState: state, inputResponses: { word: { action: 'decline' } } });
    expect(textOf(answer)).toBe('No word.');
  });
});
