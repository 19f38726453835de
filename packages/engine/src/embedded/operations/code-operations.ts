import { EngineError } from '../../port/engine-error.js';
import type { ParamsOf } from '../../port/operations.js';
import type { Value } from '../../port/value.js';
import type { World } from '../model/world.js';
import { scriptProblem } from '../play/problems.js';
import { compileCode, Sandbox } from '../script/sandbox.js';
import { SceneHost } from '../script/scene-host.js';

const NAME = 'console';

/** Throws what `runCode` throws if the code is not valid. */
export function checkCode({ code, name = NAME }: ParamsOf<'code.check'>): void {
  requireText(code);
  compileCode(code, name);
}

/** Runs code in a new sandbox, so that runs do not share state. */
export function runCode(
  world: World,
  operate: (name: string, params: unknown) => unknown,
  { code, name = NAME }: ParamsOf<'code.run'>,
  budget: number,
): Value {
  requireText(code);
  const { value, error, stack } = new Sandbox(new SceneHost(world, operate)).run(code, name, budget);
  if (error !== undefined) {
    world.surroundings.log('error', `${name}: ${error}`, NAME, scriptProblem(stack));
    throw new EngineError('failed', `${name}: ${error}`, 'correct the code and run it again');
  }
  if (value === undefined)
    throw new EngineError('failed', `${name}: the result cannot be shown`, 'return a smaller value');
  return value;
}

function requireText(code: unknown): void {
  if (typeof code !== 'string') throw new EngineError('invalid', 'code is not text', 'send the code as text');
}
