import type { Kernel } from '@worldwire/server/internal';

/** Ends what was opened with credentials that have changed. Kernels of one process share their `credentials`. */
export function endCredentials(kernels: readonly Pick<Kernel, 'credentials'>[]): void {
  for (const credentials of new Set(kernels.map(kernel => kernel.credentials))) credentials.recheck();
}
