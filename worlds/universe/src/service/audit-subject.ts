import { isObject, type JsonValue } from '@worldwire/protocol';
import type { GivenAbout } from '@worldwire/server';

/** What a write is about, for the audit: the universe, and of its commands the first. Nothing of it is checked yet. */
export function auditSubject(universe: unknown, given: JsonValue | undefined): GivenAbout {
  if (!Array.isArray(given)) return aboutCommand(universe, given);
  const about = aboutCommand(universe, given[0]);
  return given.length > 1 ? { ...about, commands: given.length } : about;
}

function aboutCommand(universe: unknown, command: JsonValue | undefined): GivenAbout {
  if (!isObject(command)) return { universe };
  const { type, id, childId, planetId, child, disk, groupId } = command;
  // What is changed has the first name; what it is put into or taken from has a later one.
  return {
    universe,
    command: type,
    object: id ?? childId ?? planetId ?? idIn(child) ?? idIn(disk) ?? groupId,
  };
}

function idIn(part: JsonValue | undefined): JsonValue | undefined {
  return isObject(part) ? part.id : undefined;
}
