import { encodeFrame } from '@worldwire/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, RawLink } from './raw-link.js';

const key = (text: string) => ({ _meta: { 'worldwire/operationKey': text, deadlineMs: 5000 } });
const idIn = ({ result }: Answer) => (result as { id: string }).id;

describe('the link of the bridge', () => {
  let link: RawLink;
  beforeAll(async () => {
    link = await RawLink.open({ token: 'secret' });
  });
  afterAll(() => link?.close());

  it('greets with its token, its engine and what it can do', () => {
    const [hello] = link.hellos;
    expect(hello).toMatchObject({
      token: 'secret',
      role: 'engine',
      engine: {
        name: 'Godot',
        version: expect.stringMatching(/^4\./),
        project: 'Worldwire Demo',
        instance: expect.any(String),
      },
    });
    expect(hello?.engine).not.toHaveProperty('firstId');
    expect(hello?.engine.capabilities).toContain('member.write');
    expect(hello?.engine.capabilities).not.toContain('view.capture');
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

  it('refuses JSON that nests deeper than it could read', async () => {
    const refused = link.hears(({ error }) => error?.code === -32700);
    link.write(encodeFrame('['.repeat(100_000)));
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

  it('gives back every double and every text as it was', async () => {
    const { result } = await link.call('object.list', { name: 'Crate', limit: 1 });
    const object = (result as { items: { id: string }[] }).items[0]?.id;
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0 || 0);
    const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0 || 0);
    // A text of the engine has no NUL.
    const text = fc.string({ unit: 'grapheme-composite' }).filter(each => !each.includes('\0'));
    const value = fc.array(fc.oneof(finite, float, fc.integer(), text, fc.boolean(), fc.constant(null)));
    await fc.assert(
      fc.asyncProperty(value, async notes => {
        const params = { object, type: 'Health', name: 'notes', value: notes };
        expect(await link.call('member.write', params)).toHaveProperty('result.after.json', notes);
      }),
      { numRuns: 150 },
    );
  });

  it('takes pairs of escapes for the characters they stand for, and half a pair for none', async () => {
    const code = String.raw`{"jsonrpc":"2.0","id":77,"method":"code.run","params":{"code":"return '\ud83d\ude00 \u00e9 \ud83d!'"}}`;
    const answer = link.hears(({ id }) => id === 77);
    link.write(encodeFrame(code));
    expect(await answer).toHaveProperty('result.json', '😀 é \ufffd!');
  });

  it('writes no character that UTF-8 does not have, and no number that JSON does not have', async () => {
    const code = 'return [char(0xd800) + char(0x1f600), NAN, INF, -INF, 1e300, 1e-300, 1 << 40]';
    expect(await link.call('code.run', { code })).toHaveProperty('result.json', [
      '\ufffd😀',
      null,
      null,
      null,
      1e300,
      1e-300,
      2 ** 40,
    ]);
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

  it('gives the outcome of code that waits to everyone who asked with its key', async () => {
    const run = () =>
      link.call('code.run', {
        code: 'await tree.create_timer(0.1).timeout\nreturn randi()',
        ...key('c'),
      });
    const [one, other] = await Promise.all([run(), run()]);
    expect(one.result).toEqual(other.result);
    expect(one.result).toHaveProperty('type', 'int');
  });

  it('refuses an answer that is longer than the server takes', async () => {
    const long = await link.call('code.run', { code: 'return "é".repeat(8400000)' });
    expect(long.error).toMatchObject({
      message: expect.stringMatching(/code\.run was done, but .* bytes/),
      data: { kind: 'failed', hint: expect.stringContaining('do not send it again') },
    });
    const fits = await link.call('code.run', { code: 'return "x".repeat(1500000)' });
    expect((fits.result as { json: string }).json).toHaveLength(1_500_000);
  });

  it('says of a long answer to a read only that it is too long', async () => {
    const object = idIn(await link.call('object.create', { name: 'Long' }));
    const grow = 'find("Long").editor_description = "é".repeat(8400000)';
    expect(await link.call('code.run', { code: grow })).toHaveProperty('result');
    const { error } = await link.call('member.read', { object, type: 'Node', name: 'editor_description' });
    expect(error?.message).toMatch(/^the answer has more than \d+ bytes$/);
    await link.call('object.destroy', { id: object });
  });

  it('answers a write of a long text over a long text', async () => {
    const { result } = await link.call('object.list', { name: 'Crate', limit: 1 });
    const object = (result as { items: { id: string }[] }).items[0]?.id;
    const write = (value: string) =>
      link.call('member.write', { object, type: 'Health', name: 'notes', value });
    await write('x'.repeat(1_100_000));
    const answer = await write('y'.repeat(1_100_000));
    const { before, after } = answer.result as Record<'before' | 'after', { text: string; json?: string }>;
    expect(before.text).toMatch(/^x+\.\.\.$/);
    expect(after.text).toMatch(/^y+\.\.\.$/);
    expect(after.json).toHaveLength(1_100_000);
    await write('');
  });

  it('hangs up on a frame that is too long or empty, and dials again', async () => {
    for (const bytes of [Uint8Array.of(255, 255, 255, 255), Uint8Array.of(0, 0, 0, 0)]) {
      const again = link.nextHello();
      link.write(bytes);
      await again;
      expect(await link.call('engine.ping')).toHaveProperty('result');
    }
  });

  it('dials a restarted server again, with the same ids', async () => {
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
    const code = 'await tree.create_timer(0.6).timeout\nreturn "done"';
    link.say({ jsonrpc: '2.0', id: 900, method: 'code.run', params: { code, ...key('d') } });
    await link.call('engine.ping');
    const { port } = link;
    await link.stop();
    const again = link.nextHello();
    await link.listen(port);
    await again;
    const from = link.heard.length;
    const { result } = await link.call('code.run', { code, ...key('d') }, 901);
    expect(result).toHaveProperty('json', 'done');
    await link.call('engine.ping');
    expect(link.heard.slice(from).map(({ id }) => id)).not.toContain(900);
  });

  it('dials again after it was refused, and says why it is not linked', async () => {
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
    const link = await RawLink.open({}, { firstId: 1_000_000_001 });
    expect(idIn(await link.call('object.create', { name: 'First' }))).toBe('obj:1000000001');
    expect(link.hellos[0]).not.toHaveProperty('token');
    await link.close();
  });
});
