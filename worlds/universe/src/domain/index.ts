export { COMMANDS } from './commands/command-catalogue.js';
export { CATEGORIES } from './commands/command-definition.js';
export { isReplacement, prepareCommand } from './commands/prepared-command.js';
export { type Capture, type Part, stateText } from './model/capture.js';
export type { Change } from './model/change.js';
export { CommandRefused, type RefusalReason } from './model/command-refused.js';
export type { DomainEvent } from './model/event.js';
export { expandResets } from './model/expand-changes.js';
export {
  type BodyType,
  type Entity,
  type Group,
  KINDS,
  type Kind,
  type Ring,
  type Star,
  type UniverseState,
} from './model/state.js';
export { chunksOf, finish, inSteps, type Steps } from './model/steps.js';
export { parseStateSteps } from './schemas/parse-state.js';
export { snapshotSchema, stateSchema } from './schemas/state-schema.js';
export { type AppliedChanges, Universe, viewedParts } from './universe.js';
