import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { commandOf, findGodot } from './godot-demo.mjs';
import { scratchFolder } from './scratch-folder.mjs';

test('finds the engine only where it is executable', () => {
  const scratch = scratchFolder();
  const [first, second] = ['a', 'b'].map(name => join(scratch.path, name));
  for (const folder of [first, second]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'godot3-server'), '');
  }
  const path = [first, second].join(delimiter);
  assert.equal(findGodot(path), undefined);
  chmodSync(join(second, 'godot3-server'), 0o755);
  assert.equal(findGodot(path), join(second, 'godot3-server'));
  assert.equal(findGodot(''), undefined);
  scratch.remove();
});

test('quotes a command for the shell, with any characters', () => {
  const words = ['-e', 'console.log(process.argv.length, process.argv[1])', "it's $HOME"];
  const command = commandOf({ engine: process.execPath, args: words, env: {} });
  assert.equal(execFileSync('sh', ['-c', command], { encoding: 'utf8' }), "2 it's $HOME\n");
});
