import { expect, it } from 'vitest';
import { fuzzInProcess } from './in-process.mjs';
import { fuzzLoopback } from './loopback.mjs';

const SEED = 20_261_116;

it('20,000 generated streams give the same messages in any chunks', () => {
  const { messages, malformed, fatal } = fuzzInProcess(20_000, SEED);
  // The streams are useful only if all three happen often.
  for (const often of [messages, malformed, fatal]) expect(often).toBeGreaterThan(5_000);
});

it('2,000 generated streams over loopback get the right answers, and affect no other client', async () => {
  const { answers, refused } = await fuzzLoopback(2_000, SEED);
  expect(answers).toBeGreaterThan(2_000);
  expect(refused).toBeGreaterThan(200);
});
