import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenMetrics } from './metrics-listener.js';

const render = async () => 'worldwire_up 1\n';

async function open() {
  const listener = await listenMetrics(0, { render });
  onTestFinished(() => listener.close());
  return listener.url;
}

/** `fetch` cannot send another Host. */
function get(url: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, response => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('the port for metrics', () => {
  it('answers GET /metrics with the text format 0.0.4', async () => {
    const response = await fetch(await open());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toBe('worldwire_up 1\n');
  });

  it('is on 127.0.0.1 only', async () => {
    expect(new URL(await open()).hostname).toBe('127.0.0.1');
  });

  it('refuses another Host, the pages of a browser, other paths and other methods', async () => {
    const url = await open();
    const { port } = new URL(url);
    expect(await get(url, { host: `localhost:${port}` })).toBe(200);
    expect(await get(url, { host: `evil.example:${port}` })).toBe(403);
    expect(await get(url, { origin: 'http://evil.example' })).toBe(403);
    expect(await get(url.replace('/metrics', '/'), {})).toBe(404);
    expect(await get(url.replace('/metrics', '/metrics2'), {})).toBe(404);
    expect(await get(url, {}, 'POST')).toBe(405);
  });

  it('answers probes of all worlds and of each, for any Host', async () => {
    const isDown = async () => false;
    const worlds = [
      { path: '/garden/mcp', prefix: '/garden', isReady: async () => true },
      { path: '/pond/mcp', prefix: '/pond', isReady: isDown },
    ];
    const listener = await listenMetrics(0, { render }, worlds);
    onTestFinished(() => listener.close());
    const probe = (path: string, method?: string) =>
      get(listener.url.replace('/metrics', path), { host: '10.42.0.17' }, method);
    expect(await Promise.all(['/live', '/garden/ready', '/garden/health'].map(path => probe(path)))).toEqual([
      200, 200, 200,
    ]);
    expect(await Promise.all(['/ready', '/health', '/pond/ready'].map(path => probe(path, 'HEAD')))).toEqual([
      503, 503, 503,
    ]);
    expect(await probe('/live', 'POST')).toBe(403);
  });

  it('says which flag chooses another port when this one is taken', async () => {
    const { port } = new URL(await open());
    await expect(listenMetrics(Number(port), { render })).rejects.toThrow('--metrics-port N');
  });
});
