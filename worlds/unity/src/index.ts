export { openUnity, type UnityOptions } from './open-unity.js';
