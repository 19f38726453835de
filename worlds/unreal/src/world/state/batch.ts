import { ACCESS_RANK, type Context, WorldError } from '@worldwire/server';
import { cutText, untilAborted } from '@worldwire/server/kit';
import type { BatchPart, InverseStep, PartRelation, PlannedWrite, PreparedWrite } from '@worldwire/writes';
import type { WriteCall } from '../../port/write-plan.js';
import { accessOfWrite } from '../access/write-access.js';
import type { Sources } from '../sources/sources.js';
import { readBackDiffers } from './read-back.js';
import { currentState, written } from './undo.js';
import { isSameState, stateAfter, stateKey } from './undo-state.js';
import { isInside, objectOf, subjectOf, type UndoStep } from './undo-step.js';
import type { WriteTarget } from './write-target.js';

const MAX_SHOWN = 200;
/** Taking back goes on where the caller has left, but not for ever: other writes wait. */
const MAX_TAKE_BACK_MS = 30_000;

/** A write that is one call to the source. */
export interface UnrealWrite<Plan extends PlannedWrite = PlannedWrite>
  extends PreparedWrite<WriteTarget, Plan> {
  readonly call: WriteCall;
}

/** What the later call finds of the earlier one. */
export function relation(
  { write: one }: Pick<BatchPart<WriteTarget>, 'write'>,
  { write: other }: Pick<BatchPart<WriteTarget>, 'write'>,
): PartRelation {
  const [earlier, later] = [(one as UnrealWrite).call, (other as UnrealWrite).call];
  if (earlier.write === 'function.call') return 'unknown';
  if (isGoneWith(earlier, later) || isGoneWith(later, earlier)) return 'unknown';
  const isValue = ['property.write', 'actor.transform', 'selection.set'].includes(earlier.write);
  return isValue && earlier.write === later.write && stateKey(earlier) === stateKey(later) ? 'same' : 'none';
}

/** Whether a call is about an actor that the other one destroys. */
function isGoneWith(destroys: WriteCall, { write, params }: WriteCall): boolean {
  if (destroys.write !== 'actor.destroy') return false;
  const objects = write === 'selection.set' ? params.paths : write === 'function.call' ? [params.object] : [];
  const call = { write, params } as WriteCall;
  return [...objects, objectOf(call)].some(object => isInside(object, destroys.params.path));
}

/** What does one step of an inverse, as long as the value is the one that the step expects. */
export async function takeBack(
  sources: Sources,
  given: InverseStep,
  { access, principal }: Context,
  { provenance }: WriteTarget,
): Promise<() => Promise<void>> {
  const { call, expect } = given as UndoStep;
  const source = sources.writer;
  const options = { principal, signal: AbortSignal.timeout(MAX_TAKE_BACK_MS) };
  const target: WriteTarget = {
    provenance,
    call: (name, params) => untilAborted(source.call(name, params, options), options.signal),
  };
  const refused = (message: string) =>
    new WorldError('Conflict', message, 'get_editor_state has the sources.');
  if (source.provenance !== provenance) throw refused(`Writes go to "${source.provenance}" now.`);
  if (ACCESS_RANK[accessOfWrite(call)] > ACCESS_RANK[access])
    throw refused('That needs the right to run code.');
  const { now } = await currentState(call, target);
  const isSpawn = call.write === 'actor.spawn';
  if (!isSpawn && !isSameState(call, expect, now)) {
    const [is, left] = [now, expect].map(value => cutText(JSON.stringify(value), MAX_SHOWN));
    throw refused(`${subjectOf(call)} is ${is} now instead of ${left}.`);
  }
  return async () => {
    const after = await written(call, target);
    const wanted = stateAfter(call, now);
    if (!isSpawn && !isSameState(call, wanted, after)) throw readBackDiffers(provenance, wanted, now, after);
  };
}
