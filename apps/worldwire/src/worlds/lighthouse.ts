import type { World } from '@worldwire/server';
import { worldEntry } from './world-entry.js';

export const lighthouse = worldEntry({
  name: 'lighthouse',
  summary: 'an example: a small harbour with a lighthouse and a dozen ships',
  defaultPort: 3000,
  isPrivate: true,
  async open() {
    // Not a literal: the published package does not have this module and must compile without it.
    const name: string = '@worldwire/examples/lighthouse';
    const { lighthouseWorld } = (await import(name)) as { lighthouseWorld(): World };
    return { world: lighthouseWorld() };
  },
});
