export { COMMANDS } from './commands/command-catalogue.js';
export { CATEGORIES } from './commands/command-definition.js';
export { isReplacement, prepareCommand } from './commands/prepared-command.js';
export { slug } from './commands/slug.js';
export {
  COMPOUND_FORMS,
  type Compound,
  type CompoundType,
  isCompoundType,
  MAX_BATCH,
  MAX_BOOKMARK_NAME,
} from './compound/compound-forms.js';
export { invalidForm, parseCompound, withoutAbsentFields } from './compound/parse-compound.js';
export { generateSteps } from './generate/generate.js';
export {
  completeRequest,
  type GenerateRequest,
  MAX_GENERATED,
  requestProblem,
} from './generate/generate-request.js';
export type { Generated } from './generate/generated.js';
export { overlapSteps } from './generate/overlaps.js';
export { type Capture, type Part, stateText } from './model/capture.js';
export type { Change } from './model/change.js';
export { CommandRefused, type RefusalReason } from './model/command-refused.js';
export type { DomainEvent } from './model/event.js';
export { expandResets } from './model/expand-changes.js';
export { HOST_FIELDS } from './model/host-index.js';
export { countsOf, type EntityEffect, type NetEffect, netEffect } from './model/net-effect.js';
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
export { didYouMean } from './schemas/did-you-mean.js';
export { parseStateSteps } from './schemas/parse-state.js';
export { snapshotSchema, stateSchema } from './schemas/state-schema.js';
export { type AppliedChanges, type BatchOutcome, joined, Universe, viewedParts } from './universe.js';
