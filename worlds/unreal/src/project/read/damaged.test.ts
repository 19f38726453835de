import { fixtureNames, mutate, readFixture, seeded } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { UnrealError } from '../../port/unreal-error.js';
import { TempProject } from '../temp-project.test.js';

describe('a damaged package', () => {
  it('is listed and described, and other requests are answered or refused', async () => {
    const project = new TempProject();
    const opened = await project.open();
    const real = await Promise.all((await fixtureNames()).map(readFixture));
    for (let seed = 0; seed < 100; seed++) {
      const random = seeded(seed);
      const bytes = mutate(real[random(real.length)] as Uint8Array, random, real);
      project.write('Content/Hurt.umap', bytes);
      const path = '/Game/Hurt';
      expect(await opened.call('asset.list', {})).toMatchObject({ total: 1, items: [{ path }] });
      expect(await opened.call('asset.describe', { path })).toMatchObject({ path });
      for (const asked of [
        () => opened.call('asset.contents', { path, format: 't3d' }),
        () => opened.call('asset.picture', { path }),
        () => opened.call('actor.list', { level: path }),
        () => opened.call('property.read', { object: path }),
      ]) {
        const answer = await asked().catch((thrown: unknown) => thrown);
        if (answer instanceof Error) expect(answer, `seed ${seed}`).toBeInstanceOf(UnrealError);
      }
    }
  });
});
