import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor, ModelObject } from '@worldwire/unreal/internal';
import { engineVersion, type FakeOptions } from './fake-options.js';
import type { FakeProject } from './fake-project.js';
import { DOOR_T3D, encoded, plainT3d } from './fake-t3d.js';
import { key, text } from './reply.js';

export interface PythonReply {
  readonly ReturnValue: boolean;
  readonly CommandResult: string;
  readonly LogOutput: readonly { Type: string; Output: string }[];
}

type Given = Record<string, unknown> & { mark: string };

/**
 * No Python runs here. The fake recognizes the scripts of the product by the comment in their first line, reads their input
 * from their one literal as Python does, and does what such a script does in an editor. Of other
 * code it supports the few statements of the tests. Only a real editor shows whether the scripts are valid Python.
 */
export function runPython(project: FakeProject, options: FakeOptions, parameters: unknown): PythonReply {
  const code = text(parameters, 'PythonCommand');
  const mode = text(parameters, 'ExecutionMode') || 'ExecuteFile';
  // §6: several lines in the modes for statements are a syntax error.
  if (mode !== 'ExecuteFile' && code.includes('\n')) return traceback('SyntaxError: invalid syntax');
  const script = /^# worldwire (\w+)\n/.exec(code)?.[1];
  if (script !== undefined) return ours(project, options, script, givenIn(code));
  const raised = /raise (\w+)\("([^"]*)"\)/.exec(code);
  // §6 D7 T2: an exception comes with HTTP 200.
  if (raised !== null) return traceback(`${raised[1]}: ${raised[2]}`);
  if (mode === 'EvaluateStatement')
    return { ReturnValue: true, CommandResult: evaluated(options, code), LogOutput: [] };
  const printed = [...code.matchAll(/print\("([^"]*)"\)/g)].map(each => info(each[1] as string));
  return { ReturnValue: true, CommandResult: 'None', LogOutput: printed };
}

/** The text of the literal, parsed as a literal and then by json.loads. */
export function givenIn(code: string): Given {
  const literal = /given = json\.loads\(("(?:[^"\\\n]|\\u[0-9a-f]{4})*")\)/.exec(code)?.[1];
  if (literal === undefined) throw new Error('the script has no literal that Python and JSON read alike');
  return JSON.parse(JSON.parse(literal) as string) as Given;
}

function ours(project: FakeProject, options: FakeOptions, script: string, given: Given): PythonReply {
  const tell = (value: unknown) => tellBytes(given.mark, Buffer.from(JSON.stringify(value)));
  const file = join(tmpdir(), String(given.file));
  switch (script) {
    case 'assets':
      return tell(assets(project, given));
    case 'actors':
      return tell({ items: (given.paths as string[]).flatMap(path => actorFacts(project, path) ?? []) });
    case 'components':
      return tell({ items: components(project, String(given.path)) });
    case 'owners':
      return tell({ items: (given.paths as string[]).flatMap(path => owner(project, path) ?? []) });
    case 'export': {
      const asset = project.registry.get(String(given.path));
      if (asset === undefined) return tell({ missing: true });
      if (asset.class.endsWith('.Material')) return tell({ errors: ['No exporter for it.'] });
      const name = asset.path.slice(asset.path.lastIndexOf('.') + 1);
      const usual = name === 'BP_Door' ? DOOR_T3D : plainT3d(asset.class, name);
      const written = project.texts.get(name) ?? usual;
      const bytes = encoded(written, options.encoding);
      writeFileSync(file, bytes);
      return tell({ file, size: bytes.length });
    }
    case 'read': {
      const [offset, length] = [Number(given.offset), Number(given.length)];
      return tellBytes(given.mark, readFileSync(file).subarray(offset, offset + length));
    }
    case 'remove': {
      const removed = existsSync(file);
      rmSync(file, { force: true });
      return tell({ removed });
    }
    case 'references':
      return tell(references(project, String(given.path)));
    case 'neighbours':
      return tell({
        items: (given.paths as string[]).map(path => neighbours(project, path, given.back === true)),
      });
    case 'referencers':
      return tell(referencers(project, given));
    case 'settings':
      return tell({ settings: project.settings });
    case 'log': {
      const kinds: Record<string, string> = { log: '', warning: 'Warning: ', error: 'Error: ' };
      project.write(`LogPython: ${kinds[String(given.verbosity)]}${String(given.message)}`);
      return tell({ done: true });
    }
    case 'project':
      return tell({ file: 'C:\\Projects\\Fake\\Fake.uproject' });
    default:
      return traceback(`NameError: name '${script}' is not defined`);
  }
}

