import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { initialize, toolCall } from '../testing/client.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

function lines(...messages: readonly object[]): string {
  return messages.map(message => `${JSON.stringify(message)}\n`).join('');
}

describe('stdio', () => {
  it('answers on standard output, logs on standard error alone, and ends with its input', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look', arguments: {} } };
    const { code, stdout, stderr } = await run(['stdio', 'lighthouse'], {}, lines(initialize(0), call));
    const replies = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(replies.map(({ id }) => id)).toEqual([0, 1]);
    expect(replies[1].result.structuredContent.beacon.colour).toBe('white');
    expect(stderr).toContain('"msg":"serving on standard input and output"');
    expect(code).toBe(0);
  });

  it('ends when a subscriber closes its input', async () => {
    const listen = toolCall(2, 'look', {}) as { params: { _meta: object } };
    const request = {
      jsonrpc: '2.0',
      id: 2,
      method: 'subscriptions/listen',
      params: { _meta: listen.params._meta, notifications: { resourceSubscriptions: ['harbour://status'] } },
    };
    expect(await run(['stdio', 'lighthouse'], {}, lines(request))).toMatchObject({ code: 0 });
  });

  it('answers requests that arrived before the end of the input', async () => {
    const call = toolCall(7, 'watch_ship', { id: 'iona', ticks: 3, seconds: 0.1 });
    const { stdout, code } = await run(['stdio', 'lighthouse'], {}, lines(call));
    expect(JSON.parse(stdout).result.structuredContent.track).toHaveLength(3);
    expect(code).toBe(0);
  });

  it('exits 0 on SIGTERM while its input is open', async () => {
    const program = new Program(['stdio', 'lighthouse']);
    program.child.stdin?.write(lines(initialize(0)));
    await program.line('stdout', 'protocolVersion');
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('ends by SIGHUP while its input is open', async () => {
    const program = new Program(['stdio', 'lighthouse']);
    program.child.stdin?.write(lines(initialize(0)));
    await program.line('stdout', 'protocolVersion');
    program.kill('SIGHUP');
    expect(await program.ended).toMatchObject({ code: null, signal: 'SIGHUP' });
  });

  it('denies writes until they are allowed', async () => {
    const call = toolCall(1, 'set_beacon', { colour: 'green' });
    const denied = await run(['stdio', 'lighthouse'], {}, lines(call));
    expect(JSON.parse(denied.stdout).result.isError).toBe(true);
    const done = await run(['stdio', 'lighthouse', '--allow', 'writes'], {}, lines(call));
    expect(JSON.parse(done.stdout).result.structuredContent.after.colour).toBe('green');
  });

  it('keeps the limits of a configuration file', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'worldwire.json'), '{ "limits": { "bodyBytes": 1000 } }');
    const long = toolCall(1, 'look', { filler: 'x'.repeat(1_000) });
    const args = ['stdio', 'lighthouse', '--config', 'worldwire.json'];
    const { stdout } = await run(args, { cwd }, lines(long, toolCall(2, 'look', {})));
    const replies = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(replies.find(({ error }) => error !== undefined).error.message).toContain('1000');
    expect(replies.find(({ id }) => id === 2).result.structuredContent).toBeDefined();
  });

  it('wants exactly one world', async () => {
    const { code, stderr } = await run(['stdio']);
    expect(code).toBe(2);
    expect(stderr).toBe('worldwire: stdio: name one world. Worlds: universe, unity, unreal.\n');
  });

  it('is not held up by a client that reads line by line', async () => {
    const program = new Program(['stdio', 'lighthouse']);
    const replies = createInterface({ input: program.child.stdout as NodeJS.ReadableStream })[
      Symbol.asyncIterator
    ]();
    for (let id = 1; id <= 20; id++) {
      program.child.stdin?.write(lines(toolCall(id, 'list_ships', { limit: 1 })));
      expect(JSON.parse((await replies.next()).value).id).toBe(id);
    }
  });
});
