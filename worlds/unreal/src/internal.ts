/** The model of the sample, which the fake editor of the tests serves too. */
export { LABEL, PLACE, ROOT } from './sample/model/engine-classes.js';
export { Actor, ModelObject } from './sample/model/model-object.js';
export {
  type FunctionPlan,
  fixed,
  type ObjectClass,
  type Property,
  plan,
  property,
  type Self,
} from './sample/model/object-class.js';
export type { ActorPlan, AssetPlan } from './sample/model/plans.js';
export { Project } from './sample/model/project-model.js';
export { bool, object, string } from './sample/model/property-type.js';
export { nameOf, objectPath } from './sample/model/sample-object-path.js';
/** What docs/unreal.md says about the access of calls. */
export { HARMLESS_FUNCTIONS } from './world/access/harmless-functions.js';
export { KINDS } from './world/access/object-kind.js';
