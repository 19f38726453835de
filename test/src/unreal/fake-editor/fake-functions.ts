import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@worldwire/protocol';
import type { Actor } from '@worldwire/unreal/internal';
import { engineVersion, type FakeOptions, isAtLeast } from './fake-options.js';
import { png } from './fake-pictures.js';
import { type FakeProject, run } from './fake-project.js';
import { runPython } from './fake-python.js';
import { key, text } from './reply.js';

/** The input of a function of the editor, which returns the members of the reply. */
export interface FakeCall {
  readonly project: FakeProject;
  readonly options: FakeOptions;
  readonly parameters: unknown;
  /** Writers of the second halves of screenshots. */
  readonly halves: (() => void)[];
}

type FakeFunction = (call: FakeCall) => Record<string, unknown>;

const value = (ReturnValue: unknown) => ({ ReturnValue });

/** §5: the subsystems and libraries that can be called by the path of their default object. */
const actorFunctions: Record<string, FakeFunction> = {
  GetAllLevelActors: ({ project }) => value(project.openActors.map(({ path }) => path)),
  GetSelectedLevelActors: ({ project }) => value(project.selection.map(({ path }) => path)),
  SetSelectedLevelActors: ({ project, parameters }) => {
    const wanted = key(parameters, 'ActorsToSelect') as string[];
    project.selection = wanted.flatMap(path => project.findActor(path) ?? []);
    return {};
  },
  SelectNothing: ({ project }) => {
    project.selection = [];
    return {};
  },
  SpawnActorFromClass: ({ project, parameters }) => {
    const className = text(parameters, 'ActorClass');
    const found = project.classes.find(className);
    // §2 D1: a null object is "".
    if (found?.path !== className || found.refusal !== undefined) return value('');
    const actor = project.spawn(found, undefined, {
      ...place('RelativeLocation', key(parameters, 'Location')),
      ...place('RelativeRotation', key(parameters, 'Rotation')),
    });
    return value(actor.path);
  },
  DestroyActor: ({ project, parameters }) => {
    const actor = project.findActor(text(parameters, 'ActorToDestroy'));
    if (actor !== undefined) project.destroy(actor);
    return value(actor !== undefined);
  },
};

const worldFunctions: Record<string, FakeFunction> = {
  GetEditorWorld: ({ project }) => value(project.world),
};

const levelFunctions: Record<string, FakeFunction> = {
  LoadLevel: ({ project, parameters }) => {
    const wanted = text(parameters, 'AssetPath');
    const level = project.levels.find(({ path }) => path === wanted);
    if (level === undefined) return value(false);
    project.open(level.path);
    return value(true);
  },
};

/** UNCONFIRMED: the names of the parameters, and packages as texts. */
const savingFunctions: Record<string, FakeFunction> = {
  GetDirtyMapPackages: ({ project }) => ({
    OutDirtyPackages: project.dirty.filter(path => !path.includes('/__External')),
  }),
  GetDirtyContentPackages: ({ project }) => ({
    OutDirtyPackages: project.dirty.filter(path => path.includes('/__External')),
  }),
};

const assetFunctions: Record<string, FakeFunction> = {
  ListAssets: ({ project, parameters }) => {
    const folder = text(parameters, 'DirectoryPath');
    return value([...project.registry.keys()].filter(path => path.startsWith(`${folder}/`)));
  },
  FindAssetData: ({ project, options, parameters }) => {
    const path = text(parameters, 'AssetPath');
    const asset = [...project.registry.values()].find(each => each.path.startsWith(`${path}.`));
    // §2 D1: an empty name is "None".
    if (asset === undefined) return value({ AssetName: 'None', PackageName: 'None' });
    const [AssetName, shortName] = [asset.path, asset.class].map(each =>
      each.slice(each.lastIndexOf('.') + 1),
    );
    // §5 L1: AssetClass up to 5.0, AssetClassPath from 5.1 on.
    const className = isAtLeast(options.version, '5.3')
      ? { AssetClassPath: { PackageName: '/Script/Engine', AssetName: shortName } }
      : { AssetClass: shortName };
    return value({ PackageName: path, AssetName, ...className });
  },
};

const systemFunctions: Record<string, FakeFunction> = {
  GetEngineVersion: ({ options }) => value(engineVersion(options)),
  ExecuteConsoleCommand: ({ project, options, parameters }) => {
    // §5 L1: 4.x needs a world.
    const needsWorld = !isAtLeast(options.version, '5.0');
    if (needsWorld && text(parameters, 'WorldContextObject') !== project.world) return {};
    project.commands.push(text(parameters, 'Command'));
    project.write(`Cmd: ${text(parameters, 'Command')}`);
    return {};
  },
  PrintString: ({ project, parameters }) => {
    project.write(`LogBlueprintUserMessages: ${text(parameters, 'InString')}`);
    return {};
  },
};

const pythonFunctions: Record<string, FakeFunction> = {
  IsPythonAvailable: () => value(true),
  ExecutePythonCommandEx: ({ project, options, parameters }) => ({
    ...runPython(project, options, parameters),
  }),
};

