import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../harness.js';
import { inspect } from './inspector.js';

const WORLDWIRE = fileURLToPath(new URL('../../../apps/worldwire/bin/worldwire.js', import.meta.url));
/** The exit code of a call whose result has isError. */
const TOOL_FAILED = 5;

let server: TestServer;
let home: string;
let config: string;
beforeAll(async () => {
  server = await startServer();
  home = await mkdtemp(join(tmpdir(), 'inspector-'));
  config = join(home, 'servers.json');
  const conformance = { command: process.execPath, args: [WORLDWIRE, 'stdio', 'conformance'] };
  await writeFile(config, JSON.stringify({ mcpServers: { conformance } }));
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true });
});

describe.each([
  ['legacy', '2025-11-25'],
  ['modern', '2026-07-28'],
])('the Inspector in its %s era', (era, revision) => {
  describe.each([
    ['HTTP', () => [server.url]],
    ['stdio', () => ['--config', config, '--server', 'conformance']],
  ])('over %s', (_wire, target) => {
    const run = (args: readonly string[], signal: AbortSignal) =>
      inspect(home, [...target(), '--protocol-era', era, ...args], signal);

    it(`settles on ${revision}`, async ({ signal }) => {
      const { said } = await run(['--method', 'initialize'], signal);
      expect(said).toMatchObject([
        { result: { protocolVersion: revision, serverInfo: { name: 'conformance' } } },
      ]);
    });

    it('accepts the schemas of the tools', async ({ signal }) => {
      const { code, said, complaints } = await run(['--method', 'tools/list', '--strict'], signal);
      expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
      expect(said).toMatchObject([{ result: { tools: expect.any(Array) } }]);
    });

    it('calls a tool with arguments', async ({ signal }) => {
      const args = ['--method', 'tools/call', '--tool-name', 'greet', '--tool-arg', 'name=Ada'];
      expect(await run(args, signal)).toMatchObject({
        code: 0,
        said: [{ result: { content: [{ type: 'text', text: 'Hello, Ada!' }] } }],
      });
    });

    it('waits for long work, as a task in an era with tasks', async ({ signal }) => {
      const args = [
        '--method',
        'tools/call',
        '--tool-name',
        'slow_compute',
        '--tool-args-json',
        '{"seconds":1}',
      ];
      expect(await run(args, signal)).toMatchObject({
        code: 0,
        said: [{ result: { content: [{ text: 'Finished computation after 1 s.' }] } }],
      });
    });

    it('reads a resource', async ({ signal }) => {
      const { said } = await run(['--method', 'resources/read', '--uri', 'test://static-text'], signal);
      expect(said).toMatchObject([
        { result: { contents: [{ uri: 'test://static-text', mimeType: 'text/plain' }] } },
      ]);
    });

    it('gets a prompt with arguments', async ({ signal }) => {
      const prompt = ['--prompt-name', 'test_prompt_with_arguments', '--prompt-args', 'arg1=one', 'arg2=two'];
      const { said } = await run(['--method', 'prompts/get', ...prompt], signal);
      const text = "Prompt with arguments: arg1='one', arg2='two'";
      expect(said).toMatchObject([{ result: { messages: [{ role: 'user', content: { text } }] } }]);
    });

    it('reports the failure of a tool', async ({ signal }) => {
      const args = ['--method', 'tools/call', '--tool-name', 'test_error_handling'];
      const { code, said, complaints } = await run(args, signal);
      expect(code).toBe(TOOL_FAILED);
      expect(said).toMatchObject([{ result: { isError: true, content: [{ type: 'text' }] } }]);
      expect(complaints).toContain('tool_is_error');
    });

    it('is refused a resource that does not exist', async ({ signal }) => {
      const { code, complaints } = await run(
        ['--method', 'resources/read', '--uri', 'test://nothing'],
        signal,
      );
      expect(code).not.toBe(0);
      expect(complaints).toContain('Resource not found');
    });

    // The older era has no extensions, and with them no skills.
    if (era === 'legacy') return;

    it('verifies the digest of every file of every skill', async ({ signal }) => {
      const args = ['--method', 'skills/list', '--verify', '--require-digests'];
      const { code, said } = await run(args, signal);
      expect(code).toBe(0);
      expect(said).toMatchObject([
        { name: 'pdf-processing', ok: true, outcome: 'verified', conformance: [] },
      ]);
    });

    it('walks the folder of a skill', async ({ signal }) => {
      const args = ['--method', 'resources/directory/read', '--uri', 'skill://pdf-processing'];
      const { said } = await run(args, signal);
      expect(said).toMatchObject([{ result: { resources: [{ name: 'SKILL.md' }, { name: 'references' }] } }]);
    });
  });
});
