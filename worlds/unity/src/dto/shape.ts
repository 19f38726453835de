import { WorldError } from '@worldwire/server';
import { z } from 'zod';
import { cut } from './cut.js';

const MAX_REASON = 2_000;

/** Throws where an answer is not what the interface promises: an engine may hold what no answer has a place for. */
export function requireShape(name: string, schema: z.ZodType, answer: unknown): void {
  const { error } = schema.safeParse(answer);
  if (error === undefined) return;
  throw new WorldError(
    'Internal',
    `What the scene has for ${name} is no answer:\n${cut(z.prettifyError(error), MAX_REASON)}`,
    'Look at the object it is about, and set what is no number there.',
  );
}
