import { effect, type Signal, signal } from '@preact/signals';
import type { Card, Page } from './cards.js';
import type { Branch } from './hierarchy-rows.js';
import { rootsOf } from './roots-of.js';
import type { SceneStore } from './scene-store.js';

const PAGE = 100;
const FIELDS = ['Name', 'Path', 'Active', 'ActiveInHierarchy', 'ComponentCount', 'Descendants'];
/** Pages that are read to find one object. */
const MAX_REVEALED = 40;
/** Open objects that are read again after a change. */
const MAX_REFRESHED = 40;

export interface Hierarchy {
  readonly branches: Signal<ReadonlyMap<string, Branch>>;
  readonly open: Signal<ReadonlySet<string>>;
  toggle(id: string): void;
  loadMore(parent: string): void;
  /** Opens what is above an object. */
  reveal(id: string): Promise<void>;
  close(): void;
}

export function openHierarchy(store: SceneStore): Hierarchy {
  const branches = signal<ReadonlyMap<string, Branch>>(new Map());
  const open = signal<ReadonlySet<string>>(new Set());
  const pending = new Set<string>();
  const stops = [
    // Scenes that appear are opened.
    effect(() => {
      const fresh = store.scenes.value.filter(({ Id, Index }) => Index >= 0 && !branches.peek().has(Id));
      if (fresh.length === 0) return;
      open.value = new Set([...open.peek(), ...fresh.map(({ Id }) => Id)]);
      for (const { Id } of fresh) void load(Id, true);
    }),
    effect(() => {
      const { ids, all } = store.touched.value;
      if (all || ids.size > 0) refresh();
    }),
    // The number of roots changes when a scene makes objects itself.
    effect(() => {
      void store.scenes.value;
      refresh();
    }),
  ];
  return {
    branches,
    open,
    toggle: id => {
      const next = new Set(open.peek());
      if (!next.delete(id)) {
        next.add(id);
        if (!branches.peek().has(id)) void load(id, true);
      }
      open.value = next;
    },
    loadMore: parent => void load(parent, false),
    reveal,
    close: () => {
      for (const stop of stops) stop();
    },
  };

  function refresh(): void {
    for (const id of [...open.peek()].slice(0, MAX_REFRESHED))
      if (branches.peek().has(id)) void load(id, true);
  }

  /** Reads the first page of a branch again, or the next one. */
  async function load(parent: string, fromStart: boolean): Promise<void> {
    if (pending.has(parent)) return;
    pending.add(parent);
    const before = branches.peek().get(parent);
    const offset = fromStart ? 0 : (before?.next ?? 0);
    put(parent, {
      children: before?.children ?? [],
      next: before?.next,
      loading: before === undefined || !fromStart,
    });
    try {
      const page = await (parent.startsWith('scn:')
        ? readRoots(parent, offset)
        : readChildren(parent, offset));
      const kept = fromStart ? [] : (before?.children ?? []);
      put(parent, { children: [...kept, ...page.children], next: page.next, loading: false });
    } catch {
      // Gone, or the engine does not answer: its state says why.
      put(parent, { children: before?.children ?? [], loading: false });
    } finally {
      pending.delete(parent);
    }
  }

  async function readRoots(
    sceneId: string,
    offset: number,
  ): Promise<{ children: readonly Card[]; next?: number }> {
    const children: Card[] = [];
    let at = offset;
    let total = Number.POSITIVE_INFINITY;
    while (children.length < PAGE && at < total) {
      const page = await store.call<Page<Card>>('ListObjects', {
        sceneId,
        fields: FIELDS,
        limit: PAGE,
        offset: at,
      });
      if (page.Items.length === 0) return { children };
      const { roots, next } = rootsOf(page.Items, at);
      children.push(...roots);
      total = page.Total;
      at = next;
    }
    return { children, ...(at < total && { next: at }) };
  }

  async function readChildren(
    objectId: string,
    offset: number,
  ): Promise<{ children: readonly Card[]; next?: number }> {
    const page = await store.call<Page<Card>>('ListChildren', {
      objectId,
      fields: FIELDS,
      limit: PAGE,
      offset,
    });
    return { children: page.Items, ...(page.NextOffset !== undefined && { next: page.NextOffset }) };
  }

  /** Goes down by the paths of objects. Several objects may have one path. */
  async function reveal(id: string): Promise<void> {
    const { Path } = await store
      .call<Card>('GetObject', { id, fields: ['Path'] })
      .catch((): Partial<Card> => ({}));
    if (Path === undefined) return;
    let left = MAX_REVEALED;
    for (const { Id } of store.scenes.peek()) if (await find(Id)) return;

    async function find(parent: string): Promise<boolean> {
      if (!branches.peek().has(parent)) {
        if (left-- <= 0) return false;
        await load(parent, true);
      }
      for (let seen = 0; ; ) {
        const { children, next } = branches.peek().get(parent) ?? { children: [] };
        for (const child of children.slice(seen)) {
          const isAbove = child.Path !== undefined && Path!.startsWith(`${child.Path}/`);
          if (child.Id !== id && !(isAbove && (await find(child.Id)))) continue;
          open.value = new Set(open.peek()).add(parent);
          return true;
        }
        seen = children.length;
        if (next === undefined || left-- <= 0) return false;
        await load(parent, false);
      }
    }
  }

  function put(parent: string, branch: Branch): void {
    branches.value = new Map(branches.peek()).set(parent, branch);
  }
}
