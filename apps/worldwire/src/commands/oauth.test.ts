import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { META_CAPABILITIES, META_CLIENT, META_VERSION } from '@worldwire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  IssuerLab,
  sign,
  type TestKey,
  testKey,
} from '../../../../packages/transports/src/oauth/issuer-lab.test.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

let key: TestKey;
let issuer: IssuerLab;
beforeAll(async () => {
  key = await testKey('k1');
  issuer = await IssuerLab.start(key);
});
afterAll(() => issuer.close());

function token(aud: string, scope: string): Promise<string> {
  const seconds = Math.floor(Date.now() / 1_000);
  return sign(issuer.url, key, { aud, scope, iat: seconds, exp: seconds + 300 });
}

const bearer = (given: string) => ({ headers: { authorization: `Bearer ${given}` } });

describe('serve --oauth-issuer', () => {
  it('accepts tokens for the URL of the listener, and shows the issuer in the health check', async () => {
    const program = new Program(['serve', 'universe', '--port', '0', '--json', '--oauth-issuer', issuer.url]);
    const url = await program.url();
    expect((await fetch(url)).status).toBe(401);
    const given = bearer(await token(url, 'worldwire:read'));
    const health = async () => (await fetch(new URL('/health', url), given)).json();
    expect(await health()).toMatchObject({
      ok: true,
      issuers: [{ issuer: issuer.url, keys: 1, reachable: true }],
    });
    program.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });

  it('shows since when an issuer cannot be reached, and why, while another works', async () => {
    const gone = await IssuerLab.start(key);
    await gone.close();
    const issuers = ['--oauth-issuer', issuer.url, '--oauth-issuer', gone.url];
    const program = new Program(['serve', 'universe', '--port', '0', '--json', ...issuers]);
    const url = await program.url();
    const given = bearer(await token(url, 'worldwire:read'));
    await program.line('stderr', 'keys of the OAuth issuer cannot be fetched');
    const answer = await fetch(new URL('/health', url), given);
    const health = (await answer.json()) as { issuers: { since: string }[] };
    expect(health).toMatchObject({
      ok: true,
      issuers: [
        { reachable: true },
        { issuer: gone.url, keys: 0, reachable: false, reason: expect.stringContaining('ECONNREFUSED') },
      ],
    });
    expect(Date.parse(health.issuers[1]?.since ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('knows a world by the name that the operator uses', async () => {
    const program = new Program(['serve', 'unity', '--port', '0', '--json', '--oauth-issuer', issuer.url]);
    const url = await program.url();
    const _meta = {
      [META_VERSION]: '2026-07-28',
      [META_CLIENT]: { name: 'test', version: '1' },
      [META_CAPABILITIES]: {},
    };
    const params = { name: 'GetStatus', arguments: {}, _meta };
    const call = async (scope: string) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'GetStatus',
          ...bearer(await token(url, scope)).headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
    expect((await call('worldwire:unity:read')).status).toBe(200);
    const refused = await call('worldwire:universe:read');
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="worldwire:unity:read"');
  });

  it('takes audience and scopes from the configuration file, for each world', async () => {
    const cwd = await temporaryFolder();
    const config = {
      worlds: ['universe', 'lighthouse'],
      port: 0,
      json: true,
      'oauth-issuer': issuer.url,
      'oauth-audience': ['universe=https://worlds.example/universe/mcp'],
      scopes: { view: ['read'], edit: 'universe:write lighthouse:read' },
    };
    await writeFile(join(cwd, 'worldwire.json'), JSON.stringify(config));
    const program = new Program(['serve', '--config', 'worldwire.json'], { cwd });
    const url = await program.url();
    const { origin } = new URL(url);
    const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).toMatchObject({
      resource: 'https://worlds.example/universe/mcp',
      scopes_supported: ['view', 'edit'],
    });
    const post = async (aud: string, scope: string) => {
      const headers = { 'content-type': 'application/json', ...bearer(await token(aud, scope)).headers };
      const request = { method: 'POST', headers, body: '{"type":"tick"}' };
      return (await fetch(`${origin}/universes/sol/commands`, request)).status;
    };
    expect(await post('https://worlds.example/universe/mcp', 'edit')).toBe(200);
    expect(await post('https://worlds.example/universe/mcp', 'view')).toBe(403);
    expect(await post(url, 'edit')).toBe(401);
  });

  it.each([
    [
      ['--oauth-issuer', 'http://login.example'],
      '--oauth-issuer http://login.example: an issuer is an https URL',
    ],
    [['--oauth-issuer', 'https://a.example?x'], 'without query and fragment'],
    [['--oauth-issuer', 'login'], '--oauth-issuer login: an issuer is an https URL'],
    [['--oauth-audience', 'https://a.example'], '--oauth-audience is for OAuth: add --oauth-issuer URL.'],
    [
      ['--oauth-issuer', 'https://a.example', '--oauth-audience', 'x'],
      '--oauth-audience x: give the public URL',
    ],
    [
      ['--oauth-issuer', 'https://a.example', '--oauth-audience', 'univers=https://b.example'],
      '"univers" is not served here. Did you mean universe?',
    ],
    [['--oauth-issuer', 'https://a.example', '--frames'], 'The frames wire takes no access tokens of OAuth'],
    [['--oauth-issuer', 'https://a.example', '--host', '0.0.0.0'], '--oauth-audience universe=URL'],
  ])('refuses %j with what would be right', async (flags, complaint) => {
    const { code, stderr } = await run(['serve', 'universe', '--port', '0', ...flags]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(complaint) });
  });

  it.each([
    ['{\n "scopes": [] }', 'worldwire.json:2: "scopes" must be an object'],
    ['{\n "scopes": { "view": 7 } }', 'worldwire.json:2: the scope "view" must have rights'],
    [
      '{\n "oauth-issuer": "https://a.example",\n "scopes": { "view": ["raed"] } }',
      '"raed" is not a right. Did you mean read?',
    ],
  ])('names what is wrong in the configuration file: %j', async (text, complaint) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'worldwire.json'), text);
    const { code, stderr } = await run(['serve', 'universe', '--config', 'worldwire.json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(complaint) });
  });
});
