#!/usr/bin/env node
import module from 'node:module';

// Newer Nodes keep compiled code between starts; Node 20 has no such thing.
module.enableCompileCache?.();
try {
  await import('../dist/main.js');
} catch (thrown) {
  // Node reads each module through a descriptor, so this can fail before any code of ours runs.
  if (!/\b(EMFILE|ENFILE)\b/.test(String(thrown?.code ?? thrown))) throw thrown;
  process.stderr.write(
    'worldwire: There are too few file descriptors to start. Raise the limit with "ulimit -n 4096" and start again.\n',
  );
  process.exit(1);
}
