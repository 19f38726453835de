export { TokenStore } from '../auth/tokens.js';
export type { FramesWorld } from './authenticator.js';
export { type ConnectOptions, connectFrames, connectFramesUrl } from './connect.js';
export type { EngineChannel, Engines } from './engine-channel.js';
export {
  type FramesListener,
  type FramesOptions,
  type FramesSettings,
  listenFrames,
} from './frames-listener.js';
export type { FramesAddress } from './listen-address.js';
