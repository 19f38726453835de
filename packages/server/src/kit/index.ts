/** Helpers for worlds and apps, at the subpath `kit` of the package. */

export { KeptByPrincipal } from '../limits/kept-by-principal.js';
export { Places, type SharedNumber } from '../limits/places.js';
export { type ReadToolDefinition, readTool, type WriteToolDefinition, writeTool } from './access-tools.js';
export { argumentProblems } from './argument-problems.js';
export { BoundedCache, type BoundedCacheOptions } from './bounded-cache.js';
export { characterEnd, cutText } from './cut-text.js';
export { Emitter } from './emitter.js';
export { errorCode, isMissing, unlessMissing } from './error-code.js';
export {
  type Budget,
  type FittedPage,
  fitItems,
  fitPage,
  jsonSize,
  readOffset,
  resultBytesOf,
} from './fit-items.js';
export { hasInvisible, META_INVISIBLE, shownText } from './foreign-texts.js';
export { didYouMean, nearMatches } from './near-matches.js';
export { itemLine, totalsText } from './plan-text.js';
export { canAsk, confirmLarge, PlanChanged, planDigest, requirePlan, undoLine } from './plans.js';
export { isNear, membersAgree, type ReadBack, ReadBackDiffers } from './read-back.js';
export { requestDigest, requestDigestSteps } from './request-digest.js';
export { isSecretName } from './secret-names.js';
export { SECRET_MASK, type SecretTextOptions, withoutSecrets } from './secret-texts.js';
export { Mutex, Semaphore } from './semaphore.js';
export { starPattern } from './star-pattern.js';
export { META_REVISION, structuredAnswer } from './structured-answer.js';
export { untilAborted } from './until-aborted.js';
