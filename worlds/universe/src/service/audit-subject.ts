import { isObject, type JsonValue } from '@worldwire/protocol';
import type { GivenAbout } from '@worldwire/server';

/** The subject of a write for the audit: the universe and its first command. The command is not validated yet. */
export function auditSubject(universe: unknown, given: JsonValue | undefined): GivenAbout {
  if (!Array.isArray(given)) return subjectOf(universe, given);
  const subject = subjectOf(universe, given[0]);
  return given.length > 1 ? { ...subject, commands: given.length } : subject;
}

function subjectOf(universe: unknown, command: JsonValue | undefined): GivenAbout {
  if (!isObject(command)) return { universe };
  if (command.type === 'batch' && Array.isArray(command.commands)) {
    const { object } = subjectOf(universe, command.commands[0]);
    return { universe, command: 'batch', object, commands: command.commands.length };
  }
  const { type, id, childId, planetId, child, disk, groupId } = command;
  // The changed object comes first, then the object that contains it.
  return {
    universe,
    command: type,
    object: id ?? childId ?? planetId ?? idIn(child) ?? idIn(disk) ?? groupId,
  };
}

function idIn(part: JsonValue | undefined): JsonValue | undefined {
  return isObject(part) ? part.id : undefined;
}
