import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CIRCLE = {
  stars: {
    sun: { name: 'Sun', bodyType: 'star', mass: 2e30, radius: 7e5 },
    planet: {
      name: 'Planet',
      parentId: 'sun',
      orbitalDistance: 1_000,
      orbitalSpeed: Math.PI / 50,
      radius: 10,
    },
    moon: { name: '<script>alert(1)</script>', parentId: 'planet', orbitalDistance: 10, radius: 1 },
  },
};

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
  await server.rest.create('circle', CIRCLE);
});
afterAll(() => server.close());

describe('GET /universes/:id/ephemeris', () => {
  const places = async (query: string) => {
    const { status, body } = await server.rest.get(`/universes/circle/ephemeris${query}`);
    expect(status).toBe(200);
    return { ...body, at: (id: string) => body.bodies.find(place => place.id === id)! };
  };

  it('returns the position of every body at the given time', async () => {
    const { t, bodies, at } = await places('?t=25');
    expect(t).toBe(25);
    expect(bodies.map(({ id }) => id)).toEqual(['sun', 'planet', 'moon']);
    expect(Math.hypot(at('planet').x, at('planet').y, at('planet').z)).toBeCloseTo(1_000, 6);
  });

  it('comes round after one period, and stands opposite after half of it', async () => {
    const [begin, half, whole] = await Promise.all(['?t=0', '?t=50', '?t=100'].map(places));
    const [a, b, c] = [begin, half, whole].map(one => one!.at('planet'));
    expect(b!.x).toBeCloseTo(-a!.x, 6);
    expect(b!.z).toBeCloseTo(-a!.z, 6);
    expect(c!.x).toBeCloseTo(a!.x, 6);
    expect(c!.z).toBeCloseTo(a!.z, 6);
  });

  it('carries moons along with their planets', async () => {
    const { at } = await places('?t=33');
    const [moon, planet] = [at('moon'), at('planet')];
    expect(Math.hypot(moon.x - planet.x, moon.y - planet.y, moon.z - planet.z)).toBeCloseTo(10, 6);
  });

  it('takes the time of the universe where none is asked for', async () => {
    await server.rest.create('clock', CIRCLE);
    await server.rest.command('clock', { type: 'tick', dt: 25 });
    const { body, headers } = await server.rest.get('/universes/clock/ephemeris');
    expect(body).toMatchObject({ t: 25, revision: 1 });
    expect(body.bodies).toEqual((await places('?t=25')).bodies);
    expect(headers.get('etag')).toMatch(/^"1\b/);
  });

  it('has a place for every body of the solar system', async () => {
    const { bodies } = (await server.rest.get('/universes/sol/ephemeris?t=1e9')).body;
    const { stars } = (await server.rest.get('/universes/sol')).body.state;
    expect(bodies.map(({ id }) => id).sort()).toEqual(Object.keys(stars).sort());
    for (const { x, y, z } of bodies) expect([x, y, z].every(Number.isFinite)).toBe(true);
  });
});

describe('GET /universes/:id/map.svg', () => {
  it('is a picture that cannot run as a page', async () => {
    const { status, text, headers } = await server.rest.get('/universes/sol/map.svg');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(text.trimEnd()).toMatch(/<\/svg>$/);
  });

  it('names the bodies of the system', async () => {
    const { text } = await server.rest.get('/universes/sol/map.svg');
    for (const name of ['Sun', 'Earth', 'Jupiter', 'Saturn', 'Neptune']) expect(text).toContain(name);
  });

  it('writes names as text, whatever is in them', async () => {
    const { text } = await server.rest.get('/universes/circle/map.svg?focus=planet');
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script');
  });

  it('has the size that was asked for, and looks at one body where asked to', async () => {
    const { text } = await server.rest.get('/universes/sol/map.svg?width=640&height=480&focus=jupiter');
    expect(text).toMatch(/width="640" height="480"/);
    expect(text).toContain('Io');
    expect(text).not.toContain('Mercury');
    expect((await server.rest.get('/universes/sol/map.svg?focus=missing')).status).toBe(404);
  });

  it('can be drawn of nothing', async () => {
    await server.rest.create('void');
    expect((await server.rest.get('/universes/void/map.svg')).status).toBe(200);
    expect((await server.rest.get('/universes/void/map.png')).bytes.subarray(0, 8)).toEqual(PNG);
  });
});

describe('GET /universes/:id/map.png', () => {
  it('is a picture of the size that was asked for', async () => {
    const { status, bytes, headers } = await server.rest.get('/universes/sol/map.png?width=500&height=300');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(bytes.subarray(0, 8)).toEqual(PNG);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([500, 300]);
  });

  it('is a JPEG of the same size at map.jpeg, within maxBytes', async () => {
    const path = '/universes/sol/map.jpeg?width=500&height=300&maxBytes=20000';
    const { status, bytes, headers } = await server.rest.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    expect([bytes.readUInt16BE(frame + 7), bytes.readUInt16BE(frame + 5)]).toEqual([500, 300]);
    expect(bytes.length).toBeLessThanOrEqual(20_000);
    const wrong = await server.rest.get('/universes/sol/map.jpeg?width=9');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('pixels')]);
  });

  it('is rendered once per revision', async () => {
    await server.rest.create('painted', CIRCLE);
    const read = () => server.rest.get('/universes/painted/map.png?width=300&height=300');
    const together = await Promise.all(range(1, 40).map(read));
    expect(together.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const [first] = together;
    for (const { bytes, headers } of together) {
      expect(bytes.equals(first!.bytes)).toBe(true);
      expect(headers.get('etag')).toBe(first!.headers.get('etag'));
    }
    await server.rest.command('painted', { type: 'tick', dt: 25 });
    const next = await read();
    expect(next.headers.get('etag')).not.toBe(first!.headers.get('etag'));
    expect(next.bytes.equals(first!.bytes)).toBe(false);
  });
});
