import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool, openSession, Reading, resultOf } from '../testing/client.js';
import { localServer, OperatorAt } from '../testing/operator.js';
import { Program, temporaryFolder } from '../testing/program.js';
import { ROUTES } from './operator-api.js';

const TICK = { universeId: 'sol', command: { type: 'tick' } };
const STATE = { universeId: 'sol', summary: true };

/** A server with one token for each name. A token is its name, made long. */
async function start(lines: Readonly<Record<string, string>>, flags: readonly string[] = []) {
  const cwd = await temporaryFolder();
  const text = Object.entries(lines).map(([name, rights]) => `${name} ${tokenOf(name)} ${rights}\n`);
  await writeFile(join(cwd, 'tokens'), text.join(''), { mode: 0o600 });
  const common = ['--port', '0', '--json', '--data', join(cwd, 'data'), '--token-file', 'tokens'];
  const program = new Program(['serve', 'universe', 'lighthouse', ...common, '--allow', 'writes', ...flags], {
    cwd,
  });
  const url = await program.url();
  return { url, data: join(cwd, 'data'), api: new OperatorAt(new URL(url).origin) };
}

function tokenOf(name: string): string {
  return `token-of-${name}-0123456789`;
}

function write(url: string, name: string) {
  return callTool(url, 'send_universe_command', TICK, { token: tokenOf(name) }).then(resultOf);
}

function read(url: string, name: string) {
  return callTool(url, 'get_universe_state', STATE, { token: tokenOf(name) }).then(resultOf);
}

async function revisionOf(url: string, name: string): Promise<number> {
  return ((await read(url, name)).structuredContent as { revision: number }).revision;
}

