import assert from 'node:assert/strict';
import type { ContractCase } from './engine-contract.js';

export const memberCases: readonly ContractCase[] = [
  {
    claim: 'puts a component on an object and takes it off by its type or its place',
    needs: ['component.list', 'component.add', 'component.remove'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object, componentCount } = await call('object.create', { name: 'Bearer' });
      const added = await call('component.add', { object, type: sample.addable });
      const list = await call('component.list', { object });
      assert.equal(list.total, componentCount + 1);
      assert.equal(list.items[added.index]?.type, added.type);
      assert.equal((await call('component.remove', { object, index: added.index })).type, added.type);
      await call('component.add', { object, type: sample.addable });
      await call('component.remove', { object, type: sample.addable });
      assert.equal((await call('component.list', { object })).total, componentCount);
      await bench.fails('not-found', call('component.remove', { object, type: sample.addable }));
      await bench.fails('not-found', call('component.remove', { object, index: 99 }));
      await bench.fails('not-found', call('component.add', { object, type: 'No.Such.Type' }));
      await bench.fails('invalid', call('component.remove', { object }));
      await call('object.destroy', { id: object });
    },
  },
  {
    claim: 'puts a removed component back with its values and at its place',
    needs: ['component.list', 'component.remove', 'component.restore', 'member.write', 'member.read'],
    optional: true,
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, name, values } = sample.writable;
      await call('member.write', { object, type, name, value: values[1] });
      const { items: before } = await call('component.list', { object });
      const { kept, ...removed } = await call('component.remove', { object, type });
      assert.ok(kept);
      assert.deepEqual(await call('component.restore', { object, kept }), removed);
      assert.deepEqual((await call('component.list', { object })).items, before);
      assert.deepEqual((await call('member.read', { object, type, name })).json, values[1]);
      await bench.fails('not-found', call('component.restore', { object, kept }));
      await bench.fails('not-found', call('component.restore', { object, kept: 'none' }));
    },
  },
  {
    claim: 'lists members with their kinds and types, and methods when asked',
    needs: ['member.list'],
    check: async bench => {
      const { sample, call } = bench;
      const { id: object } = await bench.fresh();
      const { type, name } = sample.writable;
      const plain = await call('member.list', { object, type, limit: 1000 });
      const found = plain.items.find(each => each.name === name);
      assert.ok(found?.canRead && found.canWrite && found.type);
      assert.ok(plain.items.every(({ kind }) => kind !== 'method'));
      const method = await call('member.list', {
        object,
        type: sample.method.type,
        methods: true,
        limit: 1000,
      });
      assert.ok(
        method.items.some(each => each.kind === 'method' && each.signature === sample.method.signature),
      );
    },
  },
  {
    claim: 'reads back what a write left, as JSON',
    needs: ['member.read', 'member.write'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, name, values } = sample.writable;
      const first = await call('member.write', { object, type, name, value: values[0] });
      const second = await call('member.write', { object, type, name, value: values[1] });
      assert.deepEqual(first.after.json, values[0]);
      assert.deepEqual([second.before.json, second.after.json], values);
      const read = await call('member.read', { object, type, name });
      assert.deepEqual(read, second.after);
      assert.deepEqual(JSON.parse(JSON.stringify(read)), read);
    },
  },
  {
    claim: 'refuses a value of the wrong type and a member that can only be read, and changes nothing',
    needs: ['member.read', 'member.write'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, name, wrong } = sample.writable;
      const before = await call('member.read', { object, type, name });
      const refused = await bench.fails(
        'invalid',
        call('member.write', { object, type, name, value: wrong }),
      );
      assert.ok(refused.hint, 'a hint says what would be right');
      assert.deepEqual(await call('member.read', { object, type, name }), before);
      await bench.fails('invalid', call('member.write', { object, ...sample.readOnly }));
    },
  },
  {
    claim: 'does not find members, types and methods that are not there',
    needs: ['member.read', 'member.write', 'method.call'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type } = sample.writable;
      await bench.fails('not-found', call('member.read', { object, type, name: 'noSuchMember' }));
      await bench.fails('not-found', call('member.write', { object, type, name: 'noSuchMember', value: 1 }));
      await bench.fails('not-found', call('member.read', { object, type: 'No.Such.Type', name: 'x' }));
      await bench.fails('not-found', call('method.call', { object, type, name: 'NoSuchMethod', args: [] }));
    },
  },
  {
    claim: 'names the nearest member, method, type and scene for one that does not exist',
    needs: ['member.read', 'member.write', 'method.call', 'component.add', 'hook.add', 'scene.load'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, name } = sample.writable;
      const short = sample.method.signature.replace(/\(.*/, '').replace(/.*::/, '');
      const typo = (word: string) => `${word}z`;
      // The name is checked before the value and the arguments.
      const wrong: [Promise<unknown>, string][] = [
        [call('member.read', { object, type, name: typo(name) }), name],
        [call('member.write', { object, type, name: typo(name), value: sample.writable.wrong }), name],
        [call('method.call', { object, type, name: typo(short), args: {} as never }), short],
        [call('member.read', { object, type: typo(type), name }), type],
        [call('component.add', { object, type: typo(type) }), type],
        [call('hook.add', { type: typo(type), method: short }), type],
        [call('hook.add', { type, method: typo(short) }), short],
        [call('scene.load', { name: typo(sample.scene), mode: 'single' }), sample.scene],
      ];
      for (const [work, right] of wrong) {
        const { hint } = await bench.fails('not-found', work);
        assert.ok(hint?.includes(right), `the hint "${hint}" must name ${right}`);
      }
    },
  },
  {
    claim: 'tells how to get the id of an object that is not known',
    needs: ['object.get', 'object.destroy'],
    check: async bench => {
      const { id, name, path } = await bench.fresh();
      for (const wrong of ['obj:999999999', 'nothing']) {
        assert.ok((await bench.fails('not-found', bench.call('object.get', { id: wrong }))).hint);
      }
      for (const wrong of [name, path]) {
        const { hint } = await bench.fails('not-found', bench.call('object.destroy', { id: wrong }));
        assert.ok(hint?.includes('obj:'), `the hint "${hint}" must have an id`);
      }
      assert.equal((await bench.call('object.get', { id })).id, id);
    },
  },
  {
    claim: 'calls a method by its signature, and refuses arguments that do not fit',
    needs: ['method.call'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, signature: name, args } = sample.method;
      const value = await call('method.call', { object, type, name, args });
      assert.ok(value.type);
      const refused = await bench.fails(
        'invalid',
        call('method.call', { object, type, name, args: [...args, {}, {}, {}] }),
      );
      assert.ok(refused.hint?.includes(name), 'the hint gives the signature');
    },
  },
];