function actorFacts(project: FakeProject, path: string): object | undefined {
  const actor = project.findActor(path);
  if (actor === undefined) return undefined;
  const { RelativeLocation, RelativeRotation, RelativeScale3D } = actor.root.all();
  const numbers = (value: unknown, names: readonly string[]) => names.map(name => key(value, name));
  return {
    path,
    class: actor.class.path,
    label: actor.all().ActorLabel ?? actor.name,
    location: numbers(RelativeLocation, ['X', 'Y', 'Z']),
    rotation: numbers(RelativeRotation, ['Pitch', 'Yaw', 'Roll']),
    scale: numbers(RelativeScale3D, ['X', 'Y', 'Z']),
    ...outliner(project, actor),
  };
}

/** What the script tells beside the transform: an empty name is "None" in Python, too. */
function outliner(project: FakeProject, actor: Actor): object {
  const attachedTo = project.parentOf(actor.path);
  const looks = actor.components.map(lookOf);
  return {
    folder: project.folders.get(actor.path) ?? 'None',
    tags: [],
    ...(attachedTo !== undefined && { attachedTo, socket: 'None', relative: relativeOf(actor.root) }),
    ...looks.find(({ mesh }) => mesh !== null),
  };
}

function components(project: FakeProject, path: string): object[] {
  const actor = project.findActor(path);
  return (actor?.components ?? []).map(each => ({
    path: each.path,
    class: each.class.path,
    parent: each === actor?.root ? null : (actor?.root.path ?? null),
    relative: 'RelativeLocation' in each.all() ? relativeOf(each) : null,
    ...lookOf(each),
  }));
}

function lookOf(component: ModelObject): { mesh: unknown; materials: unknown } {
  const { StaticMesh = null, OverrideMaterials = [] } = component.all();
  return { mesh: StaticMesh, materials: OverrideMaterials };
}

function relativeOf(component: ModelObject): unknown[] {
  const { RelativeLocation, RelativeRotation, RelativeScale3D } = component.all();
  const numbers = (value: unknown, names: readonly string[]) => names.map(name => key(value, name));
  return [
    numbers(RelativeLocation, ['X', 'Y', 'Z']),
    numbers(RelativeRotation, ['Pitch', 'Yaw', 'Roll']),
    numbers(RelativeScale3D, ['X', 'Y', 'Z']),
  ];
}

/** The registry has the actor of a file under its name, with its label as a tag. */
function owner(project: FakeProject, path: string): object | undefined {
  const asset = [...project.registry.values()].find(each => each.path.startsWith(`${path}.`));
  if (asset === undefined) return undefined;
  return {
    path,
    name: asset.path.slice(path.length + 1),
    label: asset.metadata?.ActorLabel ?? null,
    class: asset.class.slice(asset.class.lastIndexOf('.') + 1),
  };
}

