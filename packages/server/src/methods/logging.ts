import { isLogLevel, LOG_LEVELS, WireError } from '@worldwire/protocol';
import type { Handlers } from './method-services.js';
import { requireSession } from './params.js';

/** logging/setLevel, before 2026-07-28. Since then each request contains its level. */
export function logging(): Handlers {
  return {
    'logging/setLevel': call => {
      const { level } = call.params;
      if (!isLogLevel(level)) {
        throw WireError.of('InvalidParams', `params.level must be one of ${LOG_LEVELS.join(', ')}.`);
      }
      requireSession(call).chooseLogLevel(level);
      return {};
    },
  };
}
