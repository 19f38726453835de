import type { WebAnswer } from '@worldwire/server';
import { type OpenWork, Principal, Rights } from '@worldwire/server/internal';
import { beforeEach, describe, expect, it } from 'vitest';
import { endCall, listCalls } from './open-calls.js';
import type { Operated, OperatorNote } from './operated.js';

const OLGA = new Principal('olga', 'token', Rights.parse(['dock:operate']));
const ANN = new Principal('ann', 'token', Rights.parse(['write', 'elsewhere:operate']));

let steps: string[];
let notes: OperatorNote[];
let open: OpenWork[];
let host: Operated;

beforeEach(() => {
  steps = [];
  notes = [];
  const client = { name: 'boat', version: '1' };
  const end = (reason: string) => {
    steps.push(reason);
    open = [];
  };
  const what = { kind: 'call', method: 'tools/call', tool: 'load', waitsFor: 'handler' } as const;
  open = [{ ...what, number: 3, who: ANN, client, since: 1_000, end }];
  const work = { all: () => open, find: (number: number) => open.find(each => each.number === number) };
  host = {
    worlds: () => [{ name: 'dock', kernel: { work } }],
    log: { debug() {}, info() {}, warn() {}, error() {} },
    audit: {
      refusal: undefined,
      async note(note: OperatorNote) {
        notes.push(note);
        steps.push('recorded');
      },
    },
    now: () => 6_000,
    date: () => Date.UTC(2026, 0, 1),
  } as unknown as Operated;
});

function request(who: Principal) {
  return { method: 'DELETE', path: '', query: new URLSearchParams(), body: undefined, who };
}

function read({ status, body }: WebAnswer) {
  return { status, answer: JSON.parse(body as string) };
}

describe('a call in flight', () => {
  it('is listed with who sent it, since when, and what it waits for', () => {
    const { answer } = read(listCalls(host, request(OLGA)));
    expect(answer).toEqual({
      calls: [
        {
          world: 'dock',
          number: 3,
          kind: 'call',
          method: 'tools/call',
          tool: 'load',
          principal: 'ann',
          client: { name: 'boat', version: '1' },
          since: '2025-12-31T23:59:55.000Z',
          seconds: 5,
          waitsFor: 'handler',
          awaitsApproval: false,
        },
      ],
      total: 1,
    });
  });

  it('is ended after that was recorded', async () => {
    const { status } = read(await endCall(host, request(OLGA), ['dock', '3']));
    expect([status, steps]).toEqual([200, ['recorded', 'The operator ended this call.']]);
    expect(notes).toMatchObject([
      { kind: 'operator', principal: 'olga', what: 'call ended', details: { number: 3, principal: 'ann' } },
    ]);
  });

  it('that ended while this was recorded is not said to be ended by the operator', async () => {
    host.audit.note = async () => {
      open = [];
    };
    await expect(endCall(host, request(OLGA), ['dock', '3'])).rejects.toThrow('dock has no call 3');
    expect(steps).toEqual([]);
  });

  it('is not ended without the right to operate its world', async () => {
    await expect(endCall(host, request(ANN), ['dock', '3'])).rejects.toThrow('needs the right');
    expect([steps, open.length]).toEqual([[], 1]);
  });

  it.each(['4', '', '3x', '-3', '3.0', '9'.repeat(40)])('is not found by %j', async number => {
    await expect(endCall(host, request(OLGA), ['dock', number])).rejects.toThrow('has no call');
    expect([steps, open.length]).toEqual([[], 1]);
  });
});
