import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { godotEnvironment } from '../../testing/godot-process.js';
import { LiveGodot } from './live-godot.js';
import { godot4Command, makeProject } from './start-godot.js';

const TICKS_PER_SECOND = 100;
const WINDOW_MS = 5_000;
const READERS = 16;

/** Seconds of the processor that a process has used. */
function usedSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The share of a core that a process uses. The window is long enough for the ticks of the kernel. */
async function shareOf(pid: number): Promise<number> {
  const before = usedSeconds(pid);
  await pass(WINDOW_MS);
  return (usedSeconds(pid) - before) / (WINDOW_MS / 1000);
}

/** The demo without the bridge, at 60 frames per second. */
async function startBare(): Promise<ChildProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'worldwire-godot4-bare-'));
  const project = join(folder, 'project');
  makeProject(project);
  const file = join(project, 'project.godot');
  const text = readFileSync(file, 'utf8').replace(/^Worldwire=.*\n/m, 'Ready="*res://ready.gd"\n');
  writeFileSync(file, text);
  writeFileSync(join(project, 'ready.gd'), 'extends Node\nfunc _ready(): print("ready")\n');
  const [program, ...first] = godot4Command();
  const args = [...first, '--headless', '--path', project, '--max-fps', '60'];
  const child = spawn(program, args, { env: godotEnvironment(folder, undefined, undefined) });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await once(child.stdout, 'data');
  return child;
}

describe('the bridge', () => {
  it('costs less than 2 % of a core while nothing is asked', async () => {
    const bare = await startBare();
    const live = await LiveGodot.open({ args: ['--max-fps', '60'] });
    onTestFinished(() => live.engine.close());
    await live.call('engine.describe', {});
    const [without, linked] = await Promise.all([shareOf(bare.pid as number), shareOf(live.godot.pid)]);
    expect(linked - without).toBeLessThan(0.02);
  });

  it('keeps the frames as long as they are at 60 per second while sixteen read', async () => {
    const live = await LiveGodot.open({ args: ['--max-fps', '60'] });
    onTestFinished(() => live.engine.close());
    const profile = () => live.engine.call('profile.read', { seconds: 3 }, { deadline: 20_000 });
    const quiet = await profile();
    const object = await live.find('/Arena/Crate');
    let isOver = false;
    const readers = Array.from({ length: READERS }, async () => {
      let count = 0;
      while (!isOver) {
        await live.read(object, 'Node3D', 'position');
        count += 1;
      }
      return count;
    });
    const busy = await profile();
    isOver = true;
    const reads = (await Promise.all(readers)).reduce((sum, each) => sum + each, 0);
    expect(reads).toBeGreaterThan(busy.frames);
    // Calls have a share of each frame, so that none is much longer than without them.
    expect(busy.frameMs.p50).toBeLessThan(1.3 * quiet.frameMs.p50);
  });
});
