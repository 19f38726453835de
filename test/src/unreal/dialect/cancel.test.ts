import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../http/until.js';
import { ALL, type Client, type Served } from './clients.js';
import { DialectLab } from './dialect-lab.js';
import { StdioClient } from './stdio-client.js';

/** Over HTTP in 2026-07-28 a client cancels by closing the stream: ids are per request. */
const REACHED = ALL.filter(({ revision, wire }) => wire === 'stdio' || revision < '2026');

describe.each(REACHED)('$/cancelRequest in $name', ({ revision, serve }) => {
  let lab: DialectLab;
  let served: Served;
  let client: Client;

  beforeAll(async () => {
    lab = new DialectLab();
    served = await serve(lab);
    client = await served.open(revision);
  });
  afterAll(() => served.close());

  /** Starts a call that stays pending. */
  async function hold(key: string, id: string | number): Promise<{ asked?: Promise<unknown> }> {
    const params = { toolName: 'hold', toolInput: { key } };
    // Only HTTP reports the end of a cancelled request.
    const begun = client instanceof StdioClient ? {} : { asked: client.ask('tools/call', params, id) };
    if (client instanceof StdioClient) client.send('tools/call', params, id);
    await until(() => lab.calls.hold(key).started, `the start of ${key}`);
    return begun;
  }

  /** A cancelled request gets no more messages. */
  async function isSilent(id: string | number, asked?: Promise<unknown>): Promise<void> {
    if (asked !== undefined) expect(await asked).toEqual({ said: [], reply: {} });
    await client.ask('tools/list', {}, 'afterwards');
    if (client instanceof StdioClient) expect(client.lines.some(line => line.id === id)).toBe(false);
  }

  it('cancels one request, as notifications/cancelled does', async () => {
    const { asked: other } = await hold('other', 'o');
    for (const id of ['h', 77]) {
      const { asked } = await hold(`as ${id}`, id);
      await client.notify('$/cancelRequest', { id });
      await until(() => lab.calls.hold(`as ${id}`).aborted !== undefined, 'the end of the call');
      await isSilent(id, asked);
    }
    expect(lab.calls.hold('other').aborted).toBeUndefined();
    lab.calls.hold('other').release();
    await other;
  });

  it('as a request is answered with null', async () => {
    const { asked } = await hold('second', 's');
    const { reply } = await client.ask('$/cancelRequest', { id: 's' }, 'c');
    expect(reply).toEqual({ jsonrpc: '2.0', id: 'c', result: null });
    expect(lab.calls.hold('second').aborted).toBeDefined();
    await isSilent('s', asked);
  });
});

describe.each(ALL)('$/cancelRequest of an unknown request in $name', ({ revision, serve }) => {
  it('is ignored, and answered as a request', async () => {
    const served = await serve(new DialectLab());
    const client = await served.open(revision);
    for (const params of [{ id: 'unknown' }, { id: 99 }, { id: {} }, {}]) {
      await client.notify('$/cancelRequest', params);
    }
    expect((await client.ask('$/cancelRequest', { id: 'unknown' })).reply.result).toBeNull();
    expect((await client.ask('$/cancelRequest', {})).reply.error?.code).toBe(-32602);
    await served.close();
  });
});
