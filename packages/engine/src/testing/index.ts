export { EMBEDDED_SAMPLE } from './embedded-sample.js';
export { Bench, type ContractCase, engineContract } from './engine-contract.js';
export { FakeBridge } from './fake-bridge.js';
export { pictureContract } from './picture-cases.js';
export type { EngineSample } from './sample.js';
export { eventOf, until } from './waiting.js';
