import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';

const VISIT = fileURLToPath(new URL('./tls-visit.mjs', import.meta.url));
// A test certificate of a private authority for 127.0.0.1.
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

const INI = `; As a plugin's settings would be
[/Script/HiRezMCPUnreal.HiRezMCPSettings]
Port=0
TlsCert=cert.pem
TlsKey=key.pem
Worlds=unreal
Json=True
[features]
prompts=False
`;

async function serve(): Promise<string> {
  const cwd = await temporaryFolder();
  await copyFile(fixture('issued-cert.pem'), join(cwd, 'cert.pem'));
  await copyFile(fixture('issued-key.pem'), join(cwd, 'key.pem'));
  await writeFile(join(cwd, 'worldwire.ini'), INI);
  return new Program(['serve', '--config', 'worldwire.ini'], { cwd }).url();
}

function visit(url: string, env: NodeJS.ProcessEnv): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, [VISIT, url], { env: { PATH: process.env.PATH, ...env } });
}

it('[UNREAL-4.4] [UNREAL-8.1] the official clients connect over https with a private authority, as an INI file says', async () => {
  const url = await serve();
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const { stdout } = await visit(url, { NODE_EXTRA_CA_CERTS: fixture('private-ca.pem') });
  const each = { tools: expect.any(Number), provenance: 'sample' };
  expect(JSON.parse(stdout)).toEqual([each, each]);
});

it('[UNREAL-4.4] a client that does not trust the authority does not connect', async () => {
  await expect(visit(await serve(), {})).rejects.toMatchObject({
    stderr: expect.stringMatching(/UNABLE_TO|SELF_SIGNED|unable to|fetch failed/),
  });
});
