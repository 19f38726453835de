import assert from 'node:assert/strict';
import type { ContractCase } from './engine-contract.js';

export const hookCases: readonly ContractCase[] = [
  {
    claim: 'counts the calls of a hooked method while the hook is on, and is rid of it afterwards',
    needs: ['hook.methods', 'hook.list', 'hook.add', 'hook.remove', 'hook.enable', 'method.call'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, signature, args } = sample.method;
      const calls = async () =>
        (await call('hook.list', {})).items.find(each => each.signature === signature)?.calls;
      const meet = () => call('method.call', { object, type, name: signature, args });
      const methods = await call('hook.methods', { type, limit: 1000 });
      assert.ok(methods.items.some(each => each.signature === signature));
      assert.deepEqual(await call('hook.add', { type, method: signature }), {
        signature,
        enabled: true,
        calls: 0,
      });
      await bench.fails('invalid', call('hook.add', { type, method: signature }));
      await meet();
      assert.equal(await calls(), 1);
      const off = await call('hook.enable', { signature, enabled: false });
      assert.deepEqual(off, { before: true, after: false });
      await meet();
      assert.equal(await calls(), 1);
      await call('hook.remove', { signature });
      await meet();
      assert.equal(await calls(), undefined);
      await bench.fails('not-found', call('hook.remove', { signature }));
      await bench.fails('not-found', call('hook.add', { type, method: 'NoSuchMethod' }));
      await bench.fails('not-found', call('hook.add', { type: 'No.Such.Type', method: 'X' }));
    },
  },
  {
    claim: 'records the calls of a hooked method with time, object and arguments, without any code',
    needs: ['hook.add', 'hook.calls', 'hook.remove', 'method.call'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object, path } = await bench.fresh();
      const { type, signature, args } = sample.method;
      const meet = () => call('method.call', { object, type, name: signature, args });
      await call('hook.add', { type, method: signature });
      const empty = { signature, enabled: true, total: 0, items: [], dropped: 0, next: 0 };
      assert.deepEqual(await call('hook.calls', { signature }), empty);
      for (let count = 0; count < 3; count++) await meet();
      const { items, ...rest } = await call('hook.calls', { signature });
      assert.deepEqual(rest, { signature, enabled: true, total: 3, dropped: 0, next: 3 });
      assert.deepEqual(
        items.map(each => [each.number, each.object, each.path, each.args.length]),
        [1, 2, 3].map(number => [number, object, path, args.length]),
      );
      assert.ok(
        items.every(({ at, args: [first] }) => !Number.isNaN(Date.parse(at)) && first === String(args[0])),
      );
      const numbers = async (params: object) =>
        (await call('hook.calls', { signature, ...params })).items.map(({ number }) => number);
      assert.deepEqual(await numbers({ limit: 2 }), [2, 3]);
      assert.deepEqual(await numbers({ since: 0, limit: 2 }), [1, 2]);
      assert.deepEqual(await numbers({ since: 2 }), [3]);
      assert.deepEqual(await numbers({ since: 99 }), []);
      await bench.fails('invalid', call('hook.calls', { signature, since: -1 }));
      await bench.fails('invalid', call('hook.calls', { signature, limit: 0.5 }));
      await call('hook.remove', { signature });
      assert.ok((await bench.fails('not-found', call('hook.calls', { signature }))).hint);
    },
  },
  {
    claim: 'keeps the last 256 calls of a hook, and counts those that it dropped',
    needs: ['hook.add', 'hook.calls', 'hook.remove', 'method.call', 'time.set'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, signature, args } = sample.method;
      // The game calls the method, too.
      await call('time.set', { scale: 0 });
      await call('hook.add', { type, method: signature });
      for (let round = 0; round < 26; round++) {
        await Promise.all(
          Array.from({ length: 10 }, () => call('method.call', { object, type, name: signature, args })),
        );
      }
      const all = await call('hook.calls', { signature, since: 0, limit: 1000 });
      assert.deepEqual([all.total, all.items.length, all.dropped, all.next], [260, 256, 4, 260]);
      assert.deepEqual([all.items[0]?.number, all.items.at(-1)?.number], [5, 260]);
      const page = await call('hook.calls', { signature, since: 2, limit: 3 });
      assert.deepEqual([page.items.map(({ number }) => number), page.dropped, page.next], [[5, 6, 7], 2, 7]);
      await call('hook.remove', { signature });
      await call('time.set', { scale: 1 });
    },
  },
  {
    claim: 'keeps the source of a hook',
    needs: ['hook.add', 'hook.source.get', 'hook.source.set'],
    check: async bench => {
      const { call, sample } = bench;
      const { type, signature } = sample.method;
      await call('hook.add', { type, method: signature });
      const { source } = await call('hook.source.get', { signature });
      const set = await call('hook.source.set', { signature, source: `${source}\n` });
      assert.deepEqual(set, { before: source, after: `${source}\n` });
      await call('hook.remove', { signature });
      await bench.fails('not-found', call('hook.source.get', { signature }));
      // Adding a hook needs fewer rights than setting a source.
      await call('hook.add', { type, method: signature });
      assert.deepEqual(await call('hook.source.get', { signature }), { source });
      await call('hook.remove', { signature });
    },
  },
  {
    claim: 'runs code and says what it came to, and what it threw',
    needs: ['code.run'],
    check: async bench => {
      const { answer, throwing } = bench.sample.code;
      assert.equal((await bench.call('code.run', { code: answer })).text, '42');
      await bench.fails('failed', bench.call('code.run', { code: throwing }));
    },
  },
  {
    claim: 'stops code without an end and answers the next call',
    needs: ['code.run'],
    check: async bench => {
      const endless = bench.call('code.run', { code: bench.sample.code.endless }, { deadline: 15_000 });
      await bench.fails('timeout', endless);
      assert.ok((await bench.call('scene.list', {})).length > 0);
    },
  },
  {
    claim: 'gives up waiting at the deadline of the caller',
    needs: ['code.run'],
    check: async bench => {
      const { endless } = bench.sample.code;
      await bench.fails('timeout', bench.call('code.run', { code: endless }, { deadline: 50 }));
      assert.ok((await bench.call('scene.list', {}, { deadline: 15_000 })).length > 0);
    },
  },
];
