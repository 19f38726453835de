import type { JsonObject } from '@worldwire/protocol';
import type { ElicitAnswer } from '@worldwire/server';

/** What the user filled in; nothing when they declined. */
export function accepted(answer: ElicitAnswer): JsonObject {
  return answer.action === 'accept' ? answer.content : {};
}
