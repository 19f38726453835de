export { checkSettings } from './gates/config-file.js';
export { openUnity, type UnityOptions } from './open-unity.js';
