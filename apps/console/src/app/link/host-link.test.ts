import { describe, expect, it } from 'vitest';
import { type HostContext, HostLink, type LinkState, type ToolResult } from './host-link.js';

type Message = Record<string, unknown> & { id?: number; method?: string };

/** A view with a host that the test plays. */
function stage() {
  const sent: Message[] = [];
  const timers = new Set<() => void>();
  const heard = {
    states: [] as LinkState[],
    contexts: [] as HostContext[],
    inputs: [] as unknown[],
    results: [] as ToolResult[],
    cancelled: [] as string[],
    teardowns: 0,
  };
  const link = new HostLink(
    {
      name: 'view',
      version: '1',
      displayModes: ['inline'],
      send: message => sent.push(message as Message),
      after: (_, call) => {
        timers.add(call);
        return () => timers.delete(call);
      },
    },
    {
      state: state => heard.states.push(state),
      context: context => heard.contexts.push(context),
      input: (given, complete) => heard.inputs.push([given, complete]),
      result: result => heard.results.push(result),
      cancelled: reason => heard.cancelled.push(reason),
      teardown: () => {
        heard.teardowns += 1;
      },
    },
  );
  const say = (message: object) => link.receive({ jsonrpc: '2.0', ...message });
  const notify = (method: string, params: unknown) => say({ method: `ui/notifications/${method}`, params });
  const reply = (result: unknown) => say({ id: sent.at(-1)?.id, result });
  const ready = async (hostContext: object = {}, hostCapabilities: object = {}) => {
    const connecting = link.connect();
    reply({ protocolVersion: '2026-01-26', hostInfo: {}, hostCapabilities, hostContext });
    await connecting;
  };
  const expire = () => {
    for (const call of [...timers]) call();
  };
  return { link, sent, timers, heard, say, notify, reply, ready, expire };
}

describe('the handshake', () => {
  it('asks with version, name and display modes, and tells the host that it is done', async () => {
    const { sent, heard, ready, link } = stage();
    await ready({ theme: 'dark' }, { serverTools: {} });
    expect(sent).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'ui/initialize',
        params: {
          appInfo: { name: 'view', version: '1' },
          appCapabilities: { availableDisplayModes: ['inline'] },
          protocolVersion: '2026-01-26',
        },
      },
      { jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} },
    ]);
    expect(heard.states).toEqual(['connecting', 'ready']);
    expect(link.context).toEqual({ theme: 'dark' });
    expect([link.can('serverTools'), link.can('message')]).toEqual([true, false]);
  });

  it('is made once', async () => {
    const { sent, ready, link } = stage();
    await ready();
    await link.connect();
    expect(sent.filter(({ method }) => method === 'ui/initialize')).toHaveLength(1);
  });

  it('fails where the host refuses it', async () => {
    const { say, heard, link } = stage();
    const connecting = link.connect();
    say({ id: 1, error: { code: -32000, message: 'No views here.' } });
    await expect(connecting).rejects.toThrow('No views here.');
    expect(heard.states).toEqual(['connecting', 'failed']);
  });

  it('fails where the host does not answer in time', async () => {
    const { heard, link, expire } = stage();
    const connecting = link.connect();
    expire();
    await expect(connecting).rejects.toThrow('did not answer in time');
    expect(heard.states).toEqual(['connecting', 'failed']);
  });

  it('does not hear notifications before its end', async () => {
    const { notify, heard, link } = stage();
    void link.connect().catch(() => {});
    notify('tool-result', { content: [] });
    expect(heard.results).toEqual([]);
  });
});

