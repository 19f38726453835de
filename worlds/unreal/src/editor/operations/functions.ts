import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { Operation } from './editor.js';
import { onFunction } from './missing-names.js';

type Call = Operation<ParamsOf<'function.call'>, ResultOf<'function.call'>>;

/** The call is one undo transaction. */
export const callFunction: Call = async (editor, params, job) => {
  requireFunctionName(params.function);
  const object = requirePath(params.object);
  const result = await onFunction(editor, object, params.function, job, () =>
    editor.calls.act(job, object, params.function, params.arguments),
  );
  return { result };
};

export function requireFunctionName(name: string): void {
  // Names of Blueprint functions may contain spaces.
  if (/^\w[^\r\n]{0,255}$/.test(name)) return;
  throw new UnrealError(
    'invalid',
    'function must be the name of a function, such as "K2_GetActorLocation".',
    'describe_asset lists the functions of a Blueprint.',
  );
}
