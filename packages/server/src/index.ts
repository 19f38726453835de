export type { About, GivenAbout } from './about.js';
export { Allowance, type AllowanceLimits } from './allowance.js';
export type { Audit, AuditEvent, AuditIntent, AuditOutcome } from './audit.js';
export { Bag, type Placed } from './bag.js';
export type { Call, Caller } from './call.js';
export { audio, Block, embedded, error, image, link, ToolAnswer, text } from './content.js';
export type { Context, ElicitAnswer, Question, Root, SampleAnswer, SampleRequest } from './context.js';
export { Deferred } from './deferred.js';
export type { Environment, Log } from './environment.js';
export { FairTurns, type Steps } from './fair-turns.js';
export { type HeaderParameter, headerParameterValue } from './header-parameters.js';
export { textBytes } from './held-bytes.js';
export { Kernel } from './kernel.js';
export { legible, wholeAndLegible } from './legible.js';
export { DEFAULT_LIMITS, type Limits } from './limits.js';
export { createMemory, type Memory, type MemoryLimits } from './memory.js';
export { type Operation, operationOf } from './operation.js';
export type { Delivery, Outlet } from './outlet.js';
export { type Grants, Policy } from './policy.js';
export { assistant, type Prompt, type PromptArgument, type PromptMessage, prompt, user } from './prompt.js';
export { failure, type Reply, success } from './reply.js';
export {
  type CacheHint,
  type Completer,
  type ListedResource,
  type Resource,
  type ResourceBody,
  resource,
  type Template,
  template,
} from './resource.js';
export type { Session } from './session.js';
export { Shares } from './shares.js';
export { type Skill, type SkillFile, skill } from './skill.js';
export { stopping } from './stopping.js';
export { type Access, type Tool, type ToolDefinition, tool } from './tool.js';
export { UriTemplate } from './uri-template.js';
export {
  type FeedReader,
  json,
  type WebAnswer,
  type WebArrival,
  type WebFamily,
  WebFeed,
  type WebQuery,
  type WebRequest,
  type WebRoute,
} from './web.js';
export { failureAnswer } from './web-door.js';
export {
  defineWorld,
  type FailedCall,
  type Listed,
  listed,
  type RefusedCall,
  type World,
} from './world.js';
export { type FailureKind, WorldError } from './world-error.js';
export { type WorldEvent, WorldEvents } from './world-events.js';
export { WrittenJson } from './written-json.js';
