import type { ContractCase } from './engine-contract.js';
import { inputCases } from './input-cases.js';
import { inputRefusals } from './input-refusals.js';
import { ownCases } from './own-cases.js';
import { physicsCases } from './physics-cases.js';
import { profileCases } from './profile-cases.js';
import { queryCases } from './query-cases.js';
import { stepCases } from './step-cases.js';

/** What holds for every engine that runs a game: input, steps and waits, figures, queries, own tools and errors. */
export const playContract: readonly ContractCase[] = [
  ...stepCases,
  ...inputCases,
  ...inputRefusals,
  ...profileCases,
  ...physicsCases,
  ...queryCases,
  ...ownCases,
];
