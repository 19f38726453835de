import { FRAMINGS, type FramingName } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { RawFrames } from '../frames/raw-frames.js';
import { rpc } from '../http/lab.js';
import { type Served, serve } from './served.js';

/** A client that got one answer and has sent the beginning of a request. */
async function begin(served: Served, framing: FramingName) {
  const line = await served.program.line('stdout', '"wire":"frames"');
  const { port } = new URL((JSON.parse(line) as { url: string }).url);
  const client = await RawFrames.open({ port: Number(port) }, { framing });
  await client.initialize();
  const [first, second] = [rpc('ping', {}, 'before'), rpc('tools/list', {}, 'half')].map(text =>
    FRAMINGS[framing].encode([text]),
  ) as [Uint8Array, Uint8Array];
  const middle = Math.floor(second.length / 2);
  // In one write: when the first is answered, the incomplete one has arrived too.
  client.bytes(Buffer.concat([first, second.subarray(0, middle)]));
  await client.answer('before');
  return { client, rest: second.subarray(middle) };
}

describe.each<FramingName>(['frames', 'newline'])('after SIGTERM, with %s', framing => {
  const flags = ['--frames', '--framing', framing];

  it('an incomplete message is awaited and answered, and the next is refused', async () => {
    const served = await serve(flags);
    const { client, rest } = await begin(served, framing);
    await served.stop();
    const late = FRAMINGS[framing].encode([rpc('tools/list', {}, 'late')]);
    client.bytes(Buffer.concat([rest, late]));
    expect((await client.answer('half')).result).toHaveProperty('tools');
    expect((await client.answer('late')).error?.data).toMatchObject({ kind: 'NotReady' });
    await client.end();
    expect(await served.program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('a message that is incomplete after drainMs is answered with an error', async () => {
    const served = await serve(flags, { drainMs: 200 });
    const { client } = await begin(served, framing);
    await served.stop();
    expect((await client.answer(null)).error).toMatchObject({ code: -32603, data: { kind: 'NotReady' } });
    await client.end();
    expect(await served.program.ended).toMatchObject({ code: 0, signal: null });
  });
});
