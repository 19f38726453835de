import type { ParamsOf } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';
import type { Scene } from './scene.js';

const CHECKED = 'The code compiles. It does not run in a dry run, so its effect is not known.';
const NOT_CHECKED =
  'The engine cannot compile code without running it: a syntax error shows only when it runs. Its effect is not known.';

/** A note for a dry run. Throws the error of the real call if the code does not compile. */
export async function checkCode(scene: Scene, code: ParamsOf<'code.check'>): Promise<string> {
  try {
    await scene.call('code.check', code);
    return CHECKED;
  } catch (thrown) {
    if (thrown instanceof WorldError && thrown.kind === 'Unsupported') return NOT_CHECKED;
    throw thrown;
  }
}
