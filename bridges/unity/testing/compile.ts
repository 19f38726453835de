import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const BRIDGE = fileURLToPath(new URL('..', import.meta.url));
/** Warnings about the shim that say nothing about the bridge: operators without Equals, fields that are never set. */
const SHIM_WARNINGS = '-nowarn:660,661,659,649,169,414,67';

interface Assembly {
  readonly name: string;
  readonly target: 'library' | 'exe';
  /** Folders of its sources, without folders that are an assembly of their own. */
  readonly from: readonly string[];
  readonly without?: readonly string[];
  readonly uses: readonly string[];
  readonly flags?: readonly string[];
}

const PLAYER = ['UnityEngine.dll', 'Worldwire.Bridge.dll'];
/** As the asmdef files of the package have them. The shim stands in for all assemblies of Unity. */
export const ASSEMBLIES: readonly Assembly[] = [
  {
    name: 'UnityEngine.dll',
    target: 'library',
    from: ['testing/shim'],
    without: ['testing/shim/Editor'],
    uses: [],
    flags: [SHIM_WARNINGS],
  },
  {
    name: 'Worldwire.Bridge.dll',
    target: 'library',
    from: ['package/Runtime'],
    without: ['package/Runtime/UGui', 'package/Runtime/InputSystem'],
    uses: ['UnityEngine.dll'],
    // The assembly for the editor sets fields of this one.
    flags: ['-warnaserror', '-nowarn:649'],
  },
  {
    name: 'Worldwire.Bridge.UGui.dll',
    target: 'library',
    from: ['package/Runtime/UGui'],
    uses: PLAYER,
    flags: ['-warnaserror'],
  },
  {
    name: 'Worldwire.Bridge.InputSystem.dll',
    target: 'library',
    from: ['package/Runtime/InputSystem'],
    uses: PLAYER,
    flags: ['-warnaserror'],
  },
  { name: 'Demo.exe', target: 'exe', from: ['testing/host'], uses: PLAYER },
  { name: '0Harmony.dll', target: 'library', from: ['testing/harmony'], uses: ['UnityEngine.dll'] },
  // The samples; the plugin is one assembly with all sources.
  {
    name: 'Plugin.dll',
    target: 'library',
    from: ['package/Runtime', 'package/Samples~', 'testing/bepinex'],
    uses: ['UnityEngine.dll'],
    flags: ['-warnaserror', '-nowarn:649', '-define:WORLDWIRE_INPUT_SYSTEM'],
  },
  { name: 'UsedApi.exe', target: 'exe', from: ['testing/api'], uses: [] },
];

const EDITOR = [...PLAYER, 'UnityEditor.dll'];
/** Those of an editor, in which Unity defines UNITY_EDITOR. */
export const EDITOR_ASSEMBLIES: readonly Assembly[] = [
  ...ASSEMBLIES.slice(0, 2),
  {
    name: 'UnityEditor.dll',
    target: 'library',
    from: ['testing/shim/Editor'],
    uses: ['UnityEngine.dll'],
    flags: [SHIM_WARNINGS],
  },
  ...ASSEMBLIES.slice(2, 4).map(each => ({
    ...each,
    uses: EDITOR,
    flags: [...(each.flags ?? []), '-define:UNITY_EDITOR'],
  })),
  {
    name: 'Worldwire.Bridge.Editor.dll',
    target: 'library',
    from: ['package/Editor'],
    uses: EDITOR,
    flags: ['-warnaserror', '-define:UNITY_EDITOR'],
  },
  {
    name: 'EditorDemo.exe',
    target: 'exe',
    from: ['testing/host', 'testing/editor-host'],
    uses: EDITOR,
    flags: ['-define:UNITY_EDITOR', '-main:Demo.EditorProgram'],
  },
];

/** Compiles the shim, the bridge and the demo with mcs. Returns the folder; the same sources are compiled once. */
export async function compileDemo(assemblies = ASSEMBLIES): Promise<string> {
  const sources = assemblies.map(sourcesOf);
  const hash = createHash('sha256').update(JSON.stringify(assemblies));
  for (const path of sources.flat()) hash.update(path).update(readFileSync(join(BRIDGE, path)));
  const home = join(tmpdir(), 'worldwire-unity');
  const folder = join(home, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(home, { recursive: true });
  const fresh = mkdtempSync(join(home, 'compiling-'));
  try {
    for (const [at, assembly] of assemblies.entries())
      await compile(fresh, assembly, sources[at] as string[]);
    renameSync(fresh, folder);
  } catch (thrown) {
    rmSync(fresh, { recursive: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw thrown;
  }
  return folder;
}

async function compile(folder: string, assembly: Assembly, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return;
  const { name, target, uses, flags = [] } = assembly;
  const references = uses.map(each => `-r:${join(folder, each)}`);
  const args = ['-langversion:7.2', '-debug', `-target:${target}`, `-out:${join(folder, name)}`];
  try {
    await promisify(execFile)('mcs', [...args, ...flags, ...references, ...sources], { cwd: BRIDGE });
  } catch (thrown) {
    const { stderr, stdout } = thrown as { stderr: string; stdout: string };
    throw new Error(`mcs cannot compile ${name}:\n${stderr}${stdout}`);
  }
}

/** Paths of C# files, in the order of their names. */
export function sourcesOf({ from, without = [] }: Pick<Assembly, 'from' | 'without'>): string[] {
  const found: string[] = [];
  const look = (folder: string) => {
    if (!existsSync(join(BRIDGE, folder)) || without.includes(folder)) return;
    for (const entry of readdirSync(join(BRIDGE, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) look(path);
      else if (entry.name.endsWith('.cs')) found.push(path);
    }
  };
  for (const folder of from) look(folder);
  return found.sort();
}
