#!/usr/bin/env node
import module from 'node:module';

// Newer Nodes keep compiled code between starts; Node 20 has no such thing.
module.enableCompileCache?.();
await import('../dist/main.js');
