/** What an author of a world imports. `@worldwire/server/kit` has helpers; `@worldwire/server/internal` is for transports and hosts. */
export type { About, GivenAbout } from './api/about.js';
export { type AppView, appView, type ToolUi } from './api/app-view.js';
export { type CommonArgument, WRITE_ARGUMENTS } from './api/common-arguments.js';
export { audio, Block, embedded, error, image, link, ToolAnswer, text } from './api/content.js';
export type {
  ClientSession,
  Context,
  ElicitAnswer,
  Question,
  Root,
  SampleAnswer,
  SampleRequest,
} from './api/context.js';
export type { Deferred } from './api/deferred.js';
export { legible, wholeAndLegible } from './api/legible.js';
export type { Log } from './api/log.js';
export { clientOf, type Operation, operationOf } from './api/operation.js';
export {
  countItems,
  losesSomething,
  PLANNED_CHANGES,
  type PlannedChange,
  type PlannedEffect,
  type PlannedItem,
  type PlannedTotals,
  type ToolPlan,
} from './api/planned-effect.js';
export {
  assistant,
  type Prompt,
  type PromptArgument,
  type PromptMessage,
  prompt,
  user,
} from './api/prompt.js';
export {
  type CacheHint,
  type Completer,
  type ListedResource,
  type Resource,
  type ResourceBody,
  resource,
  type Template,
  template,
} from './api/resource.js';
export { SerializedJson } from './api/serialized-json.js';
export type { EndpointHooks, ServedWorld } from './api/served-world.js';
export { type Skill, type SkillFile, skill } from './api/skill.js';
export type { Steps } from './api/steps.js';
export {
  ACCESS_RANK,
  type Access,
  type AccessCaller,
  type AccessLater,
  type RaisedAccess,
  type Tool,
  type ToolDefinition,
  tool,
} from './api/tool.js';
export { UriTemplate } from './api/uri-template.js';
export {
  type FeedReader,
  json,
  type WebAnswer,
  type WebFamily,
  WebFeed,
  type WebQuery,
  type WebRequest,
  type WebRoute,
} from './api/web.js';
export { failureAnswer } from './api/web-failure.js';
export { defineWorld, type FailedCall, type Listed, type RefusedCall, type World } from './api/world.js';
export { type FailureKind, WorldError } from './api/world-error.js';
export { type WorldEvent, WorldEvents } from './api/world-events.js';
export type { InstalledWork, OpenGates, WorldHost } from './api/world-host.js';
export { confirmLarge, planDigest, requirePlan, undoLine } from './kit/plans.js';
