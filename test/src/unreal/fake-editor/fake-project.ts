import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  Actor,
  type ActorPlan,
  type AssetPlan,
  bool,
  type FunctionPlan,
  fixed,
  LABEL,
  ModelObject,
  nameOf,
  object,
  objectPath,
  PLACE,
  Project,
  type Property,
  plan,
  property,
  ROOT,
  type Self,
  string,
} from '@worldwire/unreal/internal';
import { engineVersion, type FakeOptions } from './fake-options.js';

/** An entry of the asset registry. */
export interface FakeAsset {
  /** Of the object: "/Game/Doors/BP_Door.BP_Door". */
  readonly path: string;
  readonly class: string;
  readonly metadata?: Record<string, string>;
  readonly hard?: readonly string[];
  readonly soft?: readonly string[];
}

const HALL = '/Game/Maps/Hall';
const CELLAR = '/Game/Maps/Cellar';
const DOOR = '/Game/Doors/BP_Door';

/** The state of a fake editor: the model of the sample with other levels, and an asset registry. */
export class FakeProject extends Project {
  readonly registry = new Map<string, FakeAsset>();
  /** The exported text of assets by name, where the test sets one. */
  readonly texts = new Map<string, string>();
  /** The undo entries, oldest first. */
  readonly transactions: string[] = [];
  readonly commands: string[] = [];
  /** Packages with unsaved changes. */
  readonly dirty: string[] = [];
  /** The paths of the actors that are attached to an actor. */
  readonly attached = new Map<string, readonly string[]>();
  /** The folders of actors in the outliner, by the path of the actor. */
  readonly folders = new Map<string, string>();
  /** Lines of the settings that name packages. */
  readonly settings: { key: string; value: string }[] = [];
  readonly log: string[] = [];
  /** The path of an open level that was never saved. */
  unsavedWorld: string | undefined;
  readonly folder: string | undefined;
  readonly #assetObjects = new Map<string, ModelObject>();

  constructor(options: FakeOptions) {
    super(
      [BLUEPRINT, level(HALL, hallActors(options.manyActors)), level(CELLAR, [])],
      engineVersion(options),
    );
    this.folder = options.projectFolder;
    for (const asset of ASSETS) this.addAsset(asset);
    for (const name of numbered('M_Many', options.manyAssets)) {
      this.addAsset({ path: `/Game/Many/${name}.${name}`, class: '/Script/Engine.Material' });
    }
    this.selection = [this.actor(`${objectPath(HALL)}:PersistentLevel.Door_1`)];
  }

  get world(): string {
    return this.unsavedWorld ?? objectPath(this.openLevel.path);
  }

  get openActors(): readonly Actor[] {
    return this.actors(this.openLevel.path);
  }

  addAsset(asset: FakeAsset): void {
    const { path, class: classPath } = asset;
    this.registry.set(path, asset);
    const properties = [property('Comment', string, '')];
    const assetClass = { name: nameOf(classPath), path: classPath, properties, functions: [] };
    this.#assetObjects.set(path, new ModelObject(path, assetClass, path));
  }

  /** An object by its exact path, of the open level or of the registry. */
  find(path: string): ModelObject | undefined {
    const actor = this.openActors.find(each => path === each.path || path.startsWith(`${each.path}.`));
    if (actor !== undefined) return [actor, ...actor.components].find(each => each.path === path);
    return this.#assetObjects.get(path);
  }

  override findActor(path: string): Actor | undefined {
    const found = this.find(path);
    return found instanceof Actor ? found : undefined;
  }

  /** The path of the actor that an actor is attached to. */
  parentOf(path: string): string | undefined {
    return [...this.attached].find(([, children]) => children.includes(path))?.[0];
  }

  /** §5: the log is a file of the project, and no route returns it. */
  write(line: string): void {
    this.log.push(line);
    if (this.folder === undefined) return;
    const logs = join(this.folder, 'Saved', 'Logs');
    mkdirSync(logs, { recursive: true });
    appendFileSync(join(logs, 'Fake.log'), `[2024.05.01-12.34.56:789][ 12]${line}\r\n`);
  }
}

/** The properties that an editor shows: an actor has its place and its label by functions (§2 D1). */
export function propertiesOf(of: ModelObject): readonly Property[] {
  const { properties } = of.class;
  if (of instanceof Actor) {
    const own = properties.filter(each => each !== LABEL && !PLACE.includes(each));
    return [...own, fixed('RootComponent', object('USceneComponent'), of.root.path)];
  }
  // §2 D1: only what is public and EditAnywhere can be written.
  return properties.map(each => (each.name === 'Mobility' ? { ...each, fixed: true } : each));
}

/** Runs a function of the model without a check of its arguments. */
export function run(of: ModelObject, called: FunctionPlan, parameters: unknown): Record<string, unknown> {
  const unsupported = () => {
    throw new Error(`the fake does not run ${called.name}`);
  };
  const self: Self = {
    get: name => of.all()[name] ?? null,
    set: (name, value) => of.fill({ [name]: value }),
    part: unsupported,
    log: unsupported,
    destroy: unsupported,
  };
  return called.run(self, { ...(parameters as object) });
}

function level(path: string, actors: readonly ActorPlan[]): AssetPlan {
  return {
    path,
    class: 'World',
    properties: [],
    tags: {},
    level: { path, actors, ground: [0, 0, 0], reach: 1 },
  };
}

function hallActors(manyActors: number): readonly ActorPlan[] {
  const crates = numbered('StaticMeshActor', manyActors);
  return [
    { name: 'Door_1', label: 'The red door', class: DOOR },
    { name: 'PointLight_1', class: 'PointLight' },
    { name: 'Floor_1', class: 'StaticMeshActor' },
    ...crates.map(name => ({ name, label: 'Crate', class: 'StaticMeshActor' })),
  ];
}

function numbered(stem: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${stem}_${String(at + 1).padStart(4, '0')}`);
}

const BLUEPRINT: AssetPlan = {
  path: DOOR,
  class: 'Blueprint',
  properties: [],
  tags: {},
  blueprint: {
    path: DOOR,
    description: '',
    parent: 'Actor',
    interfaces: [],
    variables: [property('IsOpen', bool, false)],
    components: [{ ...ROOT, name: 'RootComponent0' }],
    functions: ['Open', 'ReceiveBeginPlay'].map(name => ({ ...plan(name, {}, {}, () => ({})), nodes: [] })),
    events: [],
  },
};

const ASSETS: readonly FakeAsset[] = [
  {
    path: objectPath(DOOR),
    class: '/Script/Engine.Blueprint',
    metadata: { ParentClass: "/Script/CoreUObject.Class'/Script/Engine.Actor'" },
    hard: ['/Game/Doors/T_Wood'],
    soft: ['/Game/Props/M_Iron'],
  },
  {
    path: '/Game/Doors/T_Wood.T_Wood',
    class: '/Script/Engine.Texture2D',
    metadata: { Dimensions: '64x32', Format: 'DXT1' },
  },
  { path: '/Game/Props/M_Iron.M_Iron', class: '/Script/Engine.Material' },
  { path: objectPath(HALL), class: '/Script/Engine.World', hard: [DOOR] },
  { path: objectPath(CELLAR), class: '/Script/Engine.World' },
];
