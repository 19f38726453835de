import assert from 'node:assert/strict';
import type { EngineError } from '../port/engine-error.js';
import type { ContractCase } from './engine-contract.js';

export const dryRunCases: readonly ContractCase[] = [
  {
    claim: 'validates and converts a value without setting it',
    needs: ['member.read', 'member.write'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, name, values, wrong } = sample.writable;
      await call('member.write', { object, type, name, value: values[0] });
      const planned = await call('member.write', { object, type, name, value: values[1], dryRun: true });
      assert.deepEqual([planned.before.json, planned.after.json], values);
      assert.deepEqual((await call('member.read', { object, type, name })).json, values[0]);
      const place = { object, type, name, dryRun: true };
      await bench.fails('invalid', call('member.write', { ...place, value: wrong }));
      await bench.fails('invalid', call('member.write', { object, ...sample.readOnly, dryRun: true }));
      await bench.fails('not-found', call('member.write', { ...place, name: 'noSuchMember', value: 1 }));
      await bench.fails('invalid', call('member.write', { ...place, value: 1, dryRun: 'no' as never }));
    },
  },
  {
    claim: 'says what a destruction, a switch and a move would do, and does nothing',
    needs: ['object.create', 'object.destroy', 'object.activate', 'object.reparent', 'object.get'],
    check: async bench => {
      const { call } = bench;
      await bench.fresh();
      const { id: home } = await call('object.create', { name: 'Home' });
      const { id: away } = await call('object.create', { name: 'Away' });
      const { id } = await call('object.create', { name: 'Guest', parent: home });
      const { id: child } = await call('object.create', { name: 'Child', parent: id });
      const before = await call('object.get', { id });
      const { destroyed } = await call('object.destroy', { id, dryRun: true });
      assert.deepEqual([...destroyed].sort(), [id, child].sort());
      const off = await call('object.activate', { id, active: false, dryRun: true });
      assert.deepEqual(off, { before: true, after: false });
      const moved = await call('object.reparent', { id, parent: away, dryRun: true });
      assert.deepEqual([moved.before, moved.after], [home, away]);
      await bench.fails('invalid', call('object.reparent', { id, parent: child, dryRun: true }));
      await bench.fails('not-found', call('object.destroy', { id: 'obj:999999999', dryRun: true }));
      assert.deepEqual(await call('object.get', { id }), before);
      const real = await call('object.reparent', { id, parent: away });
      assert.deepEqual(real, moved);
      for (const each of [home, away]) await call('object.destroy', { id: each });
    },
  },
  {
    claim: 'says what adding and removing a component would do, and does neither',
    needs: ['component.list', 'component.add', 'component.remove'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object, componentCount } = await call('object.create', { name: 'Bearer' });
      const count = async () => (await call('component.list', { object })).total;
      const planned = await call('component.add', { object, type: sample.addable, dryRun: true });
      assert.equal(await count(), componentCount);
      await bench.fails('not-found', call('component.add', { object, type: 'No.Such.Type', dryRun: true }));
      const { index, type } = await call('component.add', { object, type: sample.addable });
      assert.deepEqual([planned.index, planned.type], [index, type]);
      assert.equal((await call('component.remove', { object, index, dryRun: true })).type, type);
      assert.equal(await count(), componentCount + 1);
      await bench.fails('not-found', call('component.remove', { object, index: 99, dryRun: true }));
      await call('object.destroy', { id: object });
    },
  },
  {
    claim: 'compiles code without running it, with the error of the real call',
    needs: ['code.check', 'code.run', 'hook.add', 'hook.source.get', 'hook.source.set', 'hook.remove'],
    check: async bench => {
      const { call, sample } = bench;
      const { answer, throwing, endless } = sample.code;
      const refused = (work: Promise<unknown>) =>
        work.then(
          () => assert.fail('it should have failed'),
          ({ kind, message }: EngineError) => ({ kind, message }),
        );
      for (const code of [answer, throwing, endless]) {
        assert.deepEqual(await call('code.check', { code }), { checked: true });
      }
      const code = `${answer}\nreturn (`;
      assert.deepEqual(
        await refused(call('code.check', { code })),
        await refused(call('code.run', { code })),
      );
      const { type, signature } = sample.method;
      await bench.fails('not-found', call('code.check', { code, hook: signature }));
      await call('hook.add', { type, method: signature });
      const { source } = await call('hook.source.get', { signature });
      assert.deepEqual(await call('code.check', { code: source, hook: signature }), { checked: true });
      const planned = await refused(call('code.check', { code, hook: signature }));
      assert.deepEqual(planned, await refused(call('hook.source.set', { signature, source: code })));
      assert.deepEqual(await call('hook.source.get', { signature }), { source });
      await call('hook.remove', { signature });
    },
  },
];
