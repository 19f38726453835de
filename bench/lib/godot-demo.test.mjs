import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { commandOf } from './godot-demo.mjs';

test('quotes a command for the shell, with any characters', () => {
  const words = ['-e', 'console.log(process.argv.length, process.argv[1])', "it's $HOME"];
  const command = commandOf({ engine: process.execPath, args: words, env: {} });
  assert.equal(execFileSync('sh', ['-c', command], { encoding: 'utf8' }), "2 it's $HOME\n");
});
