import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession } from '../harness.js';
import { callTool, post, reply, rpc } from '../http/lab.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';

const WRITER = { authorization: 'Bearer writer-0123456789abcdef' };
const CODER = { authorization: 'Bearer coder-0123456789abcdef' };
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const COMMAND = {
  object: '/Script/Engine.Default__KismetSystemLibrary',
  function: 'ExecuteConsoleCommand',
  arguments: { Command: 'quit' },
};
const REFUSED = /needs the right unreal:eval, which writer does not have/;

let server: UnrealServer;
beforeAll(async () => {
  const tokens = TokenStore.parse(
    'writer writer-0123456789abcdef unreal:write\ncoder coder-0123456789abcdef unreal:eval\n',
  );
  server = await startUnreal({ grants: ALL, http: { tokens } });
});
afterAll(() => server.close());

describe('a token with the right to write', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'runs no code in a session of %s, by the names of MCP and of the Unreal document',
    async revision => {
      const session = await openSession(server.url, revision, {}, WRITER);
      const own = { toolName: 'call_function', toolInput: COMMAND };
      for (const body of [callTool('call_function', COMMAND, 1), rpc('tools/call', own, 2)])
        expect(JSON.stringify(await reply(post(server.url, session, body)))).toMatch(REFUSED);
      const spoken = JSON.stringify(
        await reply(post(server.url, session, callTool('log_message', { message: 'a' }, 3))),
      );
      expect(spoken).toContain('provenance');
    },
  );

  it('runs no code in a request without a session, nor in a task', async () => {
    for (const capabilities of [{}, TASKS]) {
      const params = { name: 'call_function', arguments: COMMAND };
      const sent = modern('tools/call', params, { headers: WRITER, capabilities });
      expect(await (await fetch(server.url, sent)).text()).toMatch(REFUSED);
    }
  });

  it('undoes no write that ran code, in a request or in a task', async () => {
    const call = async (headers: Record<string, string>, name: string, args: object, capabilities = {}) => {
      const sent = modern('tools/call', { name, arguments: args }, { headers, capabilities });
      return (await fetch(server.url, sent)).text();
    };
    const lamp = '/Game/Maps/Harbour.Harbour:PersistentLevel.BP_Door_C_1';
    // A value that is only a text here, and the path of a library for an editor.
    const value = [COMMAND.object];
    expect(await call(CODER, 'set_property', { object: lamp, property: 'Tags', value })).toContain(
      'undo_write',
    );
    for (const capabilities of [{}, TASKS])
      expect(await call(WRITER, 'undo_write', { since: 0, mine: false }, capabilities)).toMatch(REFUSED);
    expect(server.audits.at(-1)).toMatchObject({ tool: 'undo_write', access: 'danger', outcome: 'denied' });
  });
});
