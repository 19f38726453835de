import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface FakeProperty {
  readonly type: string;
  value: unknown;
  readonly container?: string;
  /** §2 D1: only what is public and EditAnywhere can be written. */
  readonly fixed?: boolean;
}

export interface FakeObject {
  readonly path: string;
  /** Whole path of the class. */
  readonly class: string;
  readonly properties: Map<string, FakeProperty>;
  readonly functions: readonly string[];
}

export interface FakeActor {
  readonly path: string;
  readonly class: string;
  label: string;
  location: { X: number; Y: number; Z: number };
  rotation: { Pitch: number; Yaw: number; Roll: number };
  scale: { X: number; Y: number; Z: number };
  readonly components: readonly string[];
}

export interface FakeAsset {
  /** Of the object: "/Game/Doors/BP_Door.BP_Door". */
  readonly path: string;
  readonly class: string;
  readonly metadata?: Record<string, string>;
  readonly hard?: readonly string[];
  readonly soft?: readonly string[];
}

const HALL = '/Game/Maps/Hall.Hall';
export const SPAWNABLE = [
  '/Script/Engine.PointLight',
  '/Script/Engine.StaticMeshActor',
  '/Game/Doors/BP_Door.BP_Door_C',
];

/** The state of a fake editor: a project with a few assets, and one level open. */
export class FakeProject {
  readonly objects = new Map<string, FakeObject>();
  readonly actors = new Map<string, FakeActor>();
  readonly assets = new Map<string, FakeAsset>();
  /** What an asset is exported as, by its name, where the test says so. */
  readonly texts = new Map<string, string>();
  /** What an undo would take back, oldest first. */
  readonly transactions: string[] = [];
  readonly commands: string[] = [];
  readonly log: string[] = [];
  world = HALL;
  selection: string[] = [];
  #spawned = 0;

  constructor(
    manyAssets: number,
    manyActors: number,
    readonly folder: string | undefined,
  ) {
    for (const asset of ASSETS) this.addAsset(asset);
    for (let number = 1; number <= manyAssets; number++) {
      const name = `M_Many_${String(number).padStart(4, '0')}`;
      this.addAsset({ path: `/Game/Many/${name}.${name}`, class: '/Script/Engine.Material' });
    }
    this.spawn('/Game/Doors/BP_Door.BP_Door_C', 'Door_1', 'The red door');
    this.spawn('/Script/Engine.PointLight', 'PointLight_1', 'PointLight_1');
    this.spawn('/Script/Engine.StaticMeshActor', 'Floor_1', 'Floor_1');
    for (let number = 1; number <= manyActors; number++) {
      this.spawn('/Script/Engine.StaticMeshActor', `Crate_${String(number).padStart(4, '0')}`, 'Crate');
    }
    this.selection = [`${HALL}:PersistentLevel.Door_1`];
  }

  addAsset(asset: FakeAsset): void {
    this.assets.set(asset.path, asset);
    this.objects.set(asset.path, {
      path: asset.path,
      class: asset.class,
      properties: new Map([['Comment', { type: 'FString', value: '' }]]),
      functions: [],
    });
  }

  spawn(className: string, name?: string, label?: string): FakeActor | undefined {
    if (!SPAWNABLE.includes(className)) return undefined;
    const short = className.slice(className.lastIndexOf('.') + 1);
    const path = `${this.world}:PersistentLevel.${name ?? `${short}_${++this.#spawned + 100}`}`;
    const component = `${path}.${short === 'PointLight' ? 'LightComponent0' : 'RootComponent0'}`;
    const actor: FakeActor = {
      path,
      class: className,
      label: label ?? short,
      location: { X: 0, Y: 0, Z: 0 },
      rotation: { Pitch: 0, Yaw: 0, Roll: 0 },
      scale: { X: 1, Y: 1, Z: 1 },
      components: [component],
    };
    this.actors.set(path, actor);
    this.objects.set(path, {
      path,
      class: className,
      properties: new Map<string, FakeProperty>([
        ['bHidden', { type: 'bool', value: false }],
        ['Tags', { type: 'FName', container: 'Array', value: [] }],
        ['RootComponent', { type: 'USceneComponent*', value: component, fixed: true }],
      ]),
      functions: ['K2_GetActorLocation', 'K2_SetActorLocationAndRotation', 'SetActorScale3D'],
    });
    this.objects.set(component, {
      path: component,
      class: short === 'PointLight' ? '/Script/Engine.PointLightComponent' : '/Script/Engine.SceneComponent',
      properties: new Map<string, FakeProperty>([
        ['Intensity', { type: 'float', value: 5000 }],
        ['bVisible', { type: 'bool', value: true }],
        ['Mobility', { type: 'EComponentMobility', value: 'Movable', fixed: true }],
        ...relative(actor),
      ]),
      functions: ['SetVisibility'],
    });
    return actor;
  }

  destroy(path: string): boolean {
    const actor = this.actors.get(path);
    if (actor === undefined) return false;
    for (const each of [path, ...actor.components]) this.objects.delete(each);
    this.selection = this.selection.filter(each => each !== path);
    return this.actors.delete(path);
  }

  /** §5: the log is a file of the project, and no route gives it. */
  write(line: string): void {
    this.log.push(line);
    if (this.folder === undefined) return;
    const logs = join(this.folder, 'Saved', 'Logs');
    mkdirSync(logs, { recursive: true });
    appendFileSync(join(logs, 'Fake.log'), `[2024.05.01-12.34.56:789][ 12]${line}\r\n`);
  }
}

/** §2 D1: properties of a component stand for where its actor is. */
function relative(actor: FakeActor): [string, FakeProperty][] {
  const part = (key: 'location' | 'rotation' | 'scale', type: string): FakeProperty => ({
    type,
    get value() {
      return actor[key];
    },
    set value(value) {
      Object.assign(actor[key], value);
    },
  });
  return [
    ['RelativeLocation', part('location', 'FVector')],
    ['RelativeRotation', part('rotation', 'FRotator')],
    ['RelativeScale3D', part('scale', 'FVector')],
  ];
}

const ASSETS: readonly FakeAsset[] = [
  {
    path: '/Game/Doors/BP_Door.BP_Door',
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
  { path: HALL, class: '/Script/Engine.World', hard: ['/Game/Doors/BP_Door'] },
  { path: '/Game/Maps/Cellar.Cellar', class: '/Script/Engine.World' },
];
