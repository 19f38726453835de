import type { Entry } from '@worldwire/journal';

/** An entry without its changes. */
export function historyItem({ revision, at, principal, key, command, events, undoes }: Entry): object {
  return {
    revision,
    at,
    principal,
    ...(key !== undefined && { operationKey: key }),
    command,
    events,
    ...(undoes !== undefined && { undoes }),
  };
}

/** An entry for clients that keep a copy of the state. */
export function changeItem({ revision, command, events, changes }: Entry): object {
  return { revision, command, events, changes };
}
