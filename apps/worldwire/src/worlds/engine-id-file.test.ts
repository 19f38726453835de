import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineIdFile } from './engine-id-file.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'id-file-'));
  path = join(folder, 'next');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file of ids', () => {
  it('begins with 1, and continues after the last server', () => {
    const ids = new EngineIdFile(path);
    expect(ids.next).toBe(1);
    ids.keep(10_000_001);
    expect(new EngineIdFile(path).next).toBe(10_000_001);
    expect(readdirSync(folder)).toEqual(['next']);
  });

  it('gives the engine of each server ids of its own', () => {
    expect(new EngineIdFile(path).take()).toBe(1);
    expect(new EngineIdFile(path).take()).toBe(1_000_000_001);
    expect(new EngineIdFile(path).next).toBe(2_000_000_001);
  });

  it('never goes back, also when another server writes it', () => {
    const [one, other] = [new EngineIdFile(path), new EngineIdFile(path)];
    one.keep(20_000_001);
    other.keep(10_000_001);
    expect(new EngineIdFile(path).next).toBe(20_000_001);
    other.keep(30_000_001);
    expect(new EngineIdFile(path).next).toBe(30_000_001);
  });

  it.each(['', 'x', '0', '-1', '1.5', '1e400'])('that does not have a number says what to do: %j', text => {
    writeFileSync(path, text);
    expect(() => new EngineIdFile(path)).toThrow(`${path} should have the number`);
  });
});
