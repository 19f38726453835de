import { WorldError } from '@worldwire/server';

/** Calls that one principal may have open at an engine. */
const MAX_OF_PRINCIPAL = 16;
const MAX_OPEN = 64;

/**
 * Long calls that the engine has not answered yet, also those whose caller has left: the engine works on until their time is over, and a client
 * that starts and cancels calls would fill it.
 */
export class OpenCalls {
  readonly #byPrincipal = new Map<string, number>();
  #open = 0;

  run<Result>(principal: string, start: () => Promise<Result>): Promise<Result> {
    const own = this.#byPrincipal.get(principal) ?? 0;
    if (own >= MAX_OF_PRINCIPAL || this.#open >= MAX_OPEN) {
      throw new WorldError(
        'RateLimited',
        `The engine works on ${this.#open} long calls, ${own} of them yours. It takes ${MAX_OF_PRINCIPAL} of a principal and ${MAX_OPEN} in all; a call that was cancelled counts until its time is over.`,
        'Wait until some have ended, and call with fewer seconds.',
      );
    }
    this.#byPrincipal.set(principal, own + 1);
    this.#open++;
    const answer = start();
    const end = () => this.#end(principal);
    answer.then(end, end);
    return answer;
  }

  #end(principal: string): void {
    this.#open--;
    const left = (this.#byPrincipal.get(principal) as number) - 1;
    if (left > 0) this.#byPrincipal.set(principal, left);
    else this.#byPrincipal.delete(principal);
  }
}
