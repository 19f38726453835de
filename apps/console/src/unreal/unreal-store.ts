import { type Signal, signal } from '@preact/signals';
import { callTool } from '../api/mcp.js';
import type { Stream } from '../api/stream.js';
import { listen } from '../explorer/listen.js';
import type { Actor, Answered, Asset, EditorState, Listed } from './answers.js';

const PAGE = 200;
/** Assets and actors that are read without being asked for more. */
const FIRST_ASSETS = 2_000;
const FIRST_ACTORS = 1_000;
const ANSWER_BYTES = 400_000;
const URIS = ['unreal://editor/state', 'unreal://journal', 'unreal://log', 'unreal://assets'];

/** A list that is read in pages. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  readonly total?: number | undefined;
  /** The cursor of the next page. */
  readonly next?: string | undefined;
  readonly loading: boolean;
  readonly failure?: unknown;
  readonly notes: readonly string[];
}

const NOTHING: Paged<never> = { items: [], loading: true, notes: [] };

/** What all panels of an Unreal project share. */
export interface UnrealStore {
  readonly world: string;
  readonly state: Signal<EditorState | undefined>;
  readonly failure: Signal<unknown>;
  readonly revision: Signal<number>;
  readonly assets: Signal<Paged<Asset>>;
  readonly actors: Signal<Paged<Actor>>;
  /** The level of `actors`: undefined for the open one. */
  readonly level: Signal<string | undefined>;
  readonly logChanged: Signal<number>;
  readonly stream: Stream;
  call<T>(tool: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<T>;
  moreAssets(): void;
  moreActors(): void;
  /** Shows another level on the map. */
  showLevel(path: string | undefined): void;
  refresh(): Promise<void>;
  close(): void;
}

export function openUnreal(world: string): UnrealStore {
  const state = signal<EditorState | undefined>(undefined);
  const failure = signal<unknown>(undefined);
  const revision = signal(0);
  const assets = signal<Paged<Asset>>(NOTHING);
  const actors = signal<Paged<Actor>>(NOTHING);
  const level = signal<string | undefined>(undefined);
  const logChanged = signal(0);
  let actorsRead = 0;
  let assetsRead = 0;
  const stream = listen(world, {
    uris: URIS,
    onOpen: () => void refresh(),
    onUpdated: uri => {
      if (uri === 'unreal://log') logChanged.value++;
      else if (uri === 'unreal://assets') void readAssets();
      else void readState();
    },
  });
  return {
    world,
    state,
    failure,
    revision,
    assets,
    actors,
    level,
    logChanged,
    stream,
    call,
    moreAssets: () =>
      void readMore(assets, 'list_assets', {}, assets.peek().items.length + FIRST_ASSETS, () => false),
    moreActors: () =>
      void readMore(
        actors,
        'list_actors',
        levelArgs(),
        actors.peek().items.length + FIRST_ACTORS,
        () => false,
      ),
    showLevel: path => {
      if (path === level.peek()) return;
      level.value = path;
      actors.value = NOTHING;
      void readActors();
    },
    refresh,
    close: () => stream.close(),
  };

  async function call<T>(tool: string, args: Record<string, unknown> = {}, signal?: AbortSignal): Promise<T> {
    const answer = await callTool<T & Partial<Answered>>(world, tool, args, signal);
    if (typeof answer.revision === 'number' && answer.revision > revision.peek()) {
      revision.value = answer.revision;
      void readActors();
    }
    return answer;
  }

  async function refresh(): Promise<void> {
    logChanged.value++;
    await readState();
    await Promise.all([readAssets(), readActors()]);
  }

  async function readState(): Promise<void> {
    try {
      const before = state.peek()?.level;
      const next = await call<EditorState>('get_editor_state');
      state.value = next;
      revision.value = next.revision;
      failure.value = undefined;
      if (before !== undefined && before !== next.level && level.peek() === undefined) void readActors();
    } catch (thrown) {
      failure.value = thrown;
    }
  }

  function readAssets(): Promise<void> {
    const read = ++assetsRead;
    return readAgain(
      assets,
      'list_assets',
      {},
      Math.max(FIRST_ASSETS, assets.peek().items.length),
      () => read !== assetsRead,
    );
  }

  function readActors(): Promise<void> {
    const read = ++actorsRead;
    const count = Math.max(FIRST_ACTORS, actors.peek().items.length);
    return readAgain(actors, 'list_actors', levelArgs(), count, () => read !== actorsRead);
  }

  function levelArgs(): Record<string, unknown> {
    const path = level.peek();
    return path === undefined ? {} : { path };
  }

  /** Reads a list from its start. What is shown stays until the new one is there. */
  async function readAgain<Item>(
    list: Signal<Paged<Item>>,
    tool: string,
    args: Record<string, unknown>,
    count: number,
    isOld: () => boolean,
  ): Promise<void> {
    const fresh = signal<Paged<Item>>(NOTHING);
    await readMore(fresh, tool, args, count, isOld);
    if (!isOld()) list.value = fresh.peek();
  }

  async function readMore<Item>(
    list: Signal<Paged<Item>>,
    tool: string,
    args: Record<string, unknown>,
    count: number,
    isOld: () => boolean,
  ): Promise<void> {
    list.value = { ...list.peek(), loading: true, failure: undefined };
    try {
      let cursor = list.peek().next;
      do {
        const page: Listed<Item> = await call(tool, {
          ...args,
          limit: PAGE,
          maxBytes: ANSWER_BYTES,
          ...(cursor !== undefined && { cursor }),
        });
        const { items, notes } = list.peek();
        cursor = page.nextCursor;
        list.value = {
          items: [...items, ...page.items],
          total: page.total ?? list.peek().total,
          next: cursor,
          loading: cursor !== undefined && items.length + page.items.length < count,
          notes: [
            ...new Set([...notes, ...(page.notes ?? []), ...(page.note === undefined ? [] : [page.note])]),
          ].slice(0, 20),
        };
      } while (cursor !== undefined && list.peek().items.length < count && !isOld());
    } catch (thrown) {
      list.value = { ...list.peek(), loading: false, failure: thrown };
    }
  }
}
