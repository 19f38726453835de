import { z } from 'zod';
import { knownObject } from './known-object.js';

/** The JSON parser refuses "__proto__" as a key. */
export const idSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!__proto__$)[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters or be "__proto__"')
  .describe('1 to 128 characters, no control characters');

export const nameSchema = z.string().min(1).max(256);
export const textSchema = z.string().max(4096);
export const colorSchema = z.string().min(1).max(64).describe('A CSS colour, such as "#ffcc66"');
export const numberSchema = z.number();
export const notNegative = z.number().min(0);
export const fraction = z.number().min(0).max(1);

export const seedSchema = z
  .union([numberSchema, textSchema])
  .describe('Seed for the random numbers of the renderer');

export const positionSchema = z
  .union([
    knownObject({ x: numberSchema, y: numberSchema, z: numberSchema }),
    z.tuple([numberSchema, numberSchema, numberSchema]),
  ])
  .describe('{x, y, z} or [x, y, z]');
