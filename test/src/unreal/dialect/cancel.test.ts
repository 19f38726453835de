import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../http/until.js';
import { ALL, type Client, type Served } from './clients.js';
import { DialectLab } from './dialect-lab.js';
import { StdioClient } from './stdio-client.js';

/** Over HTTP in 2026-07-28 a client cancels by closing the stream: no id reaches another request there. */
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

  /** Begins a call that waits, and leaves it alone. */
  async function hold(key: string, id: string | number): Promise<{ asked?: Promise<unknown> }> {
    const params = { toolName: 'hold', toolInput: { key } };
    // Where it is cancelled, only HTTP says so much as that it is over.
    const begun = client instanceof StdioClient ? {} : { asked: client.ask('tools/call', params, id) };
    if (client instanceof StdioClient) client.send('tools/call', params, id);
    await until(() => lab.calls.hold(key).started, `the start of ${key}`);
    return begun;
  }

  /** Nothing more is said of a request that was cancelled. */
  async function isSilent(id: string | number, asked?: Promise<unknown>): Promise<void> {
    if (asked !== undefined) expect(await asked).toEqual({ said: [], reply: {} });
    await client.ask('tools/list', {}, 'afterwards');
    if (client instanceof StdioClient) expect(client.lines.some(line => line.id === id)).toBe(false);
  }

  it('cancels a request as notifications/cancelled does, and no other', async () => {
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

  it('does the same as a request, which is answered with null', async () => {
    const { asked } = await hold('second', 's');
    const { reply } = await client.ask('$/cancelRequest', { id: 's' }, 'c');
    expect(reply).toEqual({ jsonrpc: '2.0', id: 'c', result: null });
    expect(lab.calls.hold('second').aborted).toBeDefined();
    await isSilent('s', asked);
  });
});

describe.each(ALL)('$/cancelRequest of nothing in $name', ({ revision, serve }) => {
  it('is ignored, and as a request it is answered', async () => {
    const served = await serve(new DialectLab());
    const client = await served.open(revision);
    for (const params of [{ id: 'nobody' }, { id: 99 }, { id: {} }, {}]) {
      await client.notify('$/cancelRequest', params);
    }
    expect((await client.ask('$/cancelRequest', { id: 'nobody' })).reply.result).toBeNull();
    expect((await client.ask('$/cancelRequest', {})).reply.error?.code).toBe(-32602);
    await served.close();
  });
});
