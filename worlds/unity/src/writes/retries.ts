import { createHash } from 'node:crypto';
import { KeptOutcomes } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';

const MOST = 1_000;

/** The results of writes that came with a key: who sends the same again gets the same answer, and nothing is done. */
export class Retries {
  readonly #outcomes = new KeptOutcomes<object>(MOST);

  /** Does the work once for a caller's key. What fails is not kept: a retry is another try. */
  async once(
    principal: string,
    key: string,
    call: { readonly tool: string; readonly args: unknown },
    work: () => Promise<object>,
  ): Promise<object> {
    const id = JSON.stringify([principal, key]);
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([call.tool, call.args]))
      .digest('base64');
    const known = this.#outcomes.find(id);
    if (known !== undefined && known.digest !== fingerprint) {
      throw new WorldError(
        'Conflict',
        'This operation key already stands for another call.',
        'Use a new key.',
      );
    }
    if (known !== undefined) {
      try {
        return await known.outcome;
      } catch {
        // That one failed while we waited for it. This one is on its own.
      }
    }
    const kept = this.#outcomes.keep(id, fingerprint, work(), principal);
    try {
      return await kept.outcome;
    } catch (thrown) {
      this.#outcomes.forget(id, kept);
      throw thrown;
    }
  }
}
