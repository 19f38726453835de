import { z } from 'zod';

/** The argument that names a universe, the same in every tool. */
export const universeId = z.string().min(1).describe('Id of the universe, such as "sol".');
