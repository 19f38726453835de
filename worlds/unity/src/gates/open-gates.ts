import type { OpenGates } from '@worldwire/server';

/** Before the operator closes anything. The ceiling is decided elsewhere. */
export const ALL_OPEN: OpenGates = { open: 'danger', stopped: [] };

/** Whether code that this principal installed may run. A principal that is not known counts as one that is not stopped. */
export function isOpenFor({ open, stopped }: OpenGates, principal: string | undefined): boolean {
  return open === 'danger' && (principal === undefined || !stopped.includes(principal));
}

export function isAllOpen({ open, stopped }: OpenGates): boolean {
  return open === 'danger' && stopped.length === 0;
}
