import { effect, type Signal, signal } from '@preact/signals';
import { pollVisible } from '../explorer/poll.js';
import type { Card, ComponentCard, MemberValue, Page } from './cards.js';
import { axesOf, type Placed, type Pose, placed, type Triple } from './placed.js';
import type { SceneStore } from './scene-store.js';
import { type Look, lookOf } from './shape-of.js';

/** Objects in the 3D view. Of a larger scene the nearest to the camera's target are shown. */
const MAX_OBJECTS = 1_000;
const PAGE = 500;
/** Objects whose components are read, for shapes and colours. */
const MAX_LOOKS = 300;
const MAX_MOVING = 200;
/** Rotations that are read in one poll. */
const MAX_TURNING = 8;
const MOVING_MS = 500;
const STILL_MS = 1_500;
const FAILED_MS = 3_000;
/** Polls for one count of the objects, which the scene makes and removes itself. */
const TOTAL_EVERY = 4;
const ANSWER_BYTES = 1_000_000;
/** A browser has six connections to a host. */
const CALLS = 2;
const FIELDS = ['Name', 'ActiveInHierarchy', 'Position', 'Bounds'];

export interface SceneObjects {
  readonly placed: Signal<ReadonlyMap<string, Placed>>;
  /** Objects of the scene. */
  readonly total: Signal<number>;
  readonly loaded: Signal<boolean>;
  /** Whether the view is on the page: without it nothing is read. */
  readonly watched: Signal<boolean>;
  /** Where the camera looks, for scenes that are shown in part. */
  lookAt(target: Triple, distance: number): void;
  close(): void;
}

