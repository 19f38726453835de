import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Program, run, temporaryFolder } from '../testing/program.js';

/** Preloaded into the program: the first file that is to be on the disk never is. */
const DISK_STOPS = `
  import { open } from 'node:fs/promises';
  import { writeSync } from 'node:fs';
  const file = await open(process.execPath);
  Object.getPrototypeOf(file).sync = () => {
    setInterval(() => {}, 1_000_000);
    writeSync(2, 'waiting for the disk\\n');
    return new Promise(() => {});
  };
  await file.close();`;

// Windows has no signals between processes.
describe.runIf(process.platform !== 'win32').each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  '%s',
  signal => {
    it.each(['backup', 'restore'])('during %s leaves no copy of the data', async command => {
      const cwd = await temporaryFolder();
      const preload = join(await temporaryFolder(), 'disk-stops.mjs');
      await writeFile(preload, DISK_STOPS);
      await mkdir(join(cwd, 'data'));
      await writeFile(join(cwd, 'data', 'audit.jsonl'), '{}\n');
      const args = ['today.backup', '--data', 'data'];
      if (command === 'restore') {
        expect(await run(['backup', ...args], { cwd })).toMatchObject({ code: 0 });
        args.push('--force');
      }
      const before = (await readdir(cwd, { recursive: true })).sort();
      const program = new Program([command, ...args], { cwd, env: { NODE_OPTIONS: `--import ${preload}` } });
      await program.line('stderr', 'waiting for the disk');
      expect(await readdir(cwd, { recursive: true })).not.toHaveLength(before.length);
      program.kill(signal);
      expect(await program.ended).toMatchObject({ code: null, signal });
      expect((await readdir(cwd, { recursive: true })).sort()).toEqual(before);
    });
  },
);
