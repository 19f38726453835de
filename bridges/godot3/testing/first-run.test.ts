import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, RawLink } from './raw-link.js';

const BRIDGE = fileURLToPath(new URL('..', import.meta.url));
const idIn = ({ result }: Answer) => (result as { id: string }).id;

describe('a project that runs for the first time', () => {
  let link: RawLink;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'worldwire-godot-first-'));
    // The engine keeps the data of a project under its name, and nothing is there under this one.
    for (const part of ['demo', 'addons'])
      cpSync(join(BRIDGE, part), join(folder, part === 'demo' ? '' : part), { recursive: true });
    const settings = join(folder, 'project.godot');
    const text = readFileSync(settings, 'utf8').replace('"Worldwire Demo"', '"Worldwire First"');
    const typed =
      'extends Node\nfunc typed() -> float:\n\tvar none = null\n\treturn none.missing\nfunc plain(): pass\n';
    writeFileSync(settings, text);
    writeFileSync(join(folder, 'scripts', 'typed.gd'), typed);
    link = await RawLink.open({ args: ['--path', folder] });
  });
  afterAll(async () => {
    await link?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says so when it has linked, in its state and in its log', async () => {
    expect(link.hellos[0]?.engine.project).toBe('Worldwire First');
    await link.call('engine.ping');
    const told = link.heard.flatMap(({ params }) => (params === undefined ? [] : [params]));
    const about = expect.stringContaining('no log in the first run');
    expect(told).toContainEqual({ status: 'ready', reason: about });
    expect(told).toContainEqual(expect.objectContaining({ kind: 'log', level: 'warning', message: about }));
  });

  it('refuses nothing from a method that declares something', async () => {
    const components = [{ type: 'typed', members: {} }];
    const object = idIn(await link.call('object.create', { name: 'Typed', components }));
    const invoke = (name: string) => link.call('method.call', { object, type: 'typed', name, args: [] });
    expect((await invoke('typed')).error).toMatchObject({
      message: expect.stringContaining('gave nothing'),
      data: { kind: 'failed', hint: expect.stringContaining('first run') },
    });
    expect(await invoke('plain')).toHaveProperty('result.text', 'Null');
  });

  it('has a folder for its log the next time', async () => {
    const code = 'return Directory.new().dir_exists("user://logs")';
    expect(await link.call('code.run', { code })).toHaveProperty('result.json', true);
  });
});
