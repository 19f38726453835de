import type { Journal } from '@worldwire/journal';
import type { JsonObject } from '@worldwire/protocol';
import { Places, untilAborted } from '@worldwire/server/kit';
import { type NamedCall, WriteLog, type WriteObserver, Writes } from '@worldwire/writes';
import { isSettings, maskedValue } from '../../port/credentials.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { CallOptions, UnrealSource } from '../../port/unreal-source.js';
import { optionsOf } from '../sources/call-options.js';
import { worldError } from '../sources/source-errors.js';
import { DEFAULT_PERCENT, type Sources } from '../sources/sources.js';
import { type Undo, undoText } from './undo-step.js';
import type { WriteTarget } from './write-target.js';

const MAX_PENDING = 100;

export type UnrealWrites = Writes<WriteTarget>;

interface UnrealWritesParts {
  readonly sources: Sources;
  readonly journal: Journal;
  readonly observer: WriteObserver;
  readonly now: () => number;
  /** The limit `principalPercent`. */
  readonly percent?: number | undefined;
  readonly confirmAbove?: number | undefined;
}

/** The writes to the source that takes them. An editor does one thing at a time. */
export function unrealWrites({
  sources,
  journal,
  observer,
  now,
  percent = DEFAULT_PERCENT,
  confirmAbove,
}: UnrealWritesParts): UnrealWrites {
  const places = new Places({
    ...{ limit: 'unrealWrites', total: MAX_PENDING, percent, of: 'this world' },
    ...{ things: 'writes', state: 'are pending' },
    next: 'Try again with the same operationKey when some of them are done.',
  });
  const names = { list: 'list_writes', undo: 'undo_write', read: 'get_property or get_actor' };
  return new Writes<WriteTarget>({
    log: new WriteLog({
      journal,
      id: 'unreal',
      name: 'Writes to Unreal',
      names,
      now,
      kept: withoutCredentials,
    }),
    observer,
    confirmAbove,
    // A write that waits for its person has no place.
    turn: ({ principal }, work) => places.run(principal, work),
    target: async context => {
      const options = optionsOf(context);
      const source = sources.writer;
      await requireAnswering(source, options);
      return {
        provenance: source.provenance,
        // A caller that left must not block the other writes, even where the source ignores the signal.
        call: (name, params) => untilAborted(source.call(name, params, options), options.signal),
      };
    },
    failure: thrown => {
      if (!(thrown instanceof UnrealError)) return undefined;
      const error = doubted(thrown);
      return { error: worldError(error), unsure: error.unsure === true };
    },
    undoText: (undo, revision) => undoText(undo as Undo, revision),
  });
}

/** A write that timed out may have been done. */
function doubted(error: UnrealError): UnrealError {
  const { kind, message, enable, unsure } = error;
  return kind === 'timeout' && !unsure ? new UnrealError(kind, message, enable, true) : error;
}

/** Settings may be credentials, and the journal is permanent. */
function withoutCredentials(args: JsonObject): JsonObject {
  if (Array.isArray(args.writes)) {
    const writes = (args.writes as unknown as NamedCall[]).map(each => ({
      ...each,
      arguments: withoutCredentials(each.arguments),
    }));
    return { ...args, writes };
  }
  const { object, property, value, arguments: called } = args;
  if (typeof object !== 'string' || !isSettings(object)) return args;
  return {
    ...args,
    ...(value !== undefined && { value: maskedValue(String(property), value) }),
    ...(called !== undefined && { arguments: maskedValue('', called) }),
  };
}

/** Makes a harmless call to an editor that is away, so that the operation key stays unused until it is back. */
async function requireAnswering(source: UnrealSource, options: CallOptions): Promise<void> {
  const { status } = source.state;
  if (status !== 'gone' && status !== 'connecting') return;
  try {
    await source.call('project.describe', {}, options);
  } catch (thrown) {
    if (!(thrown instanceof UnrealError)) throw thrown;
    if (thrown.kind === 'gone') throw worldError(thrown);
  }
}
