import type { WritePlan } from '../port/write-plan.js';

/** A validated write of the sample: what it would find and leave, and the function that does it. */
export interface SampleWrite<Result> {
  readonly plan: WritePlan;
  apply(): Result;
}
