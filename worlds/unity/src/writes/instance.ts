import { randomUUID } from 'node:crypto';
import type { Engine } from '@worldwire/engine';

/** What an engine that links says of itself. */
interface Linked {
  readonly link?: { readonly engine?: { readonly instance: string } };
}

const instances = new WeakMap<Engine, string>();

/** The process of the engine. What a write changed in another one is gone. */
export function instanceOf(engine: Engine & Linked): string {
  const linked = engine.link?.engine?.instance;
  if (linked !== undefined) return linked;
  const known = instances.get(engine) ?? randomUUID();
  instances.set(engine, known);
  return `${known}:${engine.process}`;
}
