import { isLogLevel, LOG_LEVELS, WireError } from '@worldwire/protocol';
import type { Handlers } from './method-services.js';
import { requireSession } from './params.js';

/** logging/setLevel, of the session era; later requests carry their level themselves. */
export function logging(): Handlers {
  return {
    'logging/setLevel': call => {
      const { level } = call.params;
      if (!isLogLevel(level)) {
        throw WireError.of('InvalidParams', `params.level must be one of ${LOG_LEVELS.join(', ')}.`);
      }
      requireSession(call).logLevel = level;
      return {};
    },
  };
}
