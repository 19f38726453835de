import { expect, it } from 'vitest';
import type { EngineBench } from './engine-bench.js';
import { KeyEngines } from './key-engines.js';

const bench = (name: string) => ({ entry: { name } }) as EngineBench;
const call = (principal: string, key: string) => ({ principal, operation: { key } });

it('the engine of a key is known, however many keys another principal uses', () => {
  const keys = new KeyEngines();
  keys.require(bench('quest'), call('ada', 'k'));
  for (let count = 0; count < 10_000; count++) keys.require(bench('arena'), call('eve', `k${count}`));
  expect(() => keys.require(bench('arena'), call('ada', 'k'))).toThrow('used for a call to the engine quest');
  keys.require(bench('quest'), call('ada', 'k'));
});
