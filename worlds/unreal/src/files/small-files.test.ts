import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SmallFiles } from './small-files.js';

function folder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'worldwire-small-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'in'));
  writeFileSync(join(root, 'in', 'a'), 'hello');
  symlinkSync(join(root, 'in'), join(root, 'link'));
  symlinkSync(join(root, 'in', 'a'), join(root, 'b'));
  return root;
}

describe.skipIf(process.platform !== 'linux')('a small file', () => {
  it('is read at once', () => {
    expect(String(new SmallFiles().read(join(folder(), 'in', 'a'), 5))).toBe('hello');
  });

  it('is left to others where it is large, shorter, missing or behind a link', () => {
    const root = folder();
    const files = new SmallFiles();
    expect(files.read(join(root, 'in', 'a'), 1_000_000)).toBeUndefined();
    expect(files.read(join(root, 'in', 'a'), 6)).toBeUndefined();
    expect(files.read(join(root, 'in', 'c'), 5)).toBeUndefined();
    expect(files.read(join(root, 'link', 'a'), 5)).toBeUndefined();
    expect(files.read(join(root, 'b'), 5)).toBeUndefined();
  });
});
