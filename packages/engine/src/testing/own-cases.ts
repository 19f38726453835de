import assert from 'node:assert/strict';
import type { EngineEvent } from '../port/engine.js';
import type { EngineError } from '../port/engine-error.js';
import type { Bench, ContractCase } from './engine-contract.js';
import type { ProblemSample } from './play-sample.js';
import { eventOf } from './waiting.js';

/** What the game itself offers, and what fails in it. */
export const ownCases: readonly ContractCase[] = [
  {
    claim: 'calls a tool of the game, and refuses arguments and tools that do not exist',
    needs: ['tool.call'],
    uses: ['own'],
    check: async bench => {
      const { scene, tool } = bench.part('own');
      const { call } = bench;
      await bench.load(scene);
      const { text } = await call('tool.call', { name: tool.name, args: tool.args });
      assert.ok(text.includes(tool.answer), text);
      await bench.fails('invalid', call('tool.call', { name: tool.name, args: tool.wrong }));
      await bench.fails('invalid', call('tool.call', { name: tool.name, args: 'none' as never }));
      const unknown = await bench.fails('not-found', call('tool.call', { name: `${tool.name}s`, args: {} }));
      assert.ok(unknown.hint?.includes(tool.name), unknown.hint);
    },
  },
  {
    claim: 'reads a resource of the game, and refuses one that does not exist',
    needs: ['resource.read'],
    uses: ['own'],
    check: async bench => {
      const { scene, resource } = bench.part('own');
      await bench.load(scene);
      const { text } = await bench.call('resource.read', { name: resource.name });
      assert.ok(text.includes(resource.contains), text);
      const unknown = bench.call('resource.read', { name: `${resource.name}s` });
      assert.ok((await bench.fails('not-found', unknown)).hint?.includes(resource.name));
    },
  },
  {
    claim: 'passes on the events of the game',
    needs: ['tool.call'],
    uses: ['own'],
    check: async bench => {
      const { scene, event } = bench.part('own');
      await bench.load(scene);
      const emitted = eventOf(bench.engine, 'own', ({ name }) => name === event.name);
      await bench.call('tool.call', { name: event.tool, args: event.args });
      await emitted;
    },
  },
  {
    claim: 'tells what the game registers each time it is linked',
    needs: ['tool.call', 'resource.read'],
    uses: ['own'],
    linked: true,
    check: async bench => {
      const { scene, tool, resource, event } = bench.part('own');
      await bench.load(scene);
      const named = (list: readonly { readonly name: string }[], name: string) =>
        list.some(each => each.name === name);
      const told = eventOf(bench.engine, 'offers', ({ offers }) => named(offers.tools, tool.name));
      await bench.loseLink?.();
      const { tools, resources, events } = (await told).offers;
      const found = tools.find(({ name }) => name === tool.name);
      assert.ok(found?.description && ['read', 'write', 'danger'].includes(found.access));
      assert.equal(found.input.type, 'object');
      assert.ok(named(resources, resource.name) && named(events, event.name));
    },
  },
  {
    claim: 'reports the errors that a call causes with file and line, before its answer',
    needs: [],
    uses: ['problem'],
    check: async bench => {
      const problem = bench.part('problem');
      const { file, line, message } = problem;
      await bench.fresh();
      const cause = await causeOf(bench, problem);
      const events: EngineEvent[] = [];
      const stop = bench.engine.listen(event => events.push(event));
      // The answer may be the error itself, or a value of a method that goes on after it.
      await cause().catch((thrown: EngineError) => {
        assert.equal(thrown.kind, 'failed', thrown.message);
      });
      stop();
      const reported = events.flatMap(event => (event.kind === 'log' && event.problem ? [event] : []));
      const found = reported.find(
        each => each.problem?.file?.endsWith(file) && each.message.includes(message),
      );
      assert.ok(found, `reported were ${JSON.stringify(reported)}`);
      assert.deepEqual([found.level, found.problem?.line], ['error', line]);
    },
  },
];

async function causeOf(bench: Bench, problem: ProblemSample): Promise<() => Promise<unknown>> {
  if ('code' in problem) return () => bench.call('code.run', { code: problem.code });
  const { path, type, method: name, args } = problem;
  const { id: object } = await bench.at(path);
  return () => bench.call('method.call', { object, type, name, args });
}