describe('each route of the operator', () => {
  /** A request to each route: in the order of rights that admit it, the statuses that a principal gets. */
  const REQUESTS: readonly (readonly [string, string, object?])[] = [
    ['GET', 'server'],
    ['GET', 'worlds'],
    ['GET', 'links'],
    ['GET', 'sessions'],
    ['DELETE', 'sessions/universe/00000000'],
    ['DELETE', 'leases/universe/quest'],
    ['GET', 'principals'],
    ['GET', 'calls'],
    ['DELETE', 'calls/universe/7'],
    ['GET', 'approvals'],
    ['GET', 'approvals/stream'],
    ['DELETE', 'approvals/standing?principal=a&world=universe&tool=b'],
    ['POST', 'approvals/000000', { approve: true, digest: 'd' }],
    ['GET', 'approvals/000000/plan'],
    ['POST', 'approvals/000000/plan', { arguments: {} }],
    ['GET', 'gates'],
    ['PUT', 'gates/universe', { open: 'all' }],
    ['GET', 'audit'],
    ['GET', 'audit/stream'],
    ['GET', 'stream'],
    ['GET', 'metrics'],
    ['POST', 'console'],
    ['POST', 'stop', { principal: 'somebody' }],
    ['POST', 'resume', {}],
  ];
  const REFUSED = REQUESTS.map(() => 403);

  it('is refused without the right operate, or approve for approvals', async () => {
    expect(REQUESTS).toHaveLength(ROUTES.length);
    const { api } = await start({
      nothing: 'elsewhere:read',
      reader: 'read',
      writer: 'write',
      coder: 'eval',
      approver: 'approve',
      operator: 'operate',
      'of-universe': 'universe:operate',
      'of-lighthouse': 'lighthouse:operate',
    });
    const statuses = (name: string) =>
      Promise.all(REQUESTS.map(([method, path, body]) => api.as(tokenOf(name)).status(method, path, body)));
    for (const name of ['nothing', 'reader', 'writer', 'coder']) {
      expect([name, ...(await statuses(name))]).toEqual([name, ...REFUSED]);
    }
    expect(await statuses('approver')).toEqual([
      403, 403, 403, 403, 403, 403, 403, 403, 403, 200, 200, 404, 404, 404, 404, 403, 403, 403, 403, 200, 403,
      403, 403, 403,
    ]);
    expect(await statuses('operator')).toEqual([
      200, 200, 200, 200, 404, 404, 200, 200, 404, 200, 200, 404, 404, 404, 404, 200, 200, 200, 200, 200, 200,
      403, 200, 200,
    ]);
    expect(await statuses('of-universe')).toEqual([
      200, 200, 200, 200, 404, 404, 403, 200, 404, 200, 200, 404, 404, 404, 404, 200, 200, 403, 403, 200, 403,
      403, 403, 403,
    ]);
    expect(await statuses('of-lighthouse')).toEqual([
      200, 200, 200, 200, 403, 403, 403, 200, 403, 200, 200, 403, 404, 404, 404, 200, 403, 403, 403, 200, 403,
      403, 403, 403,
    ]);
    // No token, and a wrong one.
    expect(await api.status('GET', 'worlds')).toBe(401);
    expect(await api.as('not-a-token-of-this-server').status('GET', 'worlds')).toBe(401);
    const { worlds } = await api.as(tokenOf('of-universe')).get('worlds');
    for (const path of ['metrics', '../metrics']) {
      const metrics = await api.as(tokenOf('operator')).send('GET', path);
      expect(metrics.headers.get('content-type')).toContain('text/plain');
      expect(await metrics.text()).toContain('worldwire_requests_total');
    }
    expect(await api.as(tokenOf('of-universe')).status('GET', '../metrics')).toBe(403);
    expect(worlds).toMatchObject([{ name: 'universe', ceiling: 'write', open: 'write', ready: true }]);
  });

  it('answers a wrong request with what would be right', async () => {
    const { api } = await start({ operator: 'operate' });
    const operator = api.as(tokenOf('operator'));
    const answer = async (method: string, path: string, body?: object) => {
      const response = await operator.send(method, path, body);
      return [response.status, ((await response.json()) as { error: { message: string } }).error.message];
    };
    expect(await answer('GET', 'nope')).toEqual([404, expect.stringContaining('no such path')]);
    expect(await answer('DELETE', 'worlds')).toEqual([405, 'This path accepts GET.']);
    expect(await answer('PUT', 'gates/universe', { open: 'eval' })).toEqual([
      400,
      expect.stringContaining('its ceiling is write'),
    ]);
    expect(await answer('PUT', 'gates/universe', { open: 'maybe' })).toEqual([400, expect.any(String)]);
    expect(await answer('PUT', 'gates/nowhere', { open: 'read' })).toEqual([404, expect.any(String)]);
    expect(await answer('POST', 'stop', { principle: 'ann' })).toEqual([400, expect.any(String)]);
    expect(await answer('GET', 'sessions?limit=0')).toEqual([400, expect.any(String)]);
    expect(await answer('GET', 'sessions?cursor=***')).toEqual([400, expect.any(String)]);
    const text = await fetch(`${api.origin}/operator/stop`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf('operator')}`, 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(text.status).toBe(415);
    expect((await operator.get('gates')).allStopped).toBe(false);
  });
});

describe('the operator of this machine', () => {
  it('is known by the token in the data folder alone, where clients need no token', async () => {
    const cwd = await temporaryFolder();
    const flags = ['--port', '0', '--json', '--data', join(cwd, 'data')];
    const program = new Program(['serve', 'lighthouse', ...flags], { cwd });
    const api = await OperatorAt.of(program);
    expect(await api.status('GET', 'worlds')).toBe(403);
    expect(await api.as('some-other-token-of-mine').status('POST', 'stop', {})).toBe(403);
    const { token, pid, origin } = await localServer(join(cwd, 'data'));
    expect([pid, origin]).toEqual([program.child.pid, api.origin]);
    const local = api.as(token);
    expect((await local.get('gates')).allStopped).toBe(false);
    expect((await local.get('principals')).principals).toMatchObject([
      { name: 'local', rights: ['eval'] },
      { name: 'local-operator', rights: ['operate', 'approve'] },
    ]);
    program.kill('SIGTERM');
    await program.ended;
    await expect(localServer(join(cwd, 'data'))).rejects.toThrow();
  });

  it('is known beside a token file, and can call no world', async () => {
    const { api, data, url } = await start({ agent: 'write' });
    const { token } = await localServer(data);
    expect(await api.as(token).status('GET', 'worlds')).toBe(200);
    const called = await callTool(url, 'get_universe_state', STATE, { token });
    expect(JSON.stringify(await called.json())).toContain('PermissionDenied');
    const listed = await fetch(`${api.origin}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    expect(JSON.stringify(await listed.json())).toContain('error');
  });

  it('is refused under a foreign Host or Origin', async () => {
    const { api, data } = await start({ agent: 'write' });
    const { token } = await localServer(data);
    const status = (headers: Record<string, string>) =>
      new Promise(resolve => {
        const sent = request(`${api.origin}/operator/worlds`, {
          headers: { authorization: `Bearer ${token}`, ...headers },
        });
        sent.once('response', response => resolve(response.resume().statusCode)).end();
      });
    expect(await status({})).toBe(200);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ origin: 'http://evil.example' })).toBe(403);
  });
});

