import type { Entry } from '@worldwire/journal';
import { callerName } from '@worldwire/protocol';

/** An entry without its changes. */
export function historyItem(entry: Entry): object {
  const { revision, at, key, command, events, undoes } = entry;
  return {
    revision,
    at,
    principal: callerName(entry),
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
