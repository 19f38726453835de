import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { serveUniverse } from './serve-universe.js';
import { startUniverse } from './universe-server.js';

const PLANETS = ['mercury', 'venus', 'earth', 'mars', 'jupiter', 'saturn', 'uranus', 'neptune'];

describe('the first start', () => {
  it('makes the solar system, so that the first call has something to show', async () => {
    const server = await startUniverse();
    const { items } = (await server.rest.get('/universes?limit=50')).body;
    expect(items).toMatchObject([{ id: 'sol', name: 'Sol', revision: 0 }]);
    const { state } = (await server.rest.get('/universes/sol')).body;
    expect(state.stars.sun).toMatchObject({ bodyType: 'star', parentId: null });
    for (const id of PLANETS) expect(state.stars[id]).toMatchObject({ bodyType: 'planet', parentId: 'sun' });
    for (const [moon, planet] of [
      ['moon', 'earth'],
      ['io', 'jupiter'],
      ['titan', 'saturn'],
      ['triton', 'neptune'],
    ] as const) {
      expect(state.stars[moon]).toMatchObject({ bodyType: 'moon', parentId: planet });
    }
    expect(state.stars.saturn).toHaveProperty('ring');
    expect(Object.keys({ ...(state as unknown as { smallBodyFields: object }).smallBodyFields })).not.toEqual(
      [],
    );
    await server.close();
  });
});

describe('a second start', () => {
  it('changes nothing', async () => {
    const data = await temporaryFolder();
    const first = await serveUniverse(data);
    const before = await first.rest.get('/universes/sol');
    await first.stop();
    const second = await serveUniverse(data);
    const after = await second.rest.get('/universes/sol');
    expect(after.body).toEqual(before.body);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect((await second.rest.get('/universes?limit=50')).body.items).toHaveLength(1);
    await second.stop();
  });

  it('finds the solar system as it was left, with its name, its revision and its history', async () => {
    const data = await temporaryFolder();
    const first = await serveUniverse(data);
    await first.rest.command('sol', { type: 'updateStar', id: 'earth', payload: { name: 'Terra' } });
    await first.rest.put('/universes/sol', { name: 'Home' });
    const before = (await first.rest.get('/universes/sol')).body;
    const history = (await first.rest.get('/universes/sol/history')).body;
    await first.stop();
    const second = await serveUniverse(data);
    expect((await second.rest.get('/universes/sol')).body).toEqual(before);
    expect((await second.rest.get('/universes/sol/history')).body).toEqual(history);
    expect((await second.rest.post('/universes/sol/undo', {})).body).toMatchObject({
      undone: 1,
      revision: 2,
    });
    await second.stop();
  });

  it('brings back neither the solar system nor anything else that was removed', async () => {
    const data = await temporaryFolder();
    const first = await serveUniverse(data);
    expect((await first.rest.delete('/universes/sol')).status).toBe(204);
    await first.stop();
    const second = await serveUniverse(data);
    expect((await second.rest.get('/universes?limit=50')).body.items).toEqual([]);
    await second.stop();
  });
});
