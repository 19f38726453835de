import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OpenedProject } from './temp-project.test.js';
import { TempProject } from './temp-project.test.js';

const READS = 2_000;
const FOLDERS = ['Config', 'Saved/Logs', 'Content/Doors'];
/** Swaps each folder with a link repeatedly, until its parent exits or sends stop. */
const SWAPPER = `
const { renameSync } = require('node:fs');
const folders = process.argv.slice(1);
let swaps = 0, over = false;
process.on('message', () => { over = true; });
process.on('disconnect', () => process.exit());
const swap = () => {
  for (const folder of folders) { renameSync(folder, folder + '.real'); renameSync(folder + '.link', folder); }
  for (let at = performance.now() + 0.2; performance.now() < at; );
  for (const folder of folders) { renameSync(folder, folder + '.link'); renameSync(folder + '.real', folder); }
  for (let at = performance.now() + 0.2; performance.now() < at; );
  swaps++;
  if (over) process.send(swaps, () => process.exit()); else setImmediate(swap);
};
process.send('ready'); swap();
`;

/** The results of every way to read a file of a project. */
const READERS: Readonly<Record<string, (project: OpenedProject) => Promise<unknown>>> = {
  settings: async project => (await project.call('project.describe', {})).settings,
  log: async project => (await project.call('log.tail', { lines: 5 })).lines,
  package: async project => project.call('asset.describe', { path: '/Game/Doors/Door' }),
  contents: async project => project.call('asset.contents', { path: '/Game/Doors/Door', format: 'json' }),
};

async function fill(project: TempProject, words: string, fixture: string): Promise<void> {
  project.write('Config/DefaultGame.ini', `[${words}]\nName=${words}\n`);
  project.write('Saved/Logs/Demo.log', `LogTemp: ${words}\n`);
  await project.fixture(fixture, 'Content/Doors/Door.uasset');
  await project.fixture(fixture, `Content/Doors/${words}.uasset`);
}

describe.skipIf(process.platform !== 'linux')('while folders are exchanged with links', () => {
  it('no read returns content from behind the link', async () => {
    const [project, outside] = [new TempProject(), new TempProject()];
    await fill(project, 'Inner', 'ue-shed/Input/IA_Jump.uasset');
    await fill(outside, 'Outer', 'ue-shed/Authoring/DT_Scalars.uasset');
    for (const folder of FOLDERS) symlinkSync(outside.at(folder), project.at(`${folder}.link`));
    const opened = await project.open();
    const folders = FOLDERS.map(folder => project.at(folder));
    const swapper = spawn(process.execPath, ['-e', SWAPPER, ...folders], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    onTestFinished(() => void swapper.kill('SIGKILL'));
    await once(swapper, 'message');

    const seen = { inner: 0, outer: [] as string[], refused: 0 };
    for (let read = 0; read < READS; read += Object.keys(READERS).length) {
      const shown = Object.entries(READERS).map(async ([name, reader]) => {
        const text = JSON.stringify(await reader(opened).catch(() => null));
        if (/Outer|DT_Scalars|DataTable/.test(text)) seen.outer.push(name);
        else if (/Inner|InputAction/.test(text)) seen.inner++;
        else seen.refused++;
      });
      await Promise.all(shown);
    }
    swapper.send('stop');
    const [swaps] = await once(swapper, 'message');
    expect(swaps).toBeGreaterThan(100);
    expect(seen.inner).toBeGreaterThan(0);
    expect(seen.outer).toEqual([]);
  });
});
