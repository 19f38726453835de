import { TestRunner } from './test-runner.mjs';

/** Runs test files for its parent, one job at a time. */
const runner = new TestRunner();
await runner.open();
process.on('message', async ({ files, changed }) => {
  try {
    process.send({ outcome: await runner.run(files, changed) });
  } catch (thrown) {
    process.send({ error: String(thrown?.stack ?? thrown) });
  }
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
