import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUnity, type UnityServer } from './unity-server.js';

const LAUNCHER = fileURLToPath(
  new URL(
    './clients/launcher/build/index.js',
    import.meta.resolve('@modelcontextprotocol/inspector/package.json'),
  ),
);
/** The exit code of a call whose result has isError. */
const TOOL_FAILED = 5;

let server: UnityServer;
let home: string;
beforeAll(async () => {
  server = await startUnity({ grants: { writes: true, eval: true } });
  home = await mkdtemp(join(tmpdir(), 'inspector-'));
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true });
});

interface Outcome {
  readonly code: number;
  readonly said: { readonly result: Record<string, unknown> }[];
  readonly complaints: string;
}

function inspect(era: string, args: readonly string[], signal: AbortSignal): Promise<Outcome> {
  const all = [LAUNCHER, '--cli', server.url, '--protocol-era', era, ...args, '--format', 'json', '-q'];
  return new Promise((resolve, reject) => {
    const options = {
      env: { ...process.env, HOME: home },
      signal,
      killSignal: 'SIGKILL',
      maxBuffer: 1 << 24,
    } as const;
    execFile(process.execPath, all, options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') return reject(error);
      const lines = stdout.trim().split('\n').filter(Boolean);
      const said = lines.map(line => JSON.parse(line) as Outcome['said'][number]);
      resolve({ code: error === null ? 0 : (error.code as number), said, complaints: stderr });
    });
  });
}

describe.each(['legacy', 'modern'])('the Inspector in its %s era', era => {
  it('[UNITY-2.4] finds no error in the schemas of the tools', async ({ signal }) => {
    const { code, said, complaints } = await inspect(era, ['--method', 'tools/list', '--strict'], signal);
    expect(code).toBe(0);
    // It warns of values that may be anything, such as what a member held before it was set.
    expect(complaints).not.toMatch(/^Error/m);
    expect((said[0]!.result.tools as object[]).length).toBeGreaterThan(50);
  });

  it('calls a tool that reads, and is told why one that writes fails', async ({ signal }) => {
    const args = ['--tool-name', 'SearchObjects', '--tool-arg', 'name=Turret'];
    const found = await inspect(era, ['--method', 'tools/call', ...args], signal);
    expect(found).toMatchObject({ code: 0, said: [{ result: { structuredContent: { Total: 1 } } }] });
    const write = ['--tool-name', 'SetActive', '--tool-args-json', '{"objectId":"obj:999999","active":true}'];
    const denied = await inspect(era, ['--method', 'tools/call', ...write], signal);
    expect(denied).toMatchObject({ code: TOOL_FAILED, said: [{ result: { isError: true } }] });
  });

  it('reads a resource', async ({ signal }) => {
    const { said } = await inspect(era, ['--method', 'resources/read', '--uri', 'unity://status'], signal);
    expect(said).toMatchObject([{ result: { contents: [{ mimeType: 'application/json' }] } }]);
  });
});
