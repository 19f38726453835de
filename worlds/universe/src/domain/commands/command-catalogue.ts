import type { z } from 'zod';
import { CommandRefused } from '../model/command-refused.js';
import { didYouMean } from '../schemas/did-you-mean.js';
import { problemsIn } from '../schemas/schema-problems.js';
import { type CommandDefinition, invalidCommand } from './command-definition.js';
import { groupHierarchyCommands } from './group-hierarchy.js';
import { groupCommands } from './groups.js';
import { nebulaCommands } from './nebulae.js';
import { protoplanetaryDiskCommands } from './protoplanetary-disks.js';
import { ringCommands } from './rings.js';
import { simulationCommands } from './simulation.js';
import { smallBodyFieldCommands } from './small-body-fields.js';
import { snapshotCommands } from './snapshot.js';
import { starHierarchyCommands } from './star-hierarchy.js';
import { starCommands } from './stars.js';

const MAX_ECHO = 60;
/** Forms that are made of commands, see `compound/`. */
const COMPOUND_NAMES: readonly string[] = [
  'batch',
  'undo',
  'restore',
  'bookmark',
  'createUniverse',
  'generate',
];

/** Verbs of other interfaces, and the verb of the catalogue. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/^(delete|destroy|erase|drop)(?=[A-Z])/, 'remove'],
  [/^(create|insert|make|new)(?=[A-Z])/, 'add'],
  [/^(rename|set|change|edit|modify|patch)(?=[A-Z])/, 'update'],
];

const ALL = [
  ...simulationCommands,
  ...starCommands,
  ...starHierarchyCommands,
  ...groupCommands,
  ...groupHierarchyCommands,
  ...smallBodyFieldCommands,
  ...protoplanetaryDiskCommands,
  ...nebulaCommands,
  ...ringCommands,
  ...snapshotCommands,
] as const;

/** A command that has passed its schema, with defaults. */
export type Command = z.output<(typeof ALL)[number]['schema']>;

/** By category. */
export const COMMANDS: readonly CommandDefinition[] = ALL as unknown as readonly CommandDefinition[];

const byName: ReadonlyMap<string, CommandDefinition> = new Map(COMMANDS.map(entry => [entry.name, entry]));

/** Throws a refusal with an example if the command is invalid. */
export function parseCommand(value: unknown): { command: Command; definition: CommandDefinition } {
  const definition = definitionFor(value);
  const parsed = definition.schema.safeParse(value);
  if (!parsed.success) throw invalidCommand(definition, problemsIn(parsed.error));
  definition.complete?.(parsed.data);
  return { command: parsed.data as Command, definition };
}

function definitionFor(value: unknown): CommandDefinition {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandRefused(
      'invalid',
      'A command must be an object with a type.',
      `For example: ${anExample()}`,
    );
  const type: unknown = (value as { type?: unknown }).type;
  if (typeof type !== 'string')
    throw new CommandRefused(
      'invalid',
      'The command has no type.',
      `type must be one of: ${COMMANDS.map(entry => entry.name).join(', ')}. For example: ${anExample()}`,
    );
  const definition = byName.get(type);
  if (definition !== undefined) return definition;
  const near = sameCommand(type) ?? didYouMean(type, [...byName.keys(), ...COMPOUND_NAMES]);
  const compound = COMPOUND_NAMES.includes(type)
    ? `${type} is a form of the tool send_universe_command, and cannot be in a batch. In REST, send an array of commands, or use POST /universes/{id}/undo. `
    : '';
  throw new CommandRefused(
    'invalid',
    `The command "${type.length > MAX_ECHO ? `${type.slice(0, MAX_ECHO)}…` : type}" does not exist.`,
    `${compound}${near.length > 0 && compound === '' ? `Did you mean ${near.join(' or ')}? ` : ''}list_universe_commands lists all commands.`,
  );
}

/** The command with the verb of the catalogue instead of a synonym. */
function sameCommand(type: string): readonly string[] | undefined {
  for (const [verb, known] of SYNONYMS) {
    const name = type.replace(verb, known);
    if (byName.has(name)) return [name];
  }
  return undefined;
}

function anExample(): string {
  return JSON.stringify(byName.get('updateStar')?.example);
}
