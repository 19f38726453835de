import { type Engine, EngineError } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage, type Whole } from './stage.test.js';

const HEALTH = 'Worldwire.Health';
const HEAL = `System.Single ${HEALTH}::Heal(System.Single)`;
const PIECES = [
  'return',
  '1',
  '+',
  '(',
  ')',
  '{',
  '}',
  'x',
  '=>',
  'let',
  '=',
  ';',
  '"a',
  '"',
  'await',
  'import',
  '\n',
];
const MOVES = "scene.find('Turret').active = false";

/** Code from pieces of code: most of it is not valid. */
const code = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map(pieces => pieces.join(' '))
  .filter(text => text.trim() !== '');

describe('a dry run of code', () => {
  let engine: Engine;
  let stage: Stage;
  beforeAll(async () => {
    engine = await openEmbedded();
    const config = { hookAllowlistSignatures: [HEALTH] };
    stage = await Stage.open({ grants: OPEN, engine, config });
    await stage.whole('HookAdd', { type: HEALTH, methodOrSignature: 'Heal' });
  });
  afterAll(() => engine.close());

  const outcome = async (name: string, args: object) => {
    const result = await stage.result(name, args);
    const { error } = result.structuredContent as { error?: { kind: string; message: string } };
    return result.isError === true ? error : undefined;
  };

  it.each([
    ['ConsoleEval', (text: string) => ({ code: text })],
    ['HookSetSource', (text: string) => ({ signature: HEAL, source: text })],
  ])(
    'with %s fails exactly where the real call does not compile it, with the same error',
    async (tool, args) => {
      let compiled = 0;
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(code, async text => {
          const planned = await outcome(tool, { ...args(text), dryRun: true });
          const applied = await outcome(tool, args(text));
          const syntax = applied?.kind === 'InvalidArgument' ? applied : undefined;
          expect(planned).toEqual(syntax);
          if (planned === undefined) compiled++;
          else refused++;
        }),
        { numRuns: 150, seed: 7 },
      );
      expect(compiled).toBeGreaterThan(5);
      expect(refused).toBeGreaterThan(5);
    },
  );

  it('does not run it', async () => {
    const turret = await stage.idOf('Turret');
    for (const text of [MOVES, `(() => { ${MOVES} })()`]) {
      const { note } = (await stage.whole('ConsoleEval', { code: text, dryRun: true })) as Whole & {
        note: string;
      };
      expect(note).toMatch(/^The code compiles\./);
      await stage.whole('HookSetSource', { signature: HEAL, source: text, dryRun: true });
    }
    expect(await engine.call('object.get', { id: turret })).toMatchObject({ activeSelf: true });
  });

  it('of a script names the script, as the real call does', async () => {
    await stage.whole('WriteConsoleScript', { path: 'broken.cs', content: 'let = (' });
    const planned = await outcome('RunConsoleScript', { path: 'broken.cs', dryRun: true });
    expect(planned).toMatchObject({ kind: 'InvalidArgument', message: expect.stringContaining('broken.cs') });
    expect(await outcome('RunConsoleScript', { path: 'broken.cs' })).toEqual(planned);
  });

  it('says so where the engine cannot compile without running', async () => {
    const old: Engine = {
      ...engine,
      get state() {
        return engine.state;
      },
      call: async (name, ...rest) => {
        if (name === 'code.check') throw new EngineError('unsupported', 'there is no operation code.check');
        return engine.call(name, ...rest);
      },
      listen: engine.listen.bind(engine),
      close: async () => {},
    };
    const other = await Stage.open({ grants: OPEN, engine: old });
    const plan = await other.whole('ConsoleEval', { code: 'let = (', dryRun: true });
    expect(plan).toMatchObject({ ok: true, note: expect.stringContaining('cannot compile') });
  });
});
