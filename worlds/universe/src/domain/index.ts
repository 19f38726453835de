export {
  COMMANDS,
  type Command,
  type CommandInput,
  commandSchema,
  parseCommand,
} from './commands/command-catalogue.js';
export { CATEGORIES, type Category, type CommandDefinition } from './commands/command-definition.js';
export { isReplacement, prepareCommand } from './commands/prepared-command.js';
export { Capture, type Part, stateText } from './model/capture.js';
export type { Change, ListName } from './model/change.js';
export { CommandRefused, type RefusalReason } from './model/command-refused.js';
export { deepEqual } from './model/deep-equal.js';
export type { DomainEvent } from './model/event.js';
export { expandResets } from './model/expand-changes.js';
export { problemsOf } from './model/invariants.js';
export {
  BODY_TYPES,
  type BodyType,
  type Entity,
  type Group,
  type GroupChild,
  KINDS,
  type Kind,
  type Ring,
  type Star,
  UNIT_SYSTEMS,
  type UnitSystem,
  type UniverseState,
} from './model/state.js';
export { chunksOf, finish, inSteps, type Steps } from './model/steps.js';
export { idSchema } from './schemas/field-schemas.js';
export { groupChildSchema, groupSchema } from './schemas/group-schema.js';
export { parseStateSteps } from './schemas/parse-state.js';
export { ringSchema } from './schemas/ring-schema.js';
export {
  beltSchema,
  nebulaSchema,
  protoplanetaryDiskSchema,
  smallBodyFieldSchema,
} from './schemas/scenery-schema.js';
export { starSchema } from './schemas/star-schema.js';
export { snapshotSchema, stateSchema } from './schemas/state-schema.js';
export { type AppliedChanges, type Outcome, Universe, viewedParts } from './universe.js';
