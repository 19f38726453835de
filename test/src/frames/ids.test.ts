import type { FramingName } from '@worldwire/protocol';
import { TokenStore } from '@worldwire/transports/frames';
import { describe, expect, it } from 'vitest';
import { callTool, Lab, notification } from '../http/lab.js';
import { until } from '../http/until.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const HEALTH = '{"jsonrpc":"2.0","id":"health","method":"transport.healthCheck","params":null}';

async function open(framing: FramingName = 'frames'): Promise<RawFrames> {
  const { port } = await useFrames(new Lab().world, { frames: { framing } });
  return RawFrames.open({ port }, { framing });
}

describe.each<FramingName>(['frames', 'newline'])('in %s', framing => {
  it.each([
    ['1.5', '1.5'],
    ['-0.25', '-0.25'],
    ['1e2', '100'],
    ['1e300', '1e+300'],
    ['5e-324', '5e-324'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740992', '9007199254740992'],
    // A number that is not a double comes back as the nearest one.
    ['9007199254740993', '9007199254740992'],
    ['18446744073709551615', '18446744073709552000'],
  ])('[FRAME-2.2] the id %s comes back as the number %s, from every method', async (sent, echoed) => {
    const client = await open(framing);
    const methods = ['session.authenticate', 'transport.healthCheck', 'ping', 'no/such'];
    for (const method of methods) client.send(`{"jsonrpc":"2.0","id":${sent},"method":"${method}"}`);
    client.send(`{"jsonrpc":"2.0","id":${sent},"method":"ping","params":[1]}`);
    await client.received(methods.length + 1);
    for (const text of client.texts) expect(text).toMatch(`{"jsonrpc":"2.0","id":${echoed},`);
  });
});

describe('an id', () => {
  it('[FRAME-2.2] out of range gets -32600 and null, and the connection stays open', async () => {
    const client = await open();
    client.send('{"jsonrpc":"2.0","id":1e400,"method":"ping"}', HEALTH);
    expect((await client.answer(null)).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('finite'),
    });
    await client.answer('health');
  });

  it('[FRAME-2.2] with a fraction is returned before authentication', async () => {
    const tokens = TokenStore.parse('ada ada-has-a-long-token');
    const { port } = await useFrames(new Lab().world, { frames: { tokens } });
    const client = await RawFrames.open({ port });
    client.send('{"jsonrpc":"2.0","id":1.5,"method":"ping"}');
    expect((await client.answer(1.5)).error?.code).toBe(1000);
  });

  it.each([
    ['both result and error', '"result":{},"error":{"code":1,"message":"x"}'],
    ['an error that is no object', '"error":"no"'],
    ['neither method nor result nor error', '"x":1'],
  ])(
    '[FRAME-2.7] is null in the refusal of a response with %s: its own is that of a request of the server',
    async (_what, members) => {
      const client = await open();
      client.send(`{"jsonrpc":"2.0","id":7,${members}}`, HEALTH);
      expect((await client.answer(null)).error?.code).toBe(-32600);
      await client.answer('health');
      expect(client.messages).toHaveLength(2);
    },
  );

  it('[FRAME-2.2] with a fraction can cancel a request', async () => {
    const lab = new Lab();
    const { port } = await useFrames(lab.world);
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.send(callTool('hold', { key: 'x' }, 1.5));
    await until(() => lab.hold('x').started, 'the call to begin');
    client.send(notification('notifications/cancelled', { requestId: 1.5, reason: 'enough' }), HEALTH);
    await until(() => lab.hold('x').finished, 'the handler to stop');
    expect(lab.hold('x').aborted).toBe('enough');
    await client.answer('health');
    expect(client.messages).toHaveLength(1);
  });
});
