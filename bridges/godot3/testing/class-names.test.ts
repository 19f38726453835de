import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

const ADDON = fileURLToPath(new URL('../addons/worldwire', import.meta.url));
const PROJECT = fileURLToPath(new URL('../demo/project.godot', import.meta.url));
const PREFIX = 'Worldwire';

const scripts = readdirSync(ADDON, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.gd'))
  .map(path => ({ path, text: readFileSync(join(ADDON, path), 'utf8') }));

/** Names that GDScript would look up among the classes of the game before it looks into the script. */
const names = new Set(
  scripts.flatMap(({ text }) =>
    [...text.matchAll(/^(?:const (\w+) :?= preload\(|(?:class|enum) (\w+))/gm)].map(
      ([, script, own]) => script ?? own,
    ),
  ),
) as Set<string>;

describe('names of scripts in the addon', () => {
  it('begin with the name of the addon', () => {
    expect(names.size).toBeGreaterThan(50);
    expect([...names].filter(name => !name.startsWith(PREFIX))).toEqual([]);
  });
});

describe('a game with a class for each of these names without the beginning', () => {
  let live: LiveGodot;
  beforeAll(async () => {
    live = await LiveGodot.open({ files: gameWith([...names].map(name => name.slice(PREFIX.length))) });
  });
  afterAll(() => live?.engine.close());

  it('is linked, and reads its scene', async () => {
    await live.load('garden');
    expect(await live.find('/Garden/Mill/Blade')).toMatch(/^obj:/);
  });

  it('compiles every script of the addon', async () => {
    const paths = scripts.map(({ path }) => `"res://addons/worldwire/${path}"`);
    const code = `
var broken := []
for path in [${paths.join(', ')}]:
	var script: Script = load(path)
	if script == null or not script.can_instance(): broken.append(path)
return broken`;
    expect(await live.run(code)).toMatchObject({ json: [] });
  });
});

/** Files of classes, and the project file that lists them as the editor does. */
function gameWith(classes: readonly string[]): Record<string, string> {
  const pathOf = (name: string) => `class_${name.toLowerCase()}.gd`;
  const entries = classes.map(
    name =>
      `, {\n"base": "Node",\n"class": "${name}",\n"language": "GDScript",\n"path": "res://${pathOf(name)}"\n}`,
  );
  const project = readFileSync(PROJECT, 'utf8');
  const end = project.indexOf(' ]', project.indexOf('_global_script_classes'));
  return {
    ...Object.fromEntries(classes.map(name => [pathOf(name), `class_name ${name}\nextends Node\n`])),
    'project.godot': `${project.slice(0, end)}${entries.join('')}${project.slice(end)}`,
  };
}
