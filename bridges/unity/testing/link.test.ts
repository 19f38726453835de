import { encodeFrame } from '@worldwire/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, RawLink } from '../../testing/raw-link.js';
import { startUnity } from './start-unity.js';

const key = (text: string) => ({ _meta: { 'worldwire/operationKey': text, deadlineMs: 5000 } });
const idIn = ({ result }: Answer) => (result as { id: string }).id;

describe('the link of the bridge for Unity', () => {
  let link: RawLink;
  let turret: string;
  const health = { type: 'Demo.Health' };
  const find = async (name: string) => {
    const { result } = await link.call('object.list', { name, limit: 1 });
    return (result as { items: { id: string }[] }).items[0]?.id as string;
  };
  beforeAll(async () => {
    link = await RawLink.open(startUnity, { token: 'secret' });
    turret = await find('Turret');
  });
  afterAll(() => link?.close());

  it('greets with its token, its engine and what it can do, in less than 4 KiB', () => {
    const [hello] = link.hellos;
    expect(hello).toMatchObject({
      token: 'secret',
      role: 'engine',
      engine: { name: 'Unity', project: 'Worldwire Demo', role: 'game', instance: expect.any(String) },
    });
    expect(hello?.engine).not.toHaveProperty('firstId');
    expect(hello?.engine.capabilities).toEqual(
      expect.arrayContaining(['member.write', 'dryRun', 'view.camera']),
    );
    expect(hello?.engine.capabilities).not.toContain('code.run');
    expect(JSON.stringify(hello).length).toBeLessThan(4096);
  });

  it('answers with the id of the request, a number or a text', async () => {
    expect(await link.call('engine.ping', {}, 0)).toEqual({ jsonrpc: '2.0', id: 0, result: {} });
    expect(await link.call('engine.ping', {}, 'é"\\')).toEqual({ jsonrpc: '2.0', id: 'é"\\', result: {} });
  });

  it('takes requests without parameters, and refuses what is none', async () => {
    expect(await link.call('time.get', null)).toHaveProperty('result.scale', 1);
    expect(await link.call('time.get', [1])).toHaveProperty('error.data.kind', 'invalid');
    expect(await link.call('no.such')).toMatchObject({
      error: { code: -32601, data: { kind: 'unsupported' } },
    });
    const noJson = link.hears(({ error }) => error?.code === -32700);
    link.write(encodeFrame('{"jsonrpc":'));
    await noJson;
    const noMethod = link.hears(({ error }) => error?.code === -32600);
    link.say({ jsonrpc: '2.0', id: 5 });
    expect(await noMethod).toHaveProperty('id', 5);
  });

  it.each(['['.repeat(100_000), '{"a":'.repeat(100_000), '\u00ff', '01', '"\\ud8', '1e999', '[1,]'])(
    'refuses text that is not JSON, or nests too deep, and stays open: %.20s',
    async text => {
      const refused = link.hears(({ error }) => error?.code === -32700);
      link.write(encodeFrame(text));
      await refused;
      expect(await link.call('engine.ping')).toHaveProperty('result');
    },
  );

  it('refuses bytes that are not UTF-8, and stays open', async () => {
    const refused = link.hears(({ error }) => error?.code === -32700);
    link.write(Uint8Array.of(2, 0, 0, 0, 0xc3, 0x28));
    await refused;
    expect(await link.call('engine.ping')).toHaveProperty('result');
  });

  it('reads frames in any pieces, and many at once', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => 1000 + at);
    const all = Promise.all(ids.map(id => link.hears(message => message.id === id)));
    const frames = ids.map(id => encodeFrame(JSON.stringify({ jsonrpc: '2.0', id, method: 'engine.ping' })));
    const bytes = Buffer.concat(frames);
    for (let at = 0; at < 200; at++) link.write(bytes.subarray(at, at + 1));
    link.write(bytes.subarray(200));
    expect((await all).map(({ id }) => id)).toEqual(ids);
  });

  it('gives back every text and every number of its type as it was', async () => {
    const written = async (name: string, value: unknown) => {
      const { result } = await link.call('member.write', { object: turret, ...health, name, value });
      return (result as { after: { json: unknown } }).after.json;
    };
    const write = async (name: string, value: unknown) => {
      expect(await written(name, value)).toBe(value);
    };
    const text = fc.string({
      unit: fc.oneof(fc.constant('\0'), fc.string({ unit: 'grapheme-composite', maxLength: 3 })),
    });
    // -0 is 0 in JSON.
    const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0 || 0);
    const run = { numRuns: 60 };
    await fc.assert(
      fc.asyncProperty(text, value => write('notes', value)),
      run,
    );
    await fc.assert(
      fc.asyncProperty(float, async value => {
        expect(Math.fround((await written('current', value)) as number)).toBe(value);
      }),
      run,
    );
    await fc.assert(
      fc.asyncProperty(fc.maxSafeInteger(), value => write('score', value)),
      run,
    );
    await fc.assert(
      fc.asyncProperty(fc.integer(), value => write('lives', value)),
      run,
    );
  });

  it('takes pairs of escapes for the characters that they stand for, and half a pair for none', async () => {
    const params = `{"object":"${turret}","type":"Demo.Health","name":"Describe","args":["\\ud83d\\ude00 \\u00e9 \\ud83d!"]}`;
    const answer = link.hears(({ id }) => id === 77);
    link.write(encodeFrame(`{"jsonrpc":"2.0","id":77,"method":"method.call","params":${params}}`));
    expect(await answer).toHaveProperty('result.json', 'text 😀 é \ufffd!');
  });

  it('answers a write with a known key as before, and does nothing again', async () => {
    const write = () => link.call('object.create', { name: 'Once', ...key('a') });
    const twins = await Promise.all([write(), write()]);
    expect(new Set(twins.map(idIn)).size).toBe(1);
    expect(idIn(await write())).toBe(twins[0] && idIn(twins[0]));
    const other = await link.call('object.create', { name: 'Other', ...key('a') });
    expect(other.error?.data?.kind).toBe('invalid');
    const refused = () => link.call('object.destroy', { id: 'obj:0', ...key('b') });
    expect((await refused()).error).toEqual((await refused()).error);
  });

  it('answers pings while the main thread hangs, and says that it does', async () => {
    const stalled = link.hears(({ params }) => params?.status === 'loading');
    const ready = link.hears(({ params }) => params?.status === 'ready');
    const hang = link.call('method.call', { object: turret, ...health, name: 'Hang', args: [3500] });
    expect((await stalled).params?.reason).toContain('the main thread does not run');
    expect(await link.call('engine.ping')).toHaveProperty('result');
    expect(await hang).toHaveProperty('result');
    await ready;
  });

  it('hangs up on a frame that is too long or empty, and connects again', async () => {
    for (const bytes of [Uint8Array.of(255, 255, 255, 255), Uint8Array.of(0, 0, 0, 0)]) {
      const again = link.nextHello();
      link.write(bytes);
      await again;
      expect(await link.call('engine.ping')).toHaveProperty('result');
    }
  });

  it('connects to a restarted server again, with the same ids', async () => {
    const made = await link.call('object.create', { name: 'Lasting' });
    const { port } = link;
    await link.stop();
    const again = link.nextHello();
    link.welcome = { firstId: 5_000 };
    await link.listen(port);
    const { engine } = await again;
    expect(engine).toMatchObject({ firstId: 1, instance: link.hellos[0]?.engine.instance });
    expect(await link.call('object.get', { id: idIn(made) })).toHaveProperty('result.name', 'Lasting');
    expect(idIn(await link.call('object.create', { name: 'Later' }))).toMatch(/^obj:\d{1,3}$/);
  });

  it('answers only on the connection of the request', async () => {
    const wait = { conditions: [{ path: '/Nowhere', is: 'exists' }], timeoutMs: 1500 };
    link.say({ jsonrpc: '2.0', id: 900, method: 'time.wait', params: { ...wait, ...key('d') } });
    await link.call('engine.ping');
    const { port } = link;
    await link.stop();
    const again = link.nextHello();
    await link.listen(port);
    await again;
    const from = link.heard.length;
    expect(await link.call('time.wait', { ...wait, ...key('d') }, 901)).toHaveProperty('result.met', false);
    await link.call('engine.ping');
    expect(link.heard.slice(from).map(({ id }) => id)).not.toContain(900);
  });

  it('connects again after it was refused, and says why it is not linked', async () => {
    link.welcome = 'Authentication failed';
    const refused = link.nextHello();
    const said = link.godot.prints('Authentication failed');
    link.write(Uint8Array.of(0, 0, 0, 0));
    await refused;
    await said;
    link.welcome = { firstId: 1 };
    const linked = link.godot.prints('worldwire: linked');
    await link.nextHello();
    await linked;
    expect(await link.call('engine.ping')).toHaveProperty('result');
  });
});

describe('a process of the engine', () => {
  it('begins its ids where the server says', async () => {
    const link = await RawLink.open(startUnity, {}, { firstId: 1_000_000_001 });
    expect(idIn(await link.call('object.create', { name: 'First' }))).toBe('obj:1000000001');
    expect(link.hellos[0]).not.toHaveProperty('token');
    await link.close();
  });
});
