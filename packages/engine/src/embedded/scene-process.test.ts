import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { FromScene } from './messages.js';
import { SceneProcess, withoutFolders } from './scene-process.js';

const START = { scene: 'Arena', seed: 1, frameMs: 16, objects: 0, lastNumber: 41 };

describe('the process of a scene', () => {
  it('ends when its engine is lost', async () => {
    const child = fork(fileURLToPath(new URL('../../dist/embedded/scene-main.js', import.meta.url)), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.send({ start: START });
    await once(child, 'message');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('numbers objects after the last number, and reports the highest', async () => {
    let scene: SceneProcess | undefined;
    const { items, lastNumber } = await new Promise<FromScene>(resolve => {
      scene = new SceneProcess(256, { onMessage: resolve, onEnd: () => {} });
      scene.send({ start: START });
    });
    scene?.kill();
    await scene?.ended;
    expect(items).toContainEqual({ ready: true });
    expect(lastNumber).toBeGreaterThan(41);
  });

  it.each([
    [
      "Error: Cannot find module '/opt/worldwire/node_modules/three/x.js'",
      "Error: Cannot find module 'x.js'",
    ],
    ['spawn /usr/local/bin/node EAGAIN', 'spawn node EAGAIN'],
    ['Error: at (file:///srv/app/dist/scene-main.js:3:4)', 'Error: at (scene-main.js:3:4)'],
    ['Error: C:\\Users\\me\\app\\main.js failed', 'Error: main.js failed'],
    ['Error: the scene and/or 1/2 of it', 'Error: the scene and/or 1/2 of it'],
  ])('names no folder of the installation: %s', (reason, told) => {
    expect(withoutFolders(reason)).toBe(told);
  });

  it('says why it ended', async () => {
    const reason = await new Promise<string>(resolve => {
      const scene = new SceneProcess(256, { onMessage: () => {}, onEnd: resolve });
      scene.send({ start: { ...START, scene: 'Nowhere' } });
    });
    expect(reason).toContain('there is no scene Nowhere');
  });
});