const staticFunctions: Record<string, FakeFunction> = {
  GetObjectClass: ({ project, parameters }) =>
    value(project.find(text(parameters, 'Object'))?.class.path ?? ''),
  // With the actors of derived classes. An unknown class is a null object, which matches nothing.
  GetAllActorsOfClass: ({ project, parameters }) => {
    const wanted = text(parameters, 'ActorClass');
    const isA = (found: Actor['class'] | undefined): boolean =>
      found !== undefined && (found.path === wanted || isA(found.base));
    return { OutActors: project.openActors.filter(each => isA(each.class)).map(({ path }) => path) };
  },
};

const automationFunctions: Record<string, FakeFunction> = {
  TakeHighResScreenshot: call => {
    screenshot(call);
    return value(true);
  },
};

/** The default objects of an editor of this version. */
export function librariesOf(options: FakeOptions): Record<string, Record<string, FakeFunction>> {
  const version5 = isAtLeast(options.version, '5.0');
  return {
    '/Script/Engine.Default__KismetSystemLibrary': systemFunctions,
    '/Script/Engine.Default__GameplayStatics': staticFunctions,
    '/Script/FunctionalTesting.Default__AutomationBlueprintFunctionLibrary': automationFunctions,
    ...(options.savingFunctions && {
      '/Script/UnrealEd.Default__EditorLoadingAndSavingUtils': savingFunctions,
    }),
    '/Script/EditorScriptingUtilities.Default__EditorLevelLibrary': {
      ...actorFunctions,
      ...worldFunctions,
      ...levelFunctions,
    },
    '/Script/EditorScriptingUtilities.Default__EditorAssetLibrary': assetFunctions,
    ...(options.pythonPlugin && {
      '/Script/PythonScriptPlugin.Default__PythonScriptLibrary': pythonFunctions,
    }),
    ...(version5 && {
      '/Script/UnrealEd.Default__EditorActorSubsystem': actorFunctions,
      '/Script/UnrealEd.Default__UnrealEditorSubsystem': worldFunctions,
      '/Script/UnrealEd.Default__EditorAssetSubsystem': assetFunctions,
      '/Script/LevelEditor.Default__LevelEditorSubsystem': levelFunctions,
    }),
  };
}

/**
 * A function of an actor. §2 D1: functions go by their C++ names, which begin with K2_ for some; whether the name on the
 * node does too is UNCONFIRMED.
 */
export function actorFunction(
  actor: Actor,
  name: string,
  { variant }: FakeOptions,
): FakeFunction | undefined {
  const isCalled = (cpp: string) => name === (variant === 'a' ? cpp : cpp.replace(/^K2_/, ''));
  if (isCalled('K2_GetComponentsByClass')) return () => value(actor.components.map(({ path }) => path));
  if (isCalled('GetAttachedActors')) {
    return ({ project }) => ({ OutActors: [...(project.attached.get(actor.path) ?? [])] });
  }
  // Names of the engine's public API: a null object is "", an empty name "None" (§2 D1).
  if (isCalled('GetAttachParentActor')) return ({ project }) => value(project.parentOf(actor.path) ?? '');
  if (isCalled('GetAttachParentSocketName')) return () => value('None');
  if (isCalled('GetFolderPath')) return ({ project }) => value(project.folders.get(actor.path) ?? 'None');
  if (isCalled('GetTransform')) return () => value(transformOf(actor));
  const found = actor.class.functions.find(each => isCalled(each.name));
  return found && (({ parameters }) => run(actor, found, parameters));
}

/** An FTransform: the rotation as a quaternion. */
function transformOf(actor: Actor): object {
  const { RelativeLocation, RelativeRotation, RelativeScale3D } = actor.root.all();
  const half = (axis: string) => (Number(key(RelativeRotation, axis)) * Math.PI) / 360;
  const [pitch, yaw, roll] = [half('Pitch'), half('Yaw'), half('Roll')];
  const [sp, sy, sr] = [Math.sin(pitch), Math.sin(yaw), Math.sin(roll)];
  const [cp, cy, cr] = [Math.cos(pitch), Math.cos(yaw), Math.cos(roll)];
  const Rotation = {
    X: cr * sp * sy - sr * cp * cy,
    Y: -cr * sp * cy - sr * cp * sy,
    Z: cr * cp * sy - sr * sp * cy,
    W: cr * cp * cy + sr * sp * sy,
  };
  return { Rotation, Translation: RelativeLocation, Scale3D: RelativeScale3D };
}

function place(property: string, given: unknown): JsonObject {
  return given === undefined ? {} : { [property]: given as JsonObject };
}

/** §5 D10 L1: asynchronous, written on a later frame under Saved/Screenshots. */
function screenshot({ project, options, parameters, halves }: FakeCall): void {
  if (project.folder === undefined || options.screenshots === 'never') return;
  const folder = join(project.folder, 'Saved', 'Screenshots', 'FakeEditor');
  const name =
    options.screenshots === 'own-name' ? 'HighresScreenshot00000.png' : text(parameters, 'Filename');
  const bytes = png(Number(key(parameters, 'ResX')), Number(key(parameters, 'ResY')));
  const write = (part: Buffer) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), part);
  };
  if (options.screenshots !== 'in-halves') setImmediate(write, bytes);
  else {
    write(bytes.subarray(0, bytes.length / 2));
    halves.push(() => write(bytes));
  }
}
