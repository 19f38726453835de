export { Bench, type ContractCase, engineContract } from './engine-contract.js';
export type { EngineSample } from './sample.js';
export { eventOf, until } from './waiting.js';
