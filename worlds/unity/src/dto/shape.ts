import { WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';

const MAX_REASON = 2_000;

/** The answer as the interface declares it. Throws if it does not fit: a scene may hold values, such as infinity, that JSON cannot carry. */
export function checkedAnswer(name: string, schema: z.ZodType, answer: unknown): object {
  const { error, data } = schema.safeParse(answer);
  if (error === undefined) return data as object;
  throw new WorldError(
    'Internal',
    `The scene gave no valid answer for ${name}:\n${cutText(z.prettifyError(error), MAX_REASON)}`,
    'Read the members of the object, and set those that are not finite numbers.',
  );
}
