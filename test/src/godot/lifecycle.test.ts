import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import { godot4Command, makeProject } from '../../../bridges/godot4/testing/start-godot.js';
import { startDisplay } from '../../../bridges/testing/start-display.js';
import { Explorer } from '../unity/explorer.js';
import { LineReader } from '../unity/line-reader.js';
import { type GodotServer, startGodotServer } from './godot-server.js';

const PATIENT = { timeout: 40_000 };

describe.skipIf(!hasGodot4())('a real Godot that comes and goes', () => {
  let server: GodotServer;
  let explorer: Explorer;
  beforeAll(async () => {
    server = await startGodotServer();
    explorer = server.explorer;
  });
  afterAll(() => server?.close());

  it('tells a stream which scenes came and went', async () => {
    const stream = await LineReader.begun(explorer.base);
    onTestFinished(() => stream.cut());
    await explorer.tool('LoadScene', { name: 'garden', mode: 'additive' });
    await expect
      .poll(() => stream.of('scenes_diff'), PATIENT)
      .toContainEqual(expect.objectContaining({ added: [expect.stringMatching(/^scn:\d+$/)] }));
    await explorer.planned('LoadScene', { name: 'arena', mode: 'single' });
  });

  it('reports the outcome of a call as unknown when the engine is killed, and continues with the next', async () => {
    const crate = await explorer.find('/Arena/Crate');
    const link = () => server.engine.link.status;
    // The engine sleeps in the call, and does not wake up any more.
    const call = explorer.refusal('ConsoleEval', { code: 'OS.delay_msec(600000)\nreturn 1' });
    await expect.poll(() => server.engine.pending, PATIENT).toBe(1);
    await server.godot.kill();
    await expect.poll(link, PATIENT).toBe('lost');
    expect(await explorer.tool('GetStatus')).toMatchObject({ Ready: false });
    expect(['Timeout', 'NotReady']).toContain((await call).kind);
    await server.start();
    await expect.poll(link, PATIENT).toBe('back');
    expect(await explorer.tool('GetStatus')).toMatchObject({ Ready: true });
    // Ids of the old process are not found.
    expect((await explorer.refusal('GetObject', { id: crate })).kind).toBe('NotFound');
    expect(await explorer.find('/Arena/Crate')).not.toBe(crate);
  });

  it('keeps ids when the same process dials again', async () => {
    const crate = await explorer.find('/Arena/Crate');
    const { pid } = server.godot;
    const again = server.godot.prints('linked to');
    server.cut();
    await again;
    await expect.poll(() => server.engine.link.status, PATIENT).toBe('back');
    expect(server.godot.pid).toBe(pid);
    expect(await explorer.tool('GetObject', { id: crate })).toMatchObject({ Path: '/Arena/Crate' });
  });
});

describe.skipIf(!hasGodot4())('a real Godot under a supervisor', () => {
  it('is started by the server, ended when it hangs in code, and started again', async () => {
    const cwd = await temporaryFolder();
    const project = join(cwd, 'project');
    makeProject(project);
    await mkdir(join(cwd, 'godot', 'app_userdata', 'Worldwire Demo', 'logs'), { recursive: true });
    const command = `exec ${godot4Command().join(' ')} --headless --path project`;
    const program = new Program(
      [
        'serve',
        'unity',
        '--engine',
        'link',
        '--engine-command',
        command,
        '--port',
        '0',
        '--json',
        '--allow',
        'writes',
        '--allow',
        'eval',
      ],
      { cwd, env: { TMPDIR: cwd, XDG_DATA_HOME: cwd, LANG: 'en_US.UTF-8' } },
    );
    const explorer = new Explorer(new URL(await program.url()).origin);
    const ready = async () => (await explorer.tool('GetStatus')).Ready;
    await expect.poll(ready, PATIENT).toBe(true);
    const before = await explorer.find('/Arena/Crate');
    const hung = await explorer.refusal('ConsoleEval', { code: 'OS.delay_msec(600000)\nreturn 1' });
    expect(hung.kind).toBe('Timeout');
    expect(hung.hint).toMatch(/GetStatus tells .*, read the value before you retry/);
    await program.line('stderr', 'the engine is killed and started again');
    await expect.poll(ready, PATIENT).toBe(true);
    expect(await explorer.find('/Arena/Crate')).not.toBe(before);
    program.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });
});

describe.skipIf(!hasGodot4())('a real Godot with a display', () => {
  it('gives a picture whose pixels are not all equal, as large as it is asked for', async () => {
    const display = await startDisplay();
    onTestFinished(() => display.stop());
    const server = await startGodotServer({ display: display.name });
    onTestFinished(() => server.close());
    const { body } = await server.explorer.call('Screenshot', {});
    const [facts, picture] = body.result.content as unknown as [
      { json: { width: number; height: number; mimeType: string } },
      { type: string; mimeType: string; data: string },
    ];
    expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png' });
    const png = Buffer.from(picture.data, 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([facts.json.width, facts.json.height]);
    expect(new Set(pixelBytes(png)).size).toBeGreaterThan(8);
  });
});

/** What is in the picture, still filtered line by line: of one colour it would be a few bytes over and over. */
function pixelBytes(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.subarray(at + 4, at + 8).toString() === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return inflateSync(Buffer.concat(parts));
}
