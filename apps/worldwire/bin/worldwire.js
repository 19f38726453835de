#!/usr/bin/env node
import './ancestors.js';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';

/** Node reads modules through descriptors, and reports a module as missing when none is left. */
const MIN_DESCRIPTORS = 256;
const LIMITS = '/proc/self/limits';

if (descriptorLimit() < MIN_DESCRIPTORS) {
  process.stderr.write(
    `worldwire: ${descriptorLimit()} file descriptors are too few to start. Raise the limit with "ulimit -n 4096".\n`,
  );
  process.exit(1);
}
// Node 22 and newer can cache compiled code.
module.enableCompileCache?.();
await import('../dist/main.js');

/** The soft limit of this process; known on Linux only. */
function descriptorLimit() {
  if (!existsSync(LIMITS)) return Number.POSITIVE_INFINITY;
  const soft = /^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}