describe('messages of the host', () => {
  it('bring the input in parts and whole, the result, and a cancellation', async () => {
    const { notify, heard, ready } = stage();
    await ready();
    notify('tool-input-partial', { arguments: { universeId: 'so' } });
    notify('tool-input', { arguments: { universeId: 'sol' } });
    notify('tool-result', { content: [], structuredContent: { revision: 1 } });
    notify('tool-cancelled', { reason: 'the person' });
    expect(heard.inputs).toEqual([
      [{ universeId: 'so' }, false],
      [{ universeId: 'sol' }, true],
    ]);
    expect(heard.results).toEqual([{ content: [], structuredContent: { revision: 1 } }]);
    expect(heard.cancelled).toEqual(['the person']);
  });

  it('change the context field by field', async () => {
    const { notify, heard, ready, link } = stage();
    await ready({ theme: 'dark', locale: 'de' });
    notify('host-context-changed', { theme: 'light' });
    expect(link.context).toEqual({ theme: 'light', locale: 'de' });
    expect(heard.contexts).toHaveLength(2);
  });

  it('end the view: it answers, and sends and hears nothing more', async () => {
    const { say, sent, heard, notify, ready, link } = stage();
    await ready();
    const waiting = link.callTool('look', {});
    say({ id: 'bye', method: 'ui/resource-teardown', params: {} });
    await expect(waiting).rejects.toThrow('closed');
    expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 'bye', result: {} });
    const { length } = sent;
    notify('tool-result', {});
    link.sizeChanged(1, 1);
    await expect(link.callTool('look', {})).rejects.toThrow('does not answer');
    expect([heard.results, heard.teardowns, sent.length]).toEqual([[], 1, length]);
  });

  it('get an answer where they ask: a ping, and an error for what the view does not have', async () => {
    const { say, sent, ready } = stage();
    await ready();
    say({ id: 7, method: 'ping' });
    expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    say({ id: 8, method: 'tools/list' });
    expect(sent.at(-1)).toMatchObject({ id: 8, error: { code: -32601 } });
  });

  it.each([
    null,
    7,
    'text',
    [],
    {},
    { jsonrpc: '1.0', method: 'ui/notifications/tool-result' },
    { jsonrpc: '2.0', id: 99, result: {} },
    { jsonrpc: '2.0', id: 'x', result: {} },
    { jsonrpc: '2.0', method: 'ui/notifications/unknown', params: {} },
    { jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: 'text' },
    { jsonrpc: '2.0', method: 7 },
  ])('are ignored where they are not of the protocol: %j', async message => {
    const { link, heard, sent, ready } = stage();
    await ready();
    const before = [sent.length, heard.results.length];
    link.receive(message);
    expect([sent.length, heard.results.length]).toEqual(before);
  });
});

describe('requests of the view', () => {
  it('call a tool of the server, and put text into the conversation', async () => {
    const { link, sent, reply, ready } = stage();
    await ready();
    const called = link.callTool('look', { id: 'a' });
    expect(sent.at(-1)).toMatchObject({
      method: 'tools/call',
      params: { name: 'look', arguments: { id: 'a' } },
    });
    reply({ content: [] });
    expect(await called).toEqual({ content: [] });
    const said = link.say('Move it.');
    expect(sent.at(-1)).toMatchObject({
      method: 'ui/message',
      params: { role: 'user', content: [{ type: 'text', text: 'Move it.' }] },
    });
    reply({});
    await said;
  });

  it('fail with the reason of the host', async () => {
    const { link, sent, say, ready } = stage();
    await ready();
    const called = link.callTool('look', {});
    say({ id: sent.at(-1)?.id, error: { code: -32602, message: 'There is no tool "look".' } });
    await expect(called).rejects.toThrow('There is no tool');
  });

  it('ask for a display mode only if the host has it', async () => {
    const { link, sent, reply, ready } = stage();
    await ready({ displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] });
    const { length } = sent;
    await link.requestDisplayMode('pip');
    expect(sent).toHaveLength(length);
    const asked = link.requestDisplayMode('fullscreen');
    reply({ mode: 'inline' });
    await asked;
    expect(link.context.displayMode).toBe('inline');
  });

  it('leave no timer behind', async () => {
    const { link, timers, reply, ready } = stage();
    await ready();
    const called = link.callTool('look', {});
    expect(timers.size).toBe(1);
    reply({});
    await called;
    expect(timers.size).toBe(0);
  });

  it('are refused when too many wait', async () => {
    const { link, ready } = stage();
    await ready();
    const waiting = Array.from({ length: 32 }, () => link.callTool('look', {}));
    await expect(link.callTool('look', {})).rejects.toThrow('does not answer');
    expect(waiting).toHaveLength(32);
  });
});
