import { EngineError } from '../../port/engine-error.js';
import type { Clock } from '../model/clock.js';
import type { Handlers } from './handlers.js';

export function timeOperations(clock: Clock): Handlers<'time.get' | 'time.set'> {
  return {
    'time.get': () => clock.describe(),

    'time.set': ({ scale, lock = false }) => {
      if (typeof scale !== 'number' || !Number.isFinite(scale)) {
        throw new EngineError('invalid', `scale is ${scale}`, 'send a number from 0 to 4');
      }
      const before = clock.describe();
      clock.set(scale, lock);
      return { before, after: clock.describe() };
    },
  };
}
