import { UnauthorizedError } from '@modelcontextprotocol/client';
import { Policy } from '@worldwire/server/internal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startUnity, type UnityServer } from '../unity/unity-server.js';
import { startUniverse, type UniverseServer } from '../universe/universe-server.js';
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js';
import { OAuthClient } from './oauth-client.js';
import { OAuthLab } from './oauth-server.js';

const HOUR_MS = 3_600_000;
const SCOPES = ['universe', 'unity'].flatMap(world =>
  ['read', 'write'].map(right => `worldwire:${world}:${right}`),
);
const READ_STATE = { universeId: 'sol' };
const TICK = {
  universeId: 'sol',
  command: { type: 'tick', dt: 5 },
};

let authorization: AuthorizationServer;
let lab: OAuthLab;
let universe: UniverseServer;
let unity: UnityServer;

beforeAll(async () => {
  // The universe may be written with consent. Nobody may get a scope to write in Unity.
  const scopes = new Map<string, string>();
  authorization = await startAuthorizationServer(SCOPES, resource => scopes.get(resource));
  lab = new OAuthLab(authorization.issuer);
  lab.issuers.start();
  universe = await startUniverse({ http: lab.http('universe') });
  unity = await startUnity({
    // The name that an operator uses, as the program does.
    environment: { policy: new Policy({ name: 'unity', opens: 'read' }, { writes: true }) },
    grants: { writes: true },
    http: lab.http('unity', { paths: ['/mcp', '/message'] }),
  });
  scopes.set(universe.url, 'worldwire:universe:read worldwire:universe:write');
  scopes.set(unity.url, 'worldwire:unity:read');
});
afterAll(async () => {
  lab.close();
  await Promise.all([universe.close(), unity.close(), authorization.close()]);
});

describe.each(['2025-11-25', '2026-07-28'])('the official client, revision %s', revision => {
  let ann: OAuthClient;
  let refused: number[];
  beforeEach(() => {
    refused = [];
    lab.aheadMs = 0;
  });
  afterEach(() => ann.close());

  const open = async (url: string, login: string) => {
    ann = new OAuthClient(url, login, revision, async (input, init) => {
      const response = await fetch(input, init);
      if (response.status >= 400) {
        refused.push(response.status);
        // The clock of the server is right again: the next token is valid.
        lab.aheadMs = 0;
      }
      return response;
    });
    await ann.connect();
    return ann;
  };

  it('finds the issuer, registers, authorizes and reads by itself', async () => {
    await open(universe.url, 'ann');
    expect(await ann.call('get_universe_state', READ_STATE)).not.toHaveProperty('isError', true);
    expect(ann.asked).toEqual([expect.stringContaining('worldwire:universe:read')]);
    expect(ann.asked.join(' ')).not.toContain('write');
    expect(authorization.requests).toContain('POST /reg');
  });

  it('steps up at its first write, and is then the principal of the write', async () => {
    await open(universe.url, 'bob');
    expect(await ann.call('send_universe_command', TICK)).not.toHaveProperty('isError', true);
    expect(refused).toContain(403);
    expect(ann.asked).toHaveLength(2);
    expect(ann.asked[1]).toContain('worldwire:universe:write');
    const { host } = new URL(authorization.issuer);
    expect(universe.audits).toContainEqual(
      expect.objectContaining({ principal: `oauth:bob@${host}`, outcome: 'denied' }),
    );
    expect(universe.audits).toContainEqual(
      expect.objectContaining({ principal: `oauth:bob@${host}`, outcome: 'done' }),
    );
    expect(await ann.call('get_universe_state', READ_STATE)).not.toHaveProperty('isError', true);
    expect(ann.asked).toHaveLength(2);
  });

  it('refreshes its token when the server says that it has expired', async () => {
    await open(universe.url, 'cy');
    await ann.call('get_universe_state', READ_STATE);
    const before = ann.issued.length;
    refused = [];
    lab.aheadMs = HOUR_MS;
    expect(await ann.call('get_universe_state', READ_STATE)).not.toHaveProperty('isError', true);
    expect(refused).toEqual([401]);
    expect(ann.issued).toHaveLength(before + 1);
    expect(ann.asked).toHaveLength(1);
  });

  it('reads another world with a token for it, and cannot write there', async () => {
    await open(unity.url, 'ann');
    expect(await ann.call('GetStatus')).not.toHaveProperty('isError', true);
    const write = ann.call('SetFreecamEnabled', { enabled: true, confirm: true });
    await expect(write).rejects.toBeInstanceOf(UnauthorizedError);
    expect(unity.audits.filter(({ outcome }) => outcome === 'done')).toEqual([]);
  });

  it('has tokens that another world refuses', async () => {
    await open(universe.url, 'ann');
    const token = ann.issued.at(-1);
    const response = await fetch(unity.url, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('The token is for another audience.');
  });

  it('has tokens that appear in no log and no audit', async () => {
    await open(universe.url, 'ann');
    await ann.call('send_universe_command', TICK);
    const kept = JSON.stringify([universe.logged, universe.audits, unity.logged, unity.audits, lab.logged]);
    expect(ann.issued.length).toBeGreaterThan(1);
    for (const token of ann.issued)
      for (const part of token.split('.').slice(1)) expect(kept).not.toContain(part);
  });
});
