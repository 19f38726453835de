import { WireError } from '@worldwire/protocol';

/** Errors that the kernel handles: protocol errors, and the end of a handler whose question is sent to the client. */
export function passes(thrown: unknown): boolean {
  return thrown instanceof WireError || (thrown instanceof Error && thrown.name === 'InputRequired');
}
