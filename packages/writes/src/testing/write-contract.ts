import { BATCH_CASES } from './batch-cases.js';
import { KEY_CASES } from './key-cases.js';
import { LIST_CASES } from './list-cases.js';
import { PLAN_CASES } from './plan-cases.js';
import { QUESTION_CASES } from './question-cases.js';
import { REVISION_CASES } from './revision-cases.js';
import { UNDO_CASES } from './undo-cases.js';
import { WriteBench } from './write-bench.js';
import type { Lack, WriteCase, WriteDriver } from './write-driver.js';

/** What the writes of every world do. */
export const WRITE_CASES: readonly WriteCase[] = [
  ...PLAN_CASES,
  ...KEY_CASES,
  ...REVISION_CASES,
  ...UNDO_CASES,
  ...LIST_CASES,
  ...QUESTION_CASES,
  ...BATCH_CASES,
];

/** The contract for one world, as tests for any test runner. What the world lacks is verified in place of the cases that need it. */
export function writeContract(
  driver: WriteDriver,
): readonly { readonly claim: string; readonly check: () => Promise<void> }[] {
  const cases = WRITE_CASES.filter(({ needs = [] }) => needs.every(need => driver.lacks[need] === undefined));
  const lacks = Object.entries(driver.lacks) as [Lack, NonNullable<WriteDriver['lacks'][Lack]>][];
  return [
    ...cases.map(({ claim, check }) => ({
      claim,
      check: async () => {
        const bench = await WriteBench.open(driver);
        try {
          await check(bench);
        } finally {
          await bench.served.close();
        }
      },
    })),
    ...lacks.map(([lack, { reason, verify }]) => ({
      claim: `lacks "${lack}": ${reason}`,
      check: async () => {
        const bench = await WriteBench.open(driver);
        try {
          await verify(bench);
        } finally {
          await bench.served.close();
        }
      },
    })),
  ];
}
