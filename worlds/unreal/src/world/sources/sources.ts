import { WorldError } from '@worldwire/server';
import type { OperationName, ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError, type UnrealErrorKind } from '../../port/unreal-error.js';
import type { CallOptions, Provenance, UnrealSource } from '../../port/unreal-source.js';
import { SOURCE_NAMES, worldError } from './source-errors.js';

/** What another source may still know. */
const PASSED_ON: ReadonlySet<UnrealErrorKind> = new Set(['gone', 'timeout', 'unsupported', 'closed']);

const SHOWN: Readonly<Record<Provenance, string>> = {
  live: 'what the editor says',
  disk: 'what is on disk',
  sample: 'the sample',
};

/** What a source said, and which one. */
export interface Answer<Value> {
  readonly value: Value;
  readonly provenance: Provenance;
  /** Why it was not the first one, where another had to answer. */
  readonly note?: string;
}

/** Who said it and what there is to know of that, as every answer carries it. */
export function originOf(
  { provenance, note }: Pick<Answer<unknown>, 'provenance' | 'note'>,
  more?: string,
): { readonly provenance: Provenance; readonly note?: string } {
  const notes = [note, more].filter(Boolean).join(' ');
  return { provenance, ...(notes !== '' && { note: notes }) };
}

export type ListName = 'asset.list' | 'actor.list';

/** All ways to one project, the preferred first. Each operation is answered by the first that can. */
export class Sources {
  constructor(readonly all: readonly UnrealSource[]) {
    if (all.length === 0) throw new Error('An Unreal world needs at least one source.');
    if (new Set(all.map(({ provenance }) => provenance)).size < all.length) {
      throw new Error('An Unreal world has one source of each provenance.');
    }
  }

  /** The one that answers as things are. */
  get leading(): UnrealSource {
    const answers = ({ state }: UnrealSource) => state.status !== 'gone' && state.status !== 'connecting';
    return this.all.find(answers) ?? (this.all[0] as UnrealSource);
  }

  read<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<Answer<ResultOf<Name>>> {
    return ask(this.all, name, params, options);
  }

  /** A page of a list. Its cursor means something to the source that gave it, and to no other. */
  async page<Name extends ListName>(
    name: Name,
    params: ParamsOf<Name>,
    options: CallOptions,
  ): Promise<Answer<ResultOf<Name>>> {
    const { cursor } = params;
    const answer =
      cursor === undefined
        ? await ask(this.all, name, params, options)
        : await this.#continued(name, params, cursor, options);
    const { value, provenance } = answer;
    const { nextCursor } = value;
    if (nextCursor === undefined) return answer;
    return { ...answer, value: { ...value, nextCursor: `${provenance}:${nextCursor}` } };
  }

  /** The only source that is ever changed: a running editor, or the sample. Files are left to the editor. */
  get writer(): UnrealSource {
    const source = this.all.find(({ provenance }) => provenance !== 'disk');
    if (source !== undefined) return source;
    throw new WorldError(
      'Unsupported',
      'Only the files of the project are here, and nothing is ever written to them.',
      'A running editor is needed: ask the operator to connect one.',
    );
  }

  #continued<Name extends ListName>(
    name: Name,
    params: ParamsOf<Name>,
    cursor: string,
    options: CallOptions,
  ): Promise<Answer<ResultOf<Name>>> {
    const colon = cursor.indexOf(':');
    const source = this.all.find(({ provenance }) => provenance === cursor.slice(0, colon));
    if (source === undefined) {
      throw new WorldError(
        'InvalidArgument',
        'This cursor was not given by this list.',
        'Begin again without a cursor.',
      );
    }
    const again = 'Begin again without a cursor to hear from another source.';
    return ask([source], name, { ...params, cursor: cursor.slice(colon + 1) }, options, again);
  }
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
        note: `${reason(first)}: this is ${SHOWN[provenance]}.${opening(first.error)}`,
      };
    } catch (thrown) {
      if (!(thrown instanceof UnrealError)) throw thrown;
      if (!PASSED_ON.has(thrown.kind)) throw worldError(thrown, first && `${reason(first)}.`);
      first ??= { source, error: thrown };
    }
    options.signal.throwIfAborted();
  }
  throw worldError((first as { error: UnrealError }).error, otherwise);
}

function reason({ source, error }: { readonly source: UnrealSource; readonly error: UnrealError }): string {
  const { provenance, state } = source;
  const speaker = SOURCE_NAMES[provenance];
  if (error.kind === 'unsupported') return `${speaker} has no answer to this`;
  if (error.kind === 'closed') return `${speaker} keeps this closed`;
  return state.status === 'gone' ? `${speaker} is gone since ${state.since}` : `${speaker} does not answer`;
}

/** How the first one could be made to answer the next time. */
function opening({ kind, enable }: UnrealError): string {
  return kind === 'closed' && enable !== undefined ? ` ${enable}` : '';
}
