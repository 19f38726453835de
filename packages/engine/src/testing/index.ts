export { cameraContract } from './camera-cases.js';
export {
  type CaseResult,
  type ContractResult,
  ContractRun,
  type ContractRunOptions,
  type Lack,
} from './contract-run.js';
export { editorContract } from './editor-cases.js';
export { EMBEDDED_LACKS, EMBEDDED_SAMPLE } from './embedded-sample.js';
export { Bench, type ContractCase, engineContract } from './engine-contract.js';
export { type Dialled, FakeBridge, type FakeHello } from './fake-bridge.js';
export { pictureContract } from './picture-cases.js';
export { playContract } from './play-contract.js';
export type { MemberAt, PlaySample } from './play-sample.js';
export type { EngineSample } from './sample.js';
export { eventOf, until } from './waiting.js';