describe('an agent', () => {
  it('finds nothing of the operator in MCP, nor by the names of its routes', async () => {
    const { url } = await start({ agent: 'eval operate approve' });
    const ask = async (method: string, params: object) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokenOf('agent')}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...session,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return response.json() as Promise<{ result?: object; error?: object }>;
    };
    const session = await openSession(url, tokenOf('agent'));
    const lists = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];
    const listed = JSON.stringify(await Promise.all(lists.map(method => ask(method, {}))));
    expect(listed).toContain('send_universe_command');
    const named = [...listed.matchAll(/"(?:name|uri|uriTemplate)":"([^"]*)"/g)].map(([, name]) => name);
    expect(named.filter(name => /operator|approv|gate|session|principal/i.test(name ?? ''))).toEqual([]);
    for (const { path } of ROUTES) {
      const own = await Promise.all([
        ask('tools/call', { name: path, arguments: {} }),
        ask('resources/read', { uri: `operator://${path}` }),
        ask('prompts/get', { name: path }),
        ask(`operator/${path}`, {}),
      ]);
      expect(own.map(({ result }) => result)).toEqual([undefined, undefined, undefined, undefined]);
    }
  });
});

describe('stop', () => {
  it('closes the writes of one principal or of all at once, and reads go on', async () => {
    const { url, api } = await start({ agent: 'write', other: 'write', operator: 'operate' });
    const operator = api.as(tokenOf('operator'));
    expect((await write(url, 'agent')).isError).not.toBe(true);
    await operator.send('POST', 'stop', { principal: 'agent' });
    const refused = await write(url, 'agent');
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('The operator stopped the writes of agent.');
    expect((await read(url, 'agent')).isError).not.toBe(true);
    expect((await write(url, 'other')).isError).not.toBe(true);
    await operator.send('POST', 'stop', {});
    expect((await write(url, 'other')).content[0]?.text).toContain('stopped all writes');
    await operator.send('POST', 'resume', {});
    expect((await write(url, 'other')).isError).not.toBe(true);
    expect((await write(url, 'agent')).isError).toBe(true);
    await operator.send('POST', 'resume', { principal: 'agent' });
    expect((await write(url, 'agent')).isError).not.toBe(true);
    await operator.send('PUT', 'gates/universe', { open: 'read' });
    expect((await write(url, 'agent')).content[0]?.text).toContain('closed writes in universe');
    await operator.send('PUT', 'gates/universe', { open: 'all' });
    expect((await write(url, 'agent')).isError).not.toBe(true);
    const { principals } = await operator.get('principals');
    expect(principals).toMatchObject([
      { name: 'agent', origin: 'token', rights: ['write'], calls: 7, errors: 3, denied: 3, stopped: false },
      { name: 'local-operator' },
      { name: 'operator', calls: 0 },
      { name: 'other', calls: 3, denied: 1, lastCall: expect.any(String) },
    ]);
  });
});

