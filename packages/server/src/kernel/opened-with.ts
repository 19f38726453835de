import { WireError } from '@worldwire/protocol';
import type { ActiveCalls } from '../calls/active-calls.js';
import { type Call, DEFAULT_NEED } from '../calls/call.js';
import type { TaskStore } from '../calls/task-store.js';
import { needsRead } from '../methods/access-of-methods.js';
import type { CredentialEnds, CredentialHolder, Stays } from '../policy/credential-ends.js';
import type { Need, Policy } from '../policy/policy.js';
import type { Principal } from '../policy/principal.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Openings } from './openings.js';

const HINT = 'Get a valid token with the right, and send the request again.';

/** What is open in one world, by the part that has it. */
export interface OpenedParts {
  readonly active: ActiveCalls;
  readonly tasks: TaskStore;
  readonly sessions: Sessions;
  readonly openings: Openings;
}

interface Watch {
  readonly who: Principal;
  readonly need: Need;
  readonly ended: () => void;
}

/** Everything in one world that was opened with a credential, and ends with it. */
export class OpenedWith implements CredentialHolder {
  readonly #watches = new Set<Watch>();

  constructor(
    readonly policy: Policy,
    readonly credentials: CredentialEnds,
    readonly parts: OpenedParts,
  ) {}

  /** Calls first: their clients get the reason before their sessions and streams end. */
  recheck(stays: Stays): void {
    const { policy } = this;
    const { active, tasks, sessions, openings } = this.parts;
    for (const call of active) {
      const { who } = call.caller;
      const reason = policy.endReason(who, neededBy(call));
      if (reason === undefined) stays(who);
      else active.end(call, reason, credentialEnded(reason));
    }
    tasks.recheck(({ who, need }) => policy.endReason(who, need), stays);
    for (const session of [...sessions]) {
      const reason = policy.endReason(session.who);
      if (reason === undefined) stays(session.who);
      else sessions.end(session, reason);
    }
    openings.recheck(who => policy.endReason(who), stays);
    for (const watch of [...this.#watches]) {
      if (policy.endReason(watch.who, watch.need) === undefined) stays(watch.who);
      else if (this.#watches.delete(watch)) watch.ended();
    }
  }

  /** Calls `ended` when the credential ends or loses the right. Returns the function that removes it. */
  whenEnded(who: Principal, need: Need, ended: () => void): () => void {
    if (this.policy.endReason(who, need) !== undefined) {
      ended();
      return () => {};
    }
    const watch = { who, need, ended };
    this.#watches.add(watch);
    this.credentials.opened(who);
    return () => this.#watches.delete(watch);
  }
}

/** What a call in flight needs of its credential. Undefined where any right in the world is enough. */
function neededBy({ need, request }: Call): Need | undefined {
  return need !== DEFAULT_NEED || needsRead(request.method) ? need : undefined;
}

function credentialEnded(reason: string): WireError {
  return WireError.of('InvalidRequest', reason, { kind: 'PermissionDenied', hint: HINT });
}
