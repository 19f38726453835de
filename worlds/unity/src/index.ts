export type { EngineSet } from './engines/engine-set.js';
export { checkSettings } from './gates/config-file.js';
export { openUnity, type UnityOptions } from './open-unity.js';
