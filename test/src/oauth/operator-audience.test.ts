import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../apps/worldwire/src/operator/operator-api.js';
import {
  IssuerLab,
  sign,
  type TestKey,
  testKey,
} from '../../../packages/transports/src/oauth/issuer-lab.test.js';
import { BrowserPage, toolCall } from '../console-server/browser-page.js';
import { garden, serveHere } from '../front-door/garden.js';

const SCOPES = ['read', 'write', 'operate', 'approve'].map(right => `worldwire:${right}`).join(' ');
/** The same route for the router. */
const SPELLINGS = [
  'operator/worlds',
  '%6Fperator/worlds',
  'operator/%77orlds',
  '%6f%70erator/worlds?limit=1',
];

let key: TestKey;
let issuer: IssuerLab;

beforeAll(async () => {
  key = await testKey('k1');
  issuer = await IssuerLab.start(key);
});
afterAll(() => issuer.close());

/** An access token with every right, for an audience. */
function tokenFor(aud: string | readonly string[]): Promise<string> {
  const seconds = Math.floor(Date.now() / 1_000);
  return sign(issuer.url, key, { aud, scope: SCOPES, iat: seconds, exp: seconds + 300 });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function statusAt(base: string, path: string, token: string, method = 'GET'): Promise<number> {
  return new BrowserPage(base).status(method, path, undefined, bearer(token));
}

interface Setting {
  readonly main: string;
  /** The address of each port, with a slash. */
  readonly ports: readonly string[];
  /** What tokens for the worlds are for. */
  readonly worlds: readonly string[];
  /** What tokens of operators are for. */
  readonly root: string;
}

type Start = () => Promise<Setting>;

/** Every refused token counts as a wrong one. */
const common = () => ({ oauthIssuer: [issuer.url], limits: { authFailures: 10_000 } });
const baseOf = (url: string) => new URL('/', url).href;

const SETTINGS: Readonly<Record<string, Start>> = {
  async 'two worlds at ports of their own'() {
    const { mainUrl, endpoints } = await serveHere([garden(), garden('pond')], {
      port: { main: 0, garden: 0, pond: 0 },
      ...common(),
    });
    const own = endpoints.map(({ url }) => url);
    return {
      main: mainUrl,
      ports: [mainUrl, ...own.map(baseOf)],
      worlds: [...own, `${mainUrl}garden/mcp`, `${mainUrl}pond/mcp`],
      root: mainUrl,
    };
  },
  async 'one world at the main port'() {
    const { mainUrl } = await serveHere(garden(), { ...common() });
    return {
      main: mainUrl,
      ports: [mainUrl],
      worlds: [`${mainUrl}mcp`, `${mainUrl}sse`, `${mainUrl}garden/mcp`],
      root: mainUrl,
    };
  },
  async 'public URLs below a sub-path'() {
    const { mainUrl, endpoints } = await serveHere([garden(), garden('pond')], {
      port: { main: 0, garden: 0, pond: 0 },
      ...common(),
      oauthAudience: [
        'main=https://worlds.example/live/',
        'garden=https://worlds.example/live/garden/mcp',
        'pond=https://pond.example/mcp',
      ],
    });
    return {
      main: mainUrl,
      ports: [mainUrl, ...endpoints.map(({ url }) => baseOf(url))],
      worlds: ['https://worlds.example/live/garden/mcp', 'https://pond.example/mcp', mainUrl],
      root: 'https://worlds.example/live/',
    };
  },
  async 'the public URL of one world'() {
    const { mainUrl } = await serveHere(garden(), {
      ...common(),
      oauthAudience: ['https://worlds.example/live/mcp'],
    });
    return {
      main: mainUrl,
      ports: [mainUrl],
      worlds: ['https://worlds.example/live/mcp'],
      root: 'https://worlds.example/live/',
    };
  },
};

describe.each(Object.entries(SETTINGS))('the operator’s interface with %s', (_, start) => {
  it('takes access tokens for the main port at every port, and none for a world', async () => {
    const { ports, worlds, root } = await start();
    const found: unknown[] = [];
    for (const base of ports) {
      for (const path of SPELLINGS) {
        found.push([base, path, root, await statusAt(base, path, await tokenFor(root))]);
        for (const world of worlds)
          found.push([base, path, world, await statusAt(base, path, await tokenFor(world))]);
      }
    }
    const expected = ports.flatMap(base =>
      SPELLINGS.flatMap(path => [[base, path, root, 200], ...worlds.map(world => [base, path, world, 401])]),
    );
    expect(found).toEqual(expected);
  });

  it('refuses a token for a world at every route, also after the world has accepted it', async () => {
    const { ports, worlds } = await start();
    const own = ROUTES.map(({ method, path }) => [method, `operator/${path.replaceAll('*', 'x')}`] as const);
    const routes = [...own, ['GET', 'metrics'] as const];
    const token = await tokenFor(worlds);
    for (const base of ports) {
      const { body, headers } = toolCall('look', {});
      await new BrowserPage(base).status('POST', 'mcp', body, { ...headers, ...bearer(token) });
      for (const [method, path] of routes)
        expect([base, method, path, await statusAt(base, path, token, method)]).toEqual([
          base,
          method,
          path,
          401,
        ]);
    }
  });

  it('opens no session of the console for a token of a world', async () => {
    const { main, worlds, root } = await start();
    for (const world of worlds)
      expect((await new BrowserPage(main).logIn({ token: await tokenFor(world) })).status).toBe(401);
    expect((await new BrowserPage(main).logIn({ token: await tokenFor(root) })).status).toBe(200);
  });

  it('names metadata whose resource is that of such tokens', async () => {
    const { ports, root, main } = await start();
    for (const base of ports) {
      const response = await fetch(new URL('operator/worlds', base));
      const challenge = response.headers.get('www-authenticate') as string;
      expect(challenge).toContain('scope="worldwire:operate"');
      const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      const { pathname, origin } = new URL(metadata);
      expect(origin).toBe(new URL(root).origin);
      // A public URL leads here by a proxy.
      const document = await (await fetch(new URL(pathname, main))).json();
      expect(document).toMatchObject({ resource: root });
    }
  });
});

describe('a world', () => {
  it('does not take tokens for the main port, at any port', async () => {
    const { ports, main } = await (SETTINGS['two worlds at ports of their own'] as Start)();
    const { body, headers } = toolCall('look', {});
    const token = await tokenFor(main);
    for (const base of ports)
      for (const path of ['mcp', 'garden/mcp', 'pond/mcp', '%70ond/mcp']) {
        const page = new BrowserPage(base);
        // The main port has no world at its root, and the port of a world no other.
        expect([401, 404]).toContain(await page.status('POST', path, body, { ...headers, ...bearer(token) }));
      }
  });

  it('with the public URL of the main port is refused at the start', async () => {
    for (const oauthAudience of [
      ['garden=https://worlds.example/', 'main=https://worlds.example'],
      ['garden=https://worlds.example/mcp', 'pond=http://127.0.0.1:3999'],
    ]) {
      const starting = serveHere([garden(), garden('pond')], {
        port: { main: 3999, garden: 0, pond: 0 },
        ...common(),
        oauthAudience,
      });
      await expect(starting).rejects.toThrow('would operate the server');
    }
  });
});
