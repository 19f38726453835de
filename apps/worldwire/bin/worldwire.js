#!/usr/bin/env node
import './ancestors.js';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';

/** Node reads each module through a descriptor, and reports a missing module where it has none left. */
const MIN_DESCRIPTORS = 256;
const LIMITS = '/proc/self/limits';

if (descriptorLimit() < MIN_DESCRIPTORS) {
  process.stderr.write(
    `worldwire: ${descriptorLimit()} file descriptors are too few to start. Raise the limit with "ulimit -n 4096".\n`,
  );
  process.exit(1);
}
// Newer Nodes keep compiled code between starts; Node 20 has no such thing.
module.enableCompileCache?.();
await import('../dist/main.js');

/** The soft limit of this process, which only Linux has in a file. */
function descriptorLimit() {
  if (!existsSync(LIMITS)) return Number.POSITIVE_INFINITY;
  const soft = /^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}
