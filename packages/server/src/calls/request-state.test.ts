import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@worldwire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits/limits.js';
import { RequestState } from './request-state.js';
import { UsedConfirmations } from './used-confirmations.js';

const now = () => 1_000;
const host = {
  secret: new Uint8Array(32).fill(7),
  now,
  limits: DEFAULT_LIMITS,
  randomBytes,
  confirmations: new UsedConfirmations({ now, limits: DEFAULT_LIMITS, randomBytes }),
};
const PARAMS: JsonObject = { name: 'talk', arguments: { a: 1, b: { c: [1, 2] } } };
const state = (principal = 'ada', method = 'tools/call', params = PARAMS, environment = host) =>
  new RequestState(environment, principal, method, params);

const refused = expect.objectContaining({ name: 'WireError', code: -32602 });
const open = (sealed: string, from = state(), once = false) => {
  try {
    return from.open(sealed, once);
  } catch (thrown) {
    return thrown;
  }
};

const answers = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
const round = (given: JsonObject, asked: string[] = []) => ({ answers: given, asked });

describe('RequestState', () => {
  it('returns the sealed answers and the keys of the open questions', () => {
    fc.assert(
      fc.property(answers, fc.array(fc.string()), (given, asked) => {
        const sealed = state().seal(round(given, asked));
        expect(open(sealed)).toEqual(JSON.parse(JSON.stringify(round(given, asked))));
      }),
    );
  });

  it('is opened once with `once`; a refused state does not count as used', () => {
    const sealed = state().seal(round({}));
    expect(open(sealed, state('eve'), true)).toEqual(refused);
    expect(open(sealed, state(), true)).toEqual(round({}));
    expect(open(sealed, state(), true)).toEqual(refused);
  });

  it('refuses a state with one character changed, removed or added', () => {
    const letters = [...'ABab01-_.=+/ \n%é'];
    fc.assert(
      fc.property(
        answers,
        fc.nat(),
        fc.oneof(fc.constantFrom(...letters), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
        fc.constantFrom('change', 'drop', 'insert'),
        (given, place, letter, how) => {
          const sealed = state().seal(round(given));
          const at = place % sealed.length;
          fc.pre(how !== 'change' || sealed[at] !== letter);
          const changed =
            sealed.slice(0, at) +
            (how === 'drop' ? '' : letter) +
            sealed.slice(how === 'insert' ? at : at + 1);
          fc.pre(changed !== sealed);
          expect(open(changed)).toEqual(refused);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('refuses any other text, and never throws anything else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.string().map(text => `${text}.${text}`),
        ),
        text => {
          expect(open(text)).toEqual(refused);
        },
      ),
    );
  });

  it('is valid for one principal, one method and one set of arguments', () => {
    const sealed = state().seal(round({}));
    expect(open(sealed, state('eve'))).toEqual(refused);
    expect(open(sealed, state('ada', 'prompts/get'))).toEqual(refused);
    expect(open(sealed, state('ada', 'tools/call', { ...PARAMS, name: 'talk2' }))).toEqual(refused);
    expect(
      open(sealed, state('ada', 'tools/call', { name: 'talk', arguments: { a: 1, b: { c: [2, 1] } } })),
    ).toEqual(refused);
    expect(open(sealed)).toEqual(round({}));
  });

  it('does not depend on the order of the arguments', () => {
    const reordered = { arguments: { b: { c: [1, 2] }, a: 1 }, name: 'talk' };
    const sealed = state().seal(round({ k: 1 }));
    expect(open(sealed, state('ada', 'tools/call', reordered))).toEqual(round({ k: 1 }));
  });

  it('is valid until it expires', () => {
    const clock = { now: 1_000 };
    const timed = { ...host, now: () => clock.now, limits: { ...DEFAULT_LIMITS, requestStateMs: 100 } };
    const from = state('ada', 'tools/call', PARAMS, timed);
    const sealed = from.seal(round({}));
    clock.now += 100;
    expect(open(sealed, from)).toEqual(round({}));
    clock.now += 1;
    expect(open(sealed, from)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('has expired'),
    });
  });

  it('refuses what another server signed', () => {
    const theirs = { ...host, secret: new Uint8Array(32).fill(8) };
    expect(open(state('ada', 'tools/call', PARAMS, theirs).seal(round({})))).toEqual(refused);
  });
});

describe('a state from before a restart', () => {
  it('is refused although the secret is the same: its use is unknown', () => {
    const sealed = state().seal(round({ yes: true }, []));
    const restarted = {
      ...host,
      now: () => 0,
      confirmations: new UsedConfirmations({ now, limits: DEFAULT_LIMITS, randomBytes }),
    };
    expect(open(sealed, state('ada', 'tools/call', PARAMS, restarted), true)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('was issued before the server restarted'),
    });
  });
});
