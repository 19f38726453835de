import type { InputStep } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';
import { didYouMean, KeptByPrincipal } from '@worldwire/server/kit';

const MAX_RECORDINGS = 16;
/** Characters of a recording as JSON. A thousand steps have a fifth of it. */
const MAX_CHARACTERS = 1024 * 1024;
const DEFAULT_NAME = 'last';

/** Recorded input by name, until the server ends. The oldest recording of the principal with the most makes room for a new one. */
export class Recordings {
  readonly #byName = new KeptByPrincipal<readonly InputStep[]>(MAX_RECORDINGS);
  #begun = DEFAULT_NAME;

  /** The name under which the next recording is kept, unless its end gives another. */
  begin(name = DEFAULT_NAME): string {
    this.#begun = name;
    return name;
  }

  /** The name under which `keep` keeps a recording, and whether it replaces another. */
  planned(given: string | undefined): { readonly name: string; readonly isKnown: boolean } {
    const name = given ?? this.#begun;
    return { name, isKnown: this.#byName.get(name) !== undefined };
  }

  /** Returns the name: the given one, or that of the begin. */
  keep(given: string | undefined, steps: readonly InputStep[], principal: string): string {
    const { length } = JSON.stringify(steps);
    if (length > MAX_CHARACTERS) {
      throw new WorldError(
        'Internal',
        `The engine recorded ${length} characters, and a recording has ${MAX_CHARACTERS} at most.`,
        'Record for a shorter time: RecordInput {"action":"start"} begins again.',
      );
    }
    const { name } = this.planned(given);
    this.#begun = DEFAULT_NAME;
    this.#byName.set(principal, name, steps);
    return name;
  }

  get(name: string): readonly InputStep[] {
    const steps = this.#byName.get(name);
    if (steps !== undefined) return steps;
    const names = this.#byName.keys;
    const hint =
      names.length === 0
        ? 'RecordInput {"action":"start"} begins a recording, and {"action":"stop"} keeps it.'
        : `${didYouMean(name, names).trim()} There ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}.`.trim();
    throw new WorldError('NotFound', `There is no recording "${name}".`, hint);
  }
}
