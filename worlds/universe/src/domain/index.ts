export { Capture, type Part, stateText } from './capture.js';
export type { Change, ListName } from './change.js';
export {
  COMMANDS,
  type Command,
  type CommandInput,
  commandSchema,
  parseCommand,
} from './commands/catalogue.js';
export { CATEGORIES, type Category, type CommandDefinition } from './commands/definition.js';
export { deepEqual } from './deep-equal.js';
export type { DomainEvent } from './event.js';
export { idSchema } from './field-schemas.js';
export { groupChildSchema, groupSchema } from './group-schema.js';
export { problemsOf } from './invariants.js';
export { parseStateSteps } from './parse-state.js';
export { isReplacement, prepareCommand } from './prepared-command.js';
export { CommandRefused, type RefusalReason } from './refused.js';
export { ringSchema } from './ring-schema.js';
export {
  beltSchema,
  nebulaSchema,
  protoplanetaryDiskSchema,
  smallBodyFieldSchema,
} from './scenery-schema.js';
export { spelledOut } from './spelled-out.js';
export { starSchema } from './star-schema.js';
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
} from './state.js';
export { snapshotSchema, stateSchema } from './state-schema.js';
export { chunksOf, finish, inSteps, type Steps } from './steps.js';
export { type Done, type Outcome, Universe, viewedParts } from './universe.js';
