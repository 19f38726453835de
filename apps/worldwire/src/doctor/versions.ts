import { REVISION_IDS } from '@worldwire/protocol';
import { type Finding, fail, ok } from '../findings/finding.js';
import type { Environment } from '../process/environment.js';
import type { Package } from '../process/version.js';

export function checkVersions(
  { nodeVersion, node }: Environment,
  { version, engines }: Package,
): readonly Finding[] {
  const needed = engines.node.replace(/^\D*/, '');
  return [
    ok('worldwire', `${version}, MCP revisions ${REVISION_IDS.join(', ')}`),
    atLeast(nodeVersion, needed)
      ? ok('node', `${nodeVersion} at ${node}`)
      : fail(
          'node',
          `${nodeVersion} is older than ${needed}.`,
          `Install Node ${needed} or newer from https://nodejs.org.`,
        ),
  ];
}

/** Compares dotted numbers; a missing part counts as 0. */
export function atLeast(version: string, needed: string): boolean {
  const [have, want] = [version, needed].map(text =>
    text.split('.').map(part => Number.parseInt(part, 10) || 0),
  );
  for (const [index, part] of (want as number[]).entries()) {
    const difference = ((have as number[])[index] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
