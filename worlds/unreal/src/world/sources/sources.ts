import { WorldError } from '@worldwire/server';
import { Places } from '@worldwire/server/kit';
import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError, type UnrealErrorKind } from '../../port/unreal-error.js';
import type { CallOptions, Provenance, UnrealSource } from '../../port/unreal-source.js';
import { SOURCE_NAMES, worldError } from './source-errors.js';

/** Reads of all principals in progress. Each may wait in a queue of a source, which takes as many. */
const MAX_READS = 256;
/** As in the limits of a server that changes none. */
export const DEFAULT_PERCENT = 50;

/** Errors after which the next source is asked. */
const FALLBACK_KINDS: ReadonlySet<UnrealErrorKind> = new Set(['gone', 'timeout', 'unsupported', 'closed']);

const ANSWERED_FROM: Readonly<Record<Provenance, string>> = {
  live: 'from the editor',
  disk: 'from the files on disk',
  sample: 'from the sample',
};

export interface Answer<Value> {
  readonly value: Value;
  readonly provenance: Provenance;
  /** Why the preferred source did not answer, where another one did. */
  readonly note?: string;
}

/** The members of every answer that name its source. */
export function originOf(
  { provenance, note }: Pick<Answer<unknown>, 'provenance' | 'note'>,
  more?: string,
): { readonly provenance: Provenance; readonly note?: string } {
  const notes = [note, more].filter(Boolean).join(' ');
  return { provenance, ...(notes !== '' && { note: notes }) };
}

export type ListName = 'asset.list' | 'actor.list';

/** The sources of one project, the preferred first. Each operation is answered by the first that can. */
export class Sources {
  readonly #reads: Places;

  /** `percent` is the limit `principalPercent`. */
  constructor(
    readonly all: readonly UnrealSource[],
    percent = DEFAULT_PERCENT,
  ) {
    this.#reads = new Places({
      ...{ limit: 'unrealReads', total: MAX_READS, percent, of: 'this world' },
      ...{ things: 'reads', state: 'are in progress', next: 'Wait for an answer before the next request.' },
    });
    if (all.length === 0) throw new Error('An Unreal world needs at least one source.');
    if (new Set(all.map(({ provenance }) => provenance)).size < all.length) {
      throw new Error('An Unreal world has one source of each provenance.');
    }
  }

  /** The first source that is available. */
  get leading(): UnrealSource {
    const answers = ({ state }: UnrealSource) => state.status !== 'gone' && state.status !== 'connecting';
    return this.all.find(answers) ?? (this.all[0] as UnrealSource);
  }

  read<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<Answer<ResultOf<Name>>> {
    return this.#taking(options, () => ask(this.all, name, params, options));
  }

  /** A page of a list. A cursor names its source, because another one cannot continue from it. */
  async page<Name extends ListName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<Answer<ResultOf<Name>>> {
    const { cursor } = params;
    const answer =
      cursor === undefined
        ? await this.read(name, params, options)
        : await this.#taking(options, () => this.#continued(name, params, cursor, options));
    const { value, provenance } = answer;
    const { nextCursor } = value;
    if (nextCursor === undefined) return answer;
    return { ...answer, value: { ...value, nextCursor: `${provenance}:${nextCursor}` } };
  }

  /** The only source that is written to: a running editor, or the sample. Files are never written. */
  get writer(): UnrealSource {
    const source = this.all.find(({ provenance }) => provenance !== 'disk');
    if (source !== undefined) return source;
    throw new WorldError(
      'Unsupported',
      'Only the files of the project are available, and they are read-only.',
      'Writes need a running editor: ask the operator to connect one.',
    );
  }

  #taking<Result>({ principal }: CallOptions, read: () => Promise<Result>): Promise<Result> {
    // Without a principal it is work of the world itself.
    return principal === undefined ? read() : this.#reads.run(principal, read);
  }

  #continued<Name extends ListName>(
    name: Name,
    params: ParamsOf<Name>,
    cursor: string,
    options: CallOptions,
  ): Promise<Answer<ResultOf<Name>>> {
    const colon = cursor.indexOf(':');
    const source = this.all.find(({ provenance }) => provenance === cursor.slice(0, colon));
    if (source === undefined) throw invalidCursor();
    const again = 'Start again without a cursor: another source may answer.';
    return ask([source], name, { ...params, cursor: cursor.slice(colon + 1) }, options, again);
  }
}

export function invalidCursor(): WorldError {
  const message = 'The cursor is not one that this list returned.';
  return new WorldError('InvalidArgument', message, 'Start again without a cursor.');
}

async function ask<Name extends OperationName>(
  sources: readonly UnrealSource[],
  name: Name,
  params: ParamsOf<Name>,
  options: CallOptions,
  otherwise?: string,
): Promise<Answer<ResultOf<Name>>> {
  let first: { readonly source: UnrealSource; readonly error: UnrealError } | undefined;
  for (const source of sources) {
    try {
      const value = await source.call(name, params, options);
      const { provenance } = source;
      if (first === undefined) return { value, provenance };
      return {
        value,
        provenance,
        note: `${reason(first)}. This answer is ${ANSWERED_FROM[provenance]}.${fixOf(first.error)}`,
      };
    } catch (thrown) {
      if (!(thrown instanceof UnrealError)) throw thrown;
      if (!FALLBACK_KINDS.has(thrown.kind)) throw worldError(thrown, first && `${reason(first)}.`);
      first ??= { source, error: thrown };
    }
    options.signal.throwIfAborted();
  }
  throw worldError((first as { error: UnrealError }).error, otherwise);
}

function reason({ source, error }: { readonly source: UnrealSource; readonly error: UnrealError }): string {
  const { provenance, state } = source;
  const name = SOURCE_NAMES[provenance];
  if (error.kind === 'unsupported') return `${name} does not support this`;
  if (error.kind === 'closed') return `${name} does not allow this`;
  return state.status === 'gone' ? `${name} is gone since ${state.since}` : `${name} does not answer`;
}

/** How to make the preferred source answer next time. */
function fixOf({ kind, enable }: UnrealError): string {
  return kind === 'closed' && enable !== undefined ? ` ${enable}` : '';
}
