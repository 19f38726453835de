import type { World } from '@worldwire/server';
import { worldEntry } from './world-entry.js';

export const conformance = worldEntry({
  name: 'conformance',
  summary: 'the fixtures of the official conformance suite',
  defaultPort: 3999,
  isPrivate: true,
  async open() {
    // Not a literal: the published package does not have this module and must compile without it.
    const name: string = '@worldwire/conformance';
    const { conformanceWorld } = (await import(name)) as { conformanceWorld(): World };
    return { world: conformanceWorld() };
  },
});
