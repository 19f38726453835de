import { writeFile } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Program, temporaryFolder } from '../testing/program.js';
import { ROUTES } from './operator-api.js';

const OLGA = { authorization: 'Bearer token-of-olga-0123456789' };
const RENE = { authorization: 'Bearer token-of-rene-0123456789' };
const JSON_BODY = { 'content-type': 'application/json' };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

const agent = new Agent({ keepAlive: true });
let main: string;
let own: string;

afterAll(() => agent.destroy());
beforeEach(async () => {
  const cwd = await temporaryFolder();
  const tokens = 'olga token-of-olga-0123456789 operate approve\nrene token-of-rene-0123456789 read\n';
  await writeFile(join(cwd, 'tokens'), tokens, { mode: 0o600 });
  const program = new Program(
    ['serve', 'lighthouse', '--port', 'main=0', '--port', 'lighthouse=0', '--json', '--data', 'data'].concat([
      '--token-file',
      'tokens',
    ]),
    { cwd },
  );
  own = new URL(await program.url()).origin;
  const { url } = JSON.parse(await program.line('stdout', '"wire":"console"')) as { url: string };
  main = new URL(url).origin;
});

/** The head of an answer. Its body is not read: that of a stream has no end. */
function ask(
  origin: string,
  method: string,
  path: string,
  headers: object = {},
  body?: string,
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const length = body !== undefined && { 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent },
      response => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers });
        if (response.headers['content-type'] === 'text/event-stream') response.destroy();
        else response.resume();
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** What an answer lacks: nothing, if it is right. */
function lacks({ status, headers }: Answer, what: string): readonly string[] {
  const right = headers['x-content-type-options'] === 'nosniff' && headers['cache-control'] === 'no-store';
  return right ? [] : [`${what} ${status} ${headers['x-content-type-options']} ${headers['cache-control']}`];
}

const SPECIAL = [
  ['a stream', 200, 'GET', '/operator/stream', OLGA],
  ['an encoded path', 200, 'GET', '/%6Fperator/worlds', OLGA],
  ['an encoded path without a credential', 401, 'GET', '/%6fperator/worlds', {}],
  ['a path that cannot be decoded', 400, 'GET', '/operator/%zz', OLGA],
  ['another type of body', 415, 'POST', '/operator/stop', { ...OLGA, 'content-type': 'text/plain' }, 'x'],
  ['a body that is not JSON', 400, 'POST', '/operator/stop', { ...OLGA, ...JSON_BODY }, '{'],
  ['a large body', 413, 'POST', '/operator/stop', { ...OLGA, ...JSON_BODY, 'content-length': 1e9 }],
  [
    'a compressed body',
    415,
    'POST',
    '/operator/stop',
    { ...OLGA, ...JSON_BODY, 'content-encoding': 'gzip' },
    'x',
  ],
  ['another Host', 403, 'GET', '/operator/worlds', { ...OLGA, host: 'evil.example' }],
  ['another Origin', 403, 'GET', '/operator/worlds', { ...OLGA, origin: 'https://evil.example' }],
  ['a preflight', 204, 'OPTIONS', '/operator/worlds', {}],
  ['a query', 200, 'GET', '/operator/worlds?limit=1', OLGA],
] as const;

describe('an answer of the operator’s interface', () => {
  it.each(['main', 'own'])(
    'is not sniffed and not kept: every route, method and caller, at the %s port',
    async which => {
      const origin = which === 'main' ? main : own;
      const wrong: string[] = [];
      const statuses = new Set<number>();
      const note = async (method: string, path: string, headers: object, body?: string) => {
        const answer = await ask(origin, method, path, headers, body);
        statuses.add(answer.status);
        wrong.push(...lacks(answer, `${method} ${path}`));
      };
      const paths = [...new Set(ROUTES.map(({ path }) => `/operator/${path.replaceAll('*', 'x')}`))];
      for (const path of [...paths, '/operator/', '/operator/unknown', '/metrics']) {
        for (const method of METHODS) {
          for (const who of [{}, OLGA, RENE, { authorization: 'Bearer wrong' }])
            await note(
              method,
              path,
              { ...who, ...JSON_BODY },
              method === 'GET' || method === 'HEAD' ? undefined : '{}',
            );
        }
      }
      expect(wrong).toEqual([]);
      expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 405, 429]));
    },
  );

  it('has these headers also where the path, the body or the source of the request is special', async () => {
    const all = SPECIAL.flatMap(each => [main, own].map(origin => [origin, ...each] as const));
    const answers = await Promise.all(
      all.map(async ([origin, what, , method, path, headers, body]) => {
        const answer = await ask(origin, method, path, headers, body);
        return [what, answer.status, ...lacks(answer, path)];
      }),
    );
    expect(answers).toEqual(all.map(([, what, status]) => [what, status]));
  });
});
