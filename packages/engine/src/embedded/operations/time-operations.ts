import { EngineError } from '../../port/engine-error.js';
import type { Clock } from '../model/clock.js';
import type { FrameConditions } from '../play/frame-conditions.js';
import type { Handlers } from './handlers.js';

export function timeOperations(
  clock: Clock,
  conditions: FrameConditions,
): Handlers<'time.get' | 'time.set' | 'time.step' | 'time.wait'> {
  return {
    'time.get': () => clock.describe(),

    'time.set': ({ scale, lock = false }) => {
      if (typeof scale !== 'number' || !Number.isFinite(scale)) {
        throw new EngineError('invalid', `scale is ${scale}`, 'send a number from 0 to 4');
      }
      const before = clock.describe();
      clock.set(scale, lock);
      if (!clock.paused) conditions.resumed();
      return { before, after: clock.describe() };
    },

    'time.step': params => conditions.step(params),

    'time.wait': params => conditions.wait(params),
  };
}
