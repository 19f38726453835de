import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from './inspector.js';

const WORLDWIRE = fileURLToPath(new URL('../../../apps/worldwire/bin/worldwire.js', import.meta.url));
const ECHO = fileURLToPath(new URL('../../../examples/dist/stdio-echo.js', import.meta.url));
const WORLDS = ['universe', 'unity', 'unreal', 'conformance', 'lighthouse'];

interface Listed {
  readonly result: { readonly tools: readonly { readonly name: string }[] };
  readonly schemaFindings?: readonly {
    readonly toolName: string;
    readonly findings: readonly {
      readonly severity: string;
      readonly schema: string;
      readonly path: string;
    }[];
  }[];
}

let home: string;
let config: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'portable-schemas-'));
  config = join(home, 'servers.json');
  const node = (...args: readonly string[]) => ({ command: process.execPath, args });
  const worlds = WORLDS.map(world => {
    // All tools are listed only if the operator allows everything.
    const flags = ['--data', join(home, world), '--allow', 'writes', '--allow', 'eval'];
    return [world, node(WORLDWIRE, 'stdio', world, ...flags)];
  });
  const mcpServers = { ...Object.fromEntries(worlds), echo: node(ECHO) };
  await writeFile(config, JSON.stringify({ mcpServers }));
});
afterAll(() => rm(home, { recursive: true }));

describe('the strict check of the Inspector', () => {
  it.for([...WORLDS, 'echo'])(
    'finds no schema of %s that a client could refuse, and nothing to warn of in those of arguments',
    async (world, { signal }) => {
      const args = ['--config', config, '--server', world, '--method', 'tools/list', '--strict'];
      const { code, said } = await inspect(home, args, signal);
      const [{ result, schemaFindings = [] }] = said as [Listed];
      const errors = schemaFindings.flatMap(({ toolName, findings }) =>
        findings
          .filter(({ severity, schema }) => severity === 'error' || schema === 'inputSchema')
          .map(({ schema, path }) => `${toolName}: ${schema}.${path}`),
      );
      expect(errors).toEqual([]);
      expect(code).toBe(0);
      expect(result.tools.length).toBeGreaterThan(0);
    },
  );
});
