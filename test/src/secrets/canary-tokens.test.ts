import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Program, run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { RawFrames } from '../frames/raw-frames.js';
import { modern } from '../harness.js';
import { rpc } from '../http/lab.js';
import { RawSocket, rawRequest } from '../http/raw-socket.js';

const RIGHT = 'canary-right-7b1fd0e2c94a5838';
const WRONG = 'canary-wrong-0c61aa27de3b9f44';
/** The part that both share, in any encoding. */
const TRACES = [
  'canary-',
  '7b1fd0e2c94a5838',
  '0c61aa27de3b9f44',
  Buffer.from('canary-').toString('base64').slice(0, 8),
];
const COMMAND = JSON.stringify({ type: 'addStar', id: 'vulcan', payload: { parentId: 'sun' } });

function expectNoTrace(where: string, text: string): void {
  for (const trace of TRACES)
    expect({ where, leaked: text.includes(trace) }).toEqual({ where, leaked: false });
}

/** The real program with a token, at the most verbose log level. */
async function serve() {
  const cwd = await temporaryFolder();
  const data = join(cwd, 'data');
  await writeFile(join(cwd, 'tokens'), `ann ${RIGHT}\n`);
  await chmod(join(cwd, 'tokens'), 0o600);
  // Many wrong tokens come from one address here, and none may be throttled.
  await writeFile(join(cwd, 'worldwire.json'), '{"limits":{"authFailures":1000}}');
  const flags = [
    '--config',
    'worldwire.json',
    '--frames',
    '--token-file',
    'tokens',
    '--data',
    data,
    '--log-level',
    'trace',
  ];
  const program = new Program(['serve', 'universe', '--port', '0', '--json', ...flags], { cwd });
  const url = await program.url();
  const line = await program.line('stdout', '"wire":"frames"');
  const frames = Number(new URL((JSON.parse(line) as { url: string }).url).port);
  return {
    port: Number(new URL(url).port),
    frames,
    /** Ends the program, and searches all its output. */
    async expectNothingKept() {
      program.kill('SIGTERM');
      const { code, stdout, stderr } = await program.ended;
      expect(code).toBe(0);
      expectNoTrace('standard output', stdout);
      expectNoTrace('the log', stderr);
      for (const name of await readdir(data, { recursive: true })) {
        const content = await readFile(join(data, name), 'latin1').catch(() => '');
        expectNoTrace(name, content);
      }
      return { stderr, audit: await readFile(join(data, 'audit.jsonl'), 'utf8') };
    },
  };
}

describe('a token, right or wrong, is in no log line, no file and no answer', () => {
  it('of HTTP: in the header, the query, the path and the body', async () => {
    const { port, expectNothingKept } = await serve();
    const { headers, body } = modern('tools/list');
    const ask = async (
      method: string,
      target: string,
      authorization: string | undefined,
      text = '',
      more: Readonly<Record<string, string>> = {},
    ) => {
      const all: [string, string][] = [['Host', `127.0.0.1:${port}`], ...Object.entries(more)];
      if (authorization !== undefined) all.push(['Authorization', authorization]);
      const answer = await RawSocket.exchange(port, rawRequest(method, target, all, text));
      expectNoTrace(`${method} ${target} answered ${answer.status}`, JSON.stringify(answer));
      return answer.status;
    };
    const json = { 'content-type': 'application/json' };
    for (const token of [RIGHT, WRONG]) {
      const known = token === RIGHT;
      const basic = `Basic ${Buffer.from(`ann:${token}`).toString('base64')}`;
      expect(await ask('POST', '/mcp', `Bearer ${token}`, body, headers)).toBe(known ? 200 : 401);
      expect(await ask('POST', '/universes/sol/commands', `Bearer ${token}`, COMMAND, json)).toBe(
        known ? 200 : 401,
      );
      expect(await ask('POST', '/mcp', `Bearer ${token}x`, body, headers)).toBe(401);
      expect(await ask('POST', '/mcp', basic, body, headers)).toBe(401);
      expect(await ask('POST', '/mcp', token, body, headers)).toBe(401);
      expect(await ask('POST', `/mcp?token=${token}`, undefined, body, headers)).toBe(401);
      expect(await ask('GET', `/events?access_token=${token}`, undefined)).toBe(401);
      expect(await ask('GET', `/${token}`, undefined)).toBe(401);
      expect(await ask('GET', `/${token}?token=${token}`, `Bearer ${RIGHT}`)).toBe(404);
      expect(await ask('GET', '/universes', undefined, '', { cookie: `token=${token}` })).toBe(401);
      expect(await ask('POST', '/mcp', `Bearer ${RIGHT}`, `{"token":"${token}"`, headers)).toBe(400);
    }
    const { audit } = await expectNothingKept();
    expect(audit).toContain('"principal":"ann"');
  });

  it('of frames: in session.authenticate, right, wrong, misspelled and in another member', async () => {
    const { frames, expectNothingKept } = await serve();
    const output: string[] = [];
    const client = await RawFrames.open({ port: frames });
    const wrong = [
      { token: WRONG },
      { token: `${RIGHT}x` },
      { token: [RIGHT] },
      { secret: RIGHT },
      { token: WRONG, role: 'engine' },
    ];
    for (const params of wrong) {
      const unauthenticated = await RawFrames.open({ port: frames });
      const { error } = await unauthenticated.authenticate(params as { token: string });
      expect(error?.code).toBe(1000);
      await unauthenticated.end();
      output.push(...unauthenticated.texts);
    }
    client.send(
      rpc(WRONG, {}, 'method'),
      `{"jsonrpc":"2.0","id":1,"method":"session.authenticate","params":["${RIGHT}"]}`,
      `{"token":"${RIGHT}`,
    );
    await client.answer('method');
    await client.answer(null);
    expect((await client.authenticate({ token: RIGHT })).result).toHaveProperty('sessionId');
    client.send(rpc('session.authenticate', { token: RIGHT, world: 'nowhere' }, 'again'));
    await client.answer('again');
    output.push(...client.texts);
    for (const text of output) expectNoTrace('an answer on frames', text);
    const { stderr } = await expectNothingKept();
    expect(stderr).toContain('authentication failed');
  });

  it('of stdio: in a header of its messages, and in what is not JSON', async () => {
    const input = [
      rpc('session.authenticate', { token: WRONG }, 1),
      rpc('ping', { authorization: `Bearer ${WRONG}` }, 2),
      `Authorization: Bearer ${WRONG}`,
      `{"token":"${WRONG}"`,
    ];
    const cwd = await temporaryFolder();
    const args = ['stdio', 'universe', '--log-level', 'trace', '--data', join(cwd, 'data')];
    const { code, stdout, stderr } = await run(args, { cwd }, `${input.join('\n')}\n`);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(4);
    expectNoTrace('an answer on stdio', stdout);
    expectNoTrace('the log', stderr);
  });
});
