export { TokenStore } from '../auth/tokens.js';
export type { FramesWorld } from './authenticator.js';
export { type ConnectOptions, connectFrames, connectFramesUrl } from './connect.js';
export type { EngineChannel, Engines } from './engine-channel.js';
export type { FramesLimits } from './limits.js';
export { type FramesListener, type FramesOptions, type FramesSettings, listenFrames } from './listener.js';
export type { FramesPlace } from './place.js';
