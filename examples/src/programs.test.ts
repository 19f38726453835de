import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

function start(program: string, ...args: readonly string[]): ChildProcessWithoutNullStreams {
  const path = fileURLToPath(new URL(`../dist/${program}.js`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe('minimal', () => {
  it('prints its address, greets, and ends on SIGTERM', async () => {
    const child = start('minimal', '0');
    const ended = once(child, 'close');
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const headers = { 'content-type': 'application/json' };
    const opened = await fetch(url, { method: 'POST', headers, body: JSON.stringify(initialize) });
    const session = { ...headers, 'mcp-session-id': opened.headers.get('mcp-session-id') as string };
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'greet', arguments: { name: 'Ann' } },
    };
    const reply = await (
      await fetch(url, { method: 'POST', headers: session, body: JSON.stringify(call) })
    ).text();
    expect(reply).toContain('Hello, Ann!');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe('stdio-echo', () => {
  it('echoes, and ends with its input', async () => {
    const child = start('stdio-echo');
    const ended = once(child, 'close');
    let output = '';
    child.stdout.on('data', chunk => {
      output += chunk;
    });
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'echo', arguments: { message: 'hi' } },
    };
    child.stdin.end(`${JSON.stringify(initialize)}\n${JSON.stringify(call)}\n`);
    expect(await ended).toEqual([0, null]);
    const replies = output
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(replies[1]).toEqual({
      jsonrpc: '2.0',
      id: 2,
      result: { content: [{ type: 'text', text: 'hi' }] },
    });
  });

  it('ends on SIGTERM while its input is open', async () => {
    const child = start('stdio-echo');
    const ended = once(child, 'close');
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
