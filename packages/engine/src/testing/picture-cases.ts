import assert from 'node:assert/strict';
import type { ParamsOf } from '../port/operations.js';
import type { ContractCase } from './engine-contract.js';

const MAX_DEFAULT_BYTES = 1_500_000;

/** What holds for every engine that can draw. An engine without a display may leave out view.capture. */
export const pictureContract: readonly ContractCase[] = [
  {
    claim: 'draws a picture of 1.5 MB at most, and names the objects in it',
    needs: ['view.capture'],
    check: async bench => {
      const { call, sample } = bench;
      await bench.fresh();
      const { id, path } = await bench.at(sample.paths.seen);
      const picture = await call('view.capture', {}, { deadline: 20_000 });
      const { data, mimeType, width, height, seen = [], seenTotal = 0 } = picture;
      const bytes = Buffer.from(data, 'base64');
      assert.ok(bytes.length <= MAX_DEFAULT_BYTES, `it has ${bytes.length} bytes`);
      assert.equal(mimeType, 'image/png');
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [width, height]);
      const found = seen.find(each => each.id === id);
      assert.equal(found?.path, path);
      assert.ok(found.x >= 0 && found.x < width && found.y >= 0 && found.y < height && found.distance > 0);
      assert.ok(seen.length <= 40 && seenTotal >= seen.length);
      const at = { x: (found.x + 0.5) / width, y: (found.y + 0.5) / height, normalized: true };
      const names = (await call('pick.world', at)).map(hit => hit.path);
      assert.ok(names.includes(path), 'a pick at its pixel meets it');
      await call('object.activate', { id, active: false });
      const without = await call('view.capture', {}, { deadline: 20_000 });
      assert.ok(!without.seen?.some(each => each.id === id));
    },
  },
  {
    claim: 'draws a picture of the size that is asked for, and refuses sizes that are not valid',
    needs: ['view.capture'],
    check: async bench => {
      await bench.fresh();
      const { width, height } = await bench.call(
        'view.capture',
        { width: 160, height: 90 },
        { deadline: 20_000 },
      );
      assert.deepEqual([width, height], [160, 90]);
      for (const wrong of [{ width: 0 }, { height: 1e6 }, { width: 1.5 }, { width: 'wide' }]) {
        const params = wrong as ParamsOf<'view.capture'>;
        assert.ok((await bench.fails('invalid', bench.call('view.capture', params))).hint);
      }
    },
  },
  {
    claim: 'draws an object so that it fills the middle of the picture, and refuses one that is gone',
    needs: ['view.capture'],
    check: async bench => {
      const { call, sample } = bench;
      await bench.fresh();
      const { id, path } = await bench.at(sample.paths.seen);
      const picture = await call('view.capture', { focus: id }, { deadline: 20_000 });
      const found = picture.seen?.find(each => each.path === path);
      assert.ok(found, `${path} is seen`);
      assert.ok(Math.abs(found.x / picture.width - 0.5) < 0.25, `it is at ${found.x} of ${picture.width}`);
      assert.ok(Math.abs(found.y / picture.height - 0.5) < 0.25, `it is at ${found.y} of ${picture.height}`);
      const gone = call('view.capture', { focus: 'obj:999999' });
      assert.ok((await bench.fails('not-found', gone)).hint);
    },
  },
];
