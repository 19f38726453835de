import { joined } from '../domain/index.js';
import { losesAnything } from '../queries/differences.js';
import type { Operation } from './operation.js';

/** Runs an operation. If it removes or overwrites something, takes it back where `beforeLoss` throws. */
export function keepingRun(run: Operation['run'], beforeLoss: () => void): Operation['run'] {
  return (universe, base) => {
    const steps = run(universe, base);
    try {
      if (losesAnything(joined(steps))) beforeLoss();
    } catch (thrown) {
      universe.takeBack(steps);
      throw thrown;
    }
    return steps;
  };
}
