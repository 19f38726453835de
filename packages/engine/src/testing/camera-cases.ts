import assert from 'node:assert/strict';
import type { PictureInfo } from '../port/operations.js';
import type { ContractCase } from './engine-contract.js';

/** What holds for every engine that draws from another camera than the current one. */
export const cameraContract: readonly ContractCase[] = [
  {
    claim: 'draws what another camera sees, and refuses an object that is none',
    needs: ['view.capture'],
    uses: ['camera'],
    features: ['view.camera'],
    check: async bench => {
      const { call } = bench;
      const { path, sees } = bench.part('camera');
      const { id: plain } = await bench.fresh();
      const { id: camera } = await bench.at(path);
      const usual = await call('view.capture', {}, { deadline: 20_000 });
      const other = await call('view.capture', { camera }, { deadline: 20_000 });
      const has = (picture: PictureInfo) => picture.seen?.some(each => each.path === sees);
      assert.deepEqual([has(usual), has(other)], [false, true]);
      assert.notEqual(other.data, usual.data);
      assert.equal(
        has(await call('view.capture', {}, { deadline: 20_000 })),
        false,
        'the view is the usual one',
      );
      assert.ok((await bench.fails('invalid', call('view.capture', { camera: plain }))).hint);
      assert.ok((await bench.fails('not-found', call('view.capture', { camera: 'obj:999999999' }))).hint);
    },
  },
];
