import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { Operation } from './editor.js';

type Call = Operation<ParamsOf<'function.call'>, ResultOf<'function.call'>>;

/** The call is one undo transaction. */
export const callFunction: Call = async (editor, params, job) => {
  // Names of Blueprint functions may contain spaces.
  if (!/^\w[^\r\n]{0,255}$/.test(params.function)) {
    throw new UnrealError(
      'invalid',
      'function must be the name of a function, such as "K2_GetActorLocation".',
    );
  }
  const object = requirePath(params.object);
  return { result: await editor.calls.act(job, object, params.function, params.arguments) };
};