describe('the audit', () => {
  it('has every change of the operator, in pages, by a filter and as a stream', async () => {
    const { url, api } = await start({ agent: 'write', operator: 'operate', narrow: 'universe:operate' });
    const operator = api.as(tokenOf('operator'));
    const stream = new Reading(await operator.send('GET', 'audit/stream?kind=gate'));
    await stream.until('event: ready');
    await write(url, 'agent');
    await operator.send('POST', 'stop', { principal: 'agent' });
    await stream.until('event: record');
    await operator.send('POST', 'resume', { principal: 'agent' });
    await stream.until('resume writes');
    expect(stream.text).not.toContain('send_universe_command');
    const { records } = await operator.get('audit?kind=gate');
    expect(records).toMatchObject([
      { principal: 'operator', what: 'resume writes', details: { principal: 'agent' } },
      { principal: 'operator', what: 'stop writes', details: { principal: 'agent' } },
    ]);
    const first = await operator.get('audit?limit=1');
    expect(first.records).toHaveLength(1);
    const second = await operator.get(`audit?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(second.records).toMatchObject([{ what: 'stop writes' }]);
    const narrow = api.as(tokenOf('narrow'));
    expect(await narrow.status('GET', 'audit')).toBe(403);
    expect(await narrow.status('GET', 'audit?world=lighthouse')).toBe(403);
    expect((await narrow.get('audit?world=universe')).records).toMatchObject([
      { world: 'universe', principal: 'agent', outcome: 'done' },
      { world: 'universe', principal: 'agent' },
    ]);
    expect(await operator.status('GET', 'audit?cursor=wrong')).toBe(400);
    expect(await operator.status('GET', 'audit?since=yesterday')).toBe(400);
  });
});

describe('the stream of the server', () => {
  it('has approvals and records, for each principal those of its worlds', async () => {
    const { url, api } = await start(
      { agent: 'write', ann: 'operate approve', narrow: 'universe:operate', other: 'lighthouse:operate' },
      ['--approve', 'universe=writes'],
    );
    const [ann, narrow, other] = await Promise.all(
      ['ann', 'narrow', 'other'].map(async name => {
        const stream = new Reading(await api.as(tokenOf(name)).send('GET', 'stream'));
        await stream.until('event: ready');
        return stream;
      }),
    );
    const answer = write(url, 'agent');
    await ann?.until('event: requested');
    const [{ id, digest }] = (await api.as(tokenOf('ann')).get('approvals')).approvals;
    await api.as(tokenOf('ann')).send('POST', `approvals/${id}`, { approve: true, digest });
    await answer;
    for (const stream of [ann, narrow]) {
      await stream?.until('event: approved');
      await stream?.until('"outcome":"done"');
    }
    await api.as(tokenOf('ann')).send('PUT', 'gates/lighthouse', { open: 'read' });
    await ann?.until('"kind":"gate"');
    expect(other?.text).not.toMatch(/send_universe_command|event: requested/);
  });
});

describe('a session', () => {
  it('is listed without its id, and ended', async () => {
    const cwd = await temporaryFolder();
    const data = join(cwd, 'data');
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json', '--data', data], { cwd });
    const url = await program.url();
    const headers = await openSession(url);
    const ping = () =>
      fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      }).then(response => response.status);
    expect(await ping()).toBe(200);
    const api = (await OperatorAt.of(program)).as((await localServer(data)).token);
    const listed = await api.get('sessions');
    expect(listed.sessions).toMatchObject([
      {
        world: 'lighthouse',
        principal: 'local',
        client: { name: 'test', version: '1' },
        callsInFlight: 0,
        watched: 0,
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(headers['mcp-session-id']);
    const { id } = listed.sessions[0];
    expect(await api.status('DELETE', `sessions/lighthouse/${id}`)).toBe(200);
    expect(await ping()).toBe(404);
    expect((await api.get('sessions')).sessions).toEqual([]);
    expect(await api.status('DELETE', `sessions/lighthouse/${id}`)).toBe(404);
  });
});

describe('an approval', () => {
  it('lets a call that waits run exactly once, by another principal than its own', async () => {
    const cwd = await temporaryFolder();
    const data = join(cwd, 'data');
    const second = 'a-second-token-of-agent-0123';
    const tokens = `agent ${tokenOf('agent')} write approve operate\nagent ${second} write approve operate\nann ${tokenOf('ann')} approve\n`;
    await writeFile(join(cwd, 'tokens'), tokens, { mode: 0o600 });
    const flags = ['--data', data, '--token-file', 'tokens', '--allow', 'writes', '--approve', 'writes'];
    const program = new Program(['serve', 'universe', '--port', '0', '--json', ...flags], { cwd });
    const url = await program.url();
    const api = await OperatorAt.of(program);
    const stream = new Reading(await api.as(tokenOf('ann')).send('GET', 'approvals/stream'));
    await stream.until('event: ready');
    const before = await revisionOf(url, 'agent');
    const answer = write(url, 'agent');
    await stream.until('event: requested');
    const { approvals } = await api.as(tokenOf('ann')).get('approvals');
    expect(approvals).toMatchObject([
      { world: 'universe', tool: 'send_universe_command', principal: 'agent', decidable: true, position: 1 },
    ]);
    const [{ id, digest }] = approvals;
    const own = await api.as(tokenOf('agent')).get('approvals');
    expect(own.approvals).toMatchObject([{ id, decidable: false }]);
    const calls = await api.as(tokenOf('agent')).get('calls');
    expect(calls.calls).toMatchObject([{ tool: 'send_universe_command', awaitsApproval: true }]);
    for (const token of [tokenOf('agent'), second]) {
      expect(await api.as(token).status('POST', `approvals/${id}`, { approve: true, digest })).toBe(403);
    }
    const decide = () => api.as(tokenOf('ann')).status('POST', `approvals/${id}`, { approve: true, digest });
    expect((await Promise.all([decide(), decide(), decide()])).sort()).toEqual([200, 404, 404]);
    expect((await answer).isError).not.toBe(true);
    await stream.until('event: approved');
    expect(await revisionOf(url, 'agent')).toBe(before + 1);
    expect(await decide()).toBe(404);
    expect(await revisionOf(url, 'agent')).toBe(before + 1);
  });

  it('does not open a gate that was closed while the call waited', async () => {
    const { url, api } = await start({ agent: 'write', ann: 'approve operate' }, [
      '--approve',
      'universe=writes',
    ]);
    const ann = api.as(tokenOf('ann'));
    const stream = new Reading(await ann.send('GET', 'approvals/stream'));
    await stream.until('event: ready');
    const before = await revisionOf(url, 'agent');
    const answer = write(url, 'agent');
    await stream.until('event: requested');
    await ann.send('POST', 'stop', {});
    const [{ id, digest }] = (await ann.get('approvals')).approvals;
    expect(await ann.status('POST', `approvals/${id}`, { approve: true, digest })).toBe(200);
    expect((await answer).content[0]?.text).toContain('stopped all writes');
    expect(await revisionOf(url, 'agent')).toBe(before);
  });
});
