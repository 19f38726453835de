import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { jsonSize, undoLine } from '@worldwire/server/kit';
import type { Inverse, InverseStep } from '@worldwire/writes';
import { isSettings, maskedValue } from '../../port/credentials.js';
import type { ActorInfo, Transform } from '../../port/operations.js';
import { nameOf } from '../../port/unreal-paths.js';
import type { WriteCall } from '../../port/write-plan.js';

/** Characters of the values that the journal keeps to undo one write. */
const MAX_KEPT = 64_000;

/** A write that takes back another one. */
export interface UndoStep extends InverseStep {
  readonly call: WriteCall;
  /** The destroyed actor that the call spawns again; or that the actor of the call replaced. */
  readonly was?: string;
}

/** How to undo a write, or why that is not possible. The journal keeps it as the inverse of an entry. */
export type Undo = { readonly steps: readonly UndoStep[] } | { readonly none: string };

export const LOST_ACTOR =
  'its properties, the values of its components, its attachments, references to it, and perhaps its name';

/** For the answer of a write: the call that undoes it, or the reason why there is none. */
export function undoText(undo: Undo, revision: number): string {
  if ('none' in undo) return undo.none;
  const lost = undo.steps.find(step => step.lost !== undefined)?.lost;
  if (lost === undefined) return undoLine('undo_write', { revision });
  return `Not exactly: ${undoLine('undo_write', { revision, force: true })} spawns an actor of the same class, label and transform. Lost: ${lost}.`;
}

/** For a dry run, which has no revision yet. */
export const UNDOABLE = 'Possible: the answer of the write has the undo_write call.';

/** How to take back a write with these values before and after. `classPath` is the class of a destroyed actor. */
export function undoOf(
  call: WriteCall,
  { before, after }: { readonly before: JsonValue; readonly after: JsonValue },
  classPath?: string,
): Undo {
  const undo = stepOf(call, before, after, classPath);
  if (typeof undo === 'string') return { none: undo };
  if (jsonSize(undo) > MAX_KEPT) {
    return {
      none: `Not possible: the values are longer than the ${MAX_KEPT} characters that the journal keeps.`,
    };
  }
  return { steps: [undo] };
}

/** The step, or the reason why there is none. */
function stepOf(
  { write, params }: WriteCall,
  before: JsonValue,
  after: JsonValue,
  classPath: string | undefined,
): UndoStep | string {
  switch (write) {
    case 'property.write': {
      const { object, property } = params;
      if (isSettings(object) && [before, after].some(value => isMasked(property, value))) {
        return 'Not possible: the value has a credential, which the journal does not keep.';
      }
      return { call: { write, params: { object, property, value: before } }, expect: after };
    }
    case 'actor.transform': {
      const { path, by = {}, ...parts } = params;
      const changed = Object.keys({ ...parts, ...by }) as (keyof Transform)[];
      const restored = { path, ...partsOf(before, changed) };
      return { call: { write, params: restored }, expect: partsOf(after, changed) };
    }
    case 'actor.spawn': {
      const { path } = after as unknown as ActorInfo;
      return { call: { write: 'actor.destroy', params: { path } }, expect: after };
    }
    case 'actor.destroy': {
      const { name, label = name, class: kind, location, rotation, scale } = before as unknown as ActorInfo;
      const known = classPath ?? (kind.endsWith('_C') ? undefined : kind);
      if (known === undefined) return 'Not possible: the path of the class of the actor is unknown.';
      const place = {
        ...(location && { location }),
        ...(rotation && { rotation }),
        ...(scale && { scale }),
      };
      const spawn = { class: known, name: label, ...place };
      return {
        call: { write: 'actor.spawn', params: spawn },
        expect: null,
        lost: LOST_ACTOR,
        was: params.path,
      };
    }
    case 'selection.set':
      return { call: { write, params: { paths: before as string[] } }, expect: after };
    case 'level.open':
      if (typeof before !== 'string') return 'Not possible: no saved level was open before.';
      return { call: { write, params: { path: before } }, expect: after };
    case 'log.write':
      return 'Not possible: a line of the log stays.';
    default:
      return 'Not possible: the effect of the call is unknown. In an editor, Edit > Undo may take it back.';
  }
}

/** What a step changes, for a person. */
export function subjectOf({ write, params }: WriteCall): string {
  switch (write) {
    case 'property.write':
      return `${params.property} of ${nameOf(params.object)}`;
    case 'actor.transform':
      return `the transform of ${nameOf(params.path)}`;
    case 'actor.destroy':
      return `the actor ${nameOf(params.path)}`;
    case 'actor.spawn':
      return `the actor ${params.name ?? nameOf(params.class)}`;
    case 'selection.set':
      return 'the selection';
    case 'log.write':
      return 'a line of the log';
    default:
      return 'the open level';
  }
}

/** The path of the actor or asset that a step changes. */
export function objectOf({ write, params }: WriteCall): string {
  if (write === 'property.write') return params.object;
  return write === 'actor.transform' || write === 'actor.destroy' ? params.path : '';
}

/** The actors and assets that a step is about, by the paths that they had at that time. */
export function pathsOf({ call, was }: UndoStep): readonly string[] {
  if (call.write === 'selection.set') return call.params.paths;
  if (call.write === 'actor.spawn') return was === undefined ? [] : [was];
  const object = objectOf(call);
  return object === '' ? [] : [object];
}

/** The journal of this world has no other steps. */
export function stepsOf({ undo }: { readonly undo: Inverse }): readonly UndoStep[] {
  return 'none' in undo ? [] : (undo.steps as readonly UndoStep[]);
}

/** Whether an object is an actor or a part of it. */
export function isInside(object: string, actor: string): boolean {
  const [path, of] = [object.toLowerCase(), actor.toLowerCase()];
  return path === of || path.startsWith(`${of}.`);
}

/** The same call for the actors that replaced destroyed ones, by their paths in lower case. */
export function redirected(call: WriteCall, replaced: ReadonlyMap<string, string>): WriteCall {
  const now = (path: string) => {
    for (const [old, actor] of replaced) if (isInside(path, old)) return `${actor}${path.slice(old.length)}`;
    return path;
  };
  switch (call.write) {
    case 'property.write':
      return { ...call, params: { ...call.params, object: now(call.params.object) } };
    case 'actor.transform':
      return { ...call, params: { ...call.params, path: now(call.params.path) } };
    case 'actor.destroy':
      return { ...call, params: { ...call.params, path: now(call.params.path) } };
    case 'selection.set':
      return { ...call, params: { paths: call.params.paths.map(now) } };
    default:
      return call;
  }
}

function isMasked(property: string, value: JsonValue): boolean {
  return JSON.stringify(maskedValue(property, value)) !== JSON.stringify(value);
}

function partsOf(transform: JsonValue, names: readonly (keyof Transform)[]): JsonObject & Partial<Transform> {
  const all = transform as unknown as Transform;
  return Object.fromEntries(names.map(name => [name, all[name]])) as unknown as JsonObject &
    Partial<Transform>;
}