function assets(project: FakeProject, given: Given): unknown {
  const path = String(given.path);
  const all = [...project.registry.values()].map(asset => ({
    Path: asset.path.slice(0, asset.path.indexOf('.')),
    Name: asset.path.slice(asset.path.indexOf('.') + 1),
    Class: asset.class.slice(asset.class.lastIndexOf('.') + 1),
    key: asset.path,
  }));
  const isShown = ({ Path }: { Path: string }) =>
    path.includes('/__External') || !Path.includes('/__External');
  const below = all.filter(({ Path }) => Path === path || Path.startsWith(`${path}/`));
  const found = below
    .filter(each => given.everything === true || isShown(each))
    .filter(({ Class }) => given.class === '' || Class.toLowerCase() === String(given.class).toLowerCase())
    .filter(({ key }) => key.toLowerCase().includes(String(given.query)))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const rest = found.filter(({ key }) => key > String(given.after));
  const limit = Number(given.limit);
  return {
    there: below.length > 0,
    items: rest.slice(0, limit).map(({ key: _, ...item }) => item),
    total: found.length,
    more: rest.length > limit,
  };
}

function references(project: FakeProject, path: string): unknown {
  const packageOf = (object: string) => object.slice(0, object.indexOf('.'));
  const all = [...project.registry.values()];
  const asset = all.find(each => packageOf(each.path) === path);
  if (asset === undefined) return { missing: true };
  const back = (kind: 'hard' | 'soft') =>
    all.filter(each => each[kind]?.includes(path)).map(each => packageOf(each.path));
  const folder = path.replace(/^(\/[^/]+)/, '$1/__ExternalActors__');
  const parts = [asset, ...all.filter(each => each.path.startsWith(`${folder}/`))];
  return {
    // A registry has the packages of native classes, too.
    hard: ['/Script/Engine', ...parts.flatMap(each => each.hard ?? [])],
    soft: parts.flatMap(each => each.soft ?? []),
    hardBack: back('hard'),
    softBack: back('soft'),
  };
}

function neighbours(project: FakeProject, path: string, back: boolean): unknown {
  const found = references(project, path) as Record<string, readonly string[]>;
  const asset = [...project.registry.values()].find(each => each.path.startsWith(`${path}.`));
  return {
    path,
    class: asset === undefined ? null : asset.class.slice(asset.class.lastIndexOf('.') + 1),
    hard: (back ? found.hardBack : found.hard) ?? [],
    soft: (back ? found.softBack : found.soft) ?? [],
  };
}

function referencers(project: FakeProject, given: Given): unknown {
  const all = assets(project, {
    ...given,
    class: '',
    query: '',
    after: '',
    limit: Number.POSITIVE_INFINITY,
    everything: true,
  }) as {
    items: { Path: string; Class: string }[];
  };
  const rest = all.items.filter(({ Path }) => Path > String(given.after));
  const page = rest.slice(0, Number(given.limit));
  const items = page.map(({ Path, Class }) => {
    const { hardBack, softBack } = references(project, Path) as Record<string, string[]>;
    return { path: Path, class: Class, referencers: [...(hardBack ?? []), ...(softBack ?? [])] };
  });
  return { items, total: all.items.length, more: rest.length > page.length };
}

function evaluated(options: FakeOptions, code: string): string {
  if (code.includes('get_engine_version')) {
    // UNCONFIRMED: the value as text, or its Python representation.
    const version = engineVersion(options);
    return options.variant === 'a' ? version : `'${version}'`;
  }
  const product = /^(\d+) \* (\d+)$/.exec(code);
  return product === null ? code : String(Number(product[1]) * Number(product[2]));
}

/** §6 L3: the output of a script is in LogOutput, among other lines. */
function tellBytes(mark: string, bytes: Buffer): PythonReply {
  const whole = bytes.toString('base64');
  const count = Math.max(1, Math.ceil(whole.length / 3000));
  const pieces = Array.from({ length: count }, (_, number) =>
    info(`${mark} ${number} ${count} ${whole.slice(number * 3000, (number + 1) * 3000)}`),
  );
  return {
    ReturnValue: true,
    CommandResult: 'None',
    LogOutput: [info('a line of somebody else'), ...pieces],
  };
}

function traceback(error: string): PythonReply {
  const CommandResult = `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n${error}\n`;
  return { ReturnValue: false, CommandResult, LogOutput: [] };
}

function info(Output: string): { Type: string; Output: string } {
  return { Type: 'Info', Output };
}
