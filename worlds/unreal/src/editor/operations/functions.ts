import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { requirePath } from '../../port/unreal-paths.js';
import type { Operation } from './editor.js';

type Call = Operation<ParamsOf<'function.call'>, ResultOf<'function.call'>>;

/** As one step that can be undone. */
export const callFunction: Call = async (editor, params, job) => {
  // A function of a Blueprint may have blanks in its name.
  if (!/^\w[^\r\n]{0,255}$/.test(params.function)) {
    throw new UnrealError('invalid', 'A function is named as in C++, such as "K2_GetActorLocation".');
  }
  const object = requirePath(params.object);
  return { result: await editor.calls.act(job, object, params.function, params.arguments) };
};
