import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isFromThisMachine, LocalOperator } from './local-operator.js';

const TOKEN = 'a-token-of-the-operator';

function request(authorization: string | undefined, remoteAddress = '127.0.0.1'): IncomingMessage {
  return {
    headers: { authorization },
    socket: { remoteAddress, localAddress: '10.0.0.5' },
  } as IncomingMessage;
}

describe('the local operator', () => {
  const operator = new LocalOperator(TOKEN);

  it('is known by the token, with the rights to operate and approve and no other', () => {
    const who = operator.identify(request(`Bearer ${TOKEN}`));
    expect(who?.rights(() => 0).words).toEqual(['operate', 'approve']);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer another-token-of-someone',
    `Bearer ${TOKEN.replace('a', 'b')}`,
    `Basic ${TOKEN}`,
  ])('is not known by %s', authorization => {
    expect(operator.identify(request(authorization))).toBeUndefined();
  });

  it('is not known from another machine', () => {
    expect(operator.identify(request(`Bearer ${TOKEN}`, '10.0.0.6'))).toBeUndefined();
  });
});

describe('a connection from this machine', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.9.9.9', '127.0.0.1', true],
    ['::1', '::1', true],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1', true],
    ['10.0.0.5', '10.0.0.5', true],
    ['10.0.0.6', '10.0.0.5', false],
    ['::ffff:10.0.0.6', '::ffff:10.0.0.5', false],
    [undefined, undefined, false],
  ])('from %s to %s: %s', (remoteAddress, localAddress, is) => {
    expect(isFromThisMachine({ remoteAddress, localAddress })).toBe(is);
  });
});
