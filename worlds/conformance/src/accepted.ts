import type { JsonObject } from '@worldwire/protocol';
import type { ElicitAnswer } from '@worldwire/server';

/** The values of the user; empty when they declined. */
export function accepted(answer: ElicitAnswer): JsonObject {
  return answer.action === 'accept' ? answer.content : {};
}
