export { AuthorizationFlow } from './authorization-flow.js';
export { isFetchable } from './fetch-json.js';
export type { IssuerStatus } from './issuer-keys.js';
export { OAuthIssuers } from './oauth-issuers.js';
export { OAuthResource } from './oauth-resource.js';
export { OAuthResources, type ResourceServer } from './oauth-resources.js';
export { type ScopeSettings, Scopes } from './scopes.js';