export function openObjects(store: SceneStore): SceneObjects {
  const cards = new Map<string, Card>();
  const looks = new Map<string, Look>();
  const poses = new Map<string, Pose>();
  const shown = signal<ReadonlyMap<string, Placed>>(new Map());
  const total = signal(0);
  const loaded = signal(false);
  const watched = signal(false);
  let ended = false;
  let canFilter = true;
  /** Objects of all scenes, with those that are not shown. */
  let all = 0;
  let loading: Promise<void> | undefined;
  let again = false;
  let near: { target: Triple; distance: number } | undefined;
  let loadedNear: typeof near;
  let turns = 0;
  let polls = 0;
  const stops = [
    effect(() => {
      if (store.scenes.value.length > 0 && watched.value) void load();
    }),
    effect(() => {
      const { ids, all } = store.touched.value;
      if (all) {
        looks.clear();
        poses.clear();
        void load();
      } else for (const id of ids) void reload(id).catch(() => {});
    }),
    pollVisible(async () => {
      if (!watched.peek() || !loaded.peek()) return STILL_MS;
      try {
        const moving = await readMoving();
        if (store.failure.peek() !== undefined) void store.refresh();
        return moving > 0 ? MOVING_MS : STILL_MS;
      } catch (thrown) {
        // The engine does not answer: what is shown is old.
        store.failure.value = thrown;
        return FAILED_MS;
      }
    }),
  ];
  return {
    placed: shown,
    total,
    loaded,
    watched,
    lookAt: (target, distance) => {
      near = { target, distance };
      if (all <= MAX_OBJECTS || loadedNear === undefined) return;
      const moved = Math.hypot(...target.map((value, axis) => value - loadedNear!.target[axis]!));
      if (moved > distance * 0.3 || distance > loadedNear.distance * 1.6) void load();
    },
    close: () => {
      ended = true;
      for (const stop of stops) stop();
    },
  };

  /** One load at a time; a change during one makes another. */
  function load(): Promise<void> {
    if (loading !== undefined) {
      again = true;
      return loading;
    }
    loading = readAll()
      .catch(() => {})
      .finally(() => {
        loading = undefined;
        if (again && !ended) {
          again = false;
          void load();
        }
      });
    return loading;
  }

  async function readAll(): Promise<void> {
    const found = new Map<string, Card>();
    const { Total } = await store.call<Page<Card>>('ListObjects', { fields: ['Name'], limit: 1 });
    all = Total;
    const isPart = Total > MAX_OBJECTS && near !== undefined && canFilter;
    loadedNear = near;
    // Of a large scene those near the camera's target. Templates of scn:hide are in no picture.
    const filters = isPart
      ? [{ near: nearFilter(near!) }]
      : store.scenes.peek().flatMap(({ Id }) => (Id === 'scn:hide' ? [] : [{ sceneId: Id }]));
    let count = 0;
    for (const filter of filters) count += await readPages(filter, found);
    if (ended) return;
    total.value = isPart ? Total : count;
    cards.clear();
    for (const [id, card] of found) cards.set(id, card);
    publish();
    loaded.value = true;
    await readLooks();
  }

  async function readPages(filter: Record<string, unknown>, found: Map<string, Card>): Promise<number> {
    let offset: number | undefined = 0;
    let count = 0;
    while (offset !== undefined && found.size < MAX_OBJECTS && !ended) {
      const args = { ...filter, fields: FIELDS, limit: PAGE, offset, maxBytes: ANSWER_BYTES };
      const page: Page<Card> = await store.call('ListObjects', args);
      for (const card of page.Items) found.set(card.Id, card);
      count = page.Total;
      offset = page.NextOffset;
    }
    return count;
  }

  function nearFilter({ target: [x, y, z], distance }: NonNullable<typeof near>): object {
    return { x, y, z: z * axesOf(store.status.peek()?.UnityVersion ?? '').z, radius: distance * 2 };
  }

  async function readLooks(): Promise<void> {
    const size = ({ Bounds }: Card) =>
      Bounds
        ? Math.hypot(Bounds.Max.X - Bounds.Min.X, Bounds.Max.Y - Bounds.Min.Y, Bounds.Max.Z - Bounds.Min.Z)
        : 0;
    const wanted = [...cards.values()]
      .filter(({ Id }) => !looks.has(Id))
      .sort((a, b) => size(b) - size(a))
      .slice(0, Math.max(0, MAX_LOOKS - looks.size));
    let done = 0;
    const work = async () => {
      for (let card = wanted.shift(); card !== undefined && !ended; card = wanted.shift()) {
        await readLook(card.Id).catch(() => {});
        if (++done % 40 === 0) publish();
      }
    };
    await Promise.all(Array.from({ length: CALLS }, work));
    publish();
  }

  async function readLook(id: string): Promise<void> {
    const { Items } = await store.call<Page<ComponentCard>>('GetComponents', { objectId: id });
    const look = lookOf(Items);
    looks.set(id, look);
    if (look.shape !== undefined) await readPose(id);
  }

  async function readPose(id: string): Promise<void> {
    const read = (name: string) =>
      store.call<MemberValue>('ReadComponentMember', { objectId: id, componentType: 'Transform', name });
    const [rotation, scale] = await Promise.all([read('rotation'), read('lossyScale')]);
    if (isNumbers(rotation.valueJson, 'xyzw') && isNumbers(scale.valueJson, 'xyz'))
      poses.set(id, { rotation: rotation.valueJson, scale: scale.valueJson } as unknown as Pose);
  }

  async function reload(id: string): Promise<void> {
    if (!cards.has(id)) return;
    cards.set(id, await store.call<Card>('GetObject', { id, fields: FIELDS }));
    await readLook(id);
    publish();
  }

  /** Returns how many objects move. */
  async function readMoving(): Promise<number> {
    const page = await store
      .call<Page<Card>>('ListObjects', {
        ...(canFilter && { moving: true }),
        fields: ['Position', 'Bounds', 'Speed'],
        limit: canFilter ? MAX_MOVING : 1,
        maxBytes: ANSWER_BYTES,
      })
      .catch((thrown: unknown) => {
        // A bridge without filters: only the number of objects is followed.
        if (String(thrown).includes('"Unsupported"')) canFilter = false;
        throw thrown;
      });
    if (!canFilter) {
      if (page.Total !== all) void load();
      return 0;
    }
    const turning = page.Items.filter(({ Id, AngularSpeed }) => (AngularSpeed ?? 0) > 0 && poses.has(Id));
    const part = turning.slice(turns % Math.max(turning.length, 1)).slice(0, MAX_TURNING);
    turns += MAX_TURNING;
    await Promise.all(part.map(({ Id }) => readPose(Id).catch(() => {})));
    for (const card of page.Items) {
      const known = cards.get(card.Id);
      if (known !== undefined) cards.set(card.Id, { ...known, ...card });
    }
    if (page.Items.length > 0) publish();
    if (polls++ % TOTAL_EVERY === 0) {
      const { Total } = await store.call<Page<Card>>('ListObjects', { fields: ['Name'], limit: 1 });
      if (Total !== all) void load();
    }
    return page.Items.length;
  }

  function publish(): void {
    if (ended) return;
    const axes = axesOf(store.status.peek()?.UnityVersion ?? '');
    const next = new Map<string, Placed>();
    for (const card of cards.values()) {
      const object = placed(card, looks.get(card.Id), poses.get(card.Id), axes);
      if (object !== undefined) next.set(card.Id, object);
    }
    shown.value = next;
  }
}

function isNumbers(json: unknown, names: string): boolean {
  return [...names].every(name => typeof (json as Record<string, unknown> | null)?.[name] === 'number');
}
