import { effect, type Signal, signal } from '@preact/signals';
import { callTool, callToolRaw, type ToolResult } from '../api/mcp.js';
import type { Stream, StreamState } from '../api/stream.js';
import { listen } from '../explorer/listen.js';
import { go, place } from '../state/place.js';
import type { JournalItem, Page, SceneCard, Status } from './cards.js';
import { resourceUri, withEngine } from './engine-target.js';

/** Entries of the journal that are read for one change. */
const MAX_ENTRIES = 100;
const PATHS = ['status', 'scenes', 'selection', 'logs/tail', 'hooks'];
/** Also told when another engine links or is lost. */
const ANY_STATUS = 'unity://status';

/** Someone who walks through the hierarchy by keys does not select each object in the world. */
const SHARE_MS = 350;

/** The ids of objects that the newest writes changed, or `all` after a restart. */
export interface Touched {
  readonly ids: ReadonlySet<string>;
  readonly all: boolean;
}

/** What all panels of a scene share. */
export interface SceneStore {
  readonly world: string;
  /** The name of the engine. Undefined where it needs none. */
  readonly engine: string | undefined;
  readonly status: Signal<Status | undefined>;
  readonly failure: Signal<unknown>;
  readonly scenes: Signal<readonly SceneCard[]>;
  readonly revision: Signal<number>;
  /** The selection of the world, unity://selection. */
  readonly selection: Signal<readonly string[]>;
  /** Changes with each write, by anyone. */
  readonly touched: Signal<Touched>;
  readonly logChanged: Signal<number>;
  readonly hooksChanged: Signal<number>;
  readonly stream: Stream;
  /** Whether what is shown is up to date: the stream is open, and the engine answers. */
  readonly live: Signal<StreamState>;
  /** Calls a tool for the engine, and notes the revision of the answer. */
  call<T>(tool: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<T>;
  /** The whole result, for tools that answer with pictures. */
  callRaw(tool: string, args: Record<string, unknown>): Promise<ToolResult>;
  /** Where the resource of the engine is read: `uriOf('hooks')`. */
  uriOf(path: string): string;
  /** Selects an object here and, if `share`, in the world. */
  select(id: string | undefined, share: boolean): void;
  refresh(): Promise<void>;
  close(): void;
}

export interface SceneOptions {
  readonly world: string;
  readonly engine?: string | undefined;
  /** Called when engines may have linked or been lost. */
  readonly onEngines: () => void;
}

export function openScene({ world, engine, onEngines }: SceneOptions): SceneStore {
  const uriOf = (path: string) => resourceUri(path, engine);
  const status = signal<Status | undefined>(undefined);
  const failure = signal<unknown>(undefined);
  const scenes = signal<readonly SceneCard[]>([]);
  const revision = signal(0);
  const selection = signal<readonly string[]>([]);
  const touched = signal<Touched>({ ids: new Set(), all: false });
  const logChanged = signal(0);
  const hooksChanged = signal(0);
  let seen: number | undefined;
  let reading = false;
  let activeId: string | null = null;
  let sharing: ReturnType<typeof setTimeout> | undefined;
  const stream = listen(world, {
    uris: [...new Set([ANY_STATUS, ...PATHS.map(uriOf)])],
    onOpen: () => {
      onEngines();
      void refresh();
    },
    onUpdated: uri => {
      if (uri === ANY_STATUS) onEngines();
      if (uri === uriOf('logs/tail')) logChanged.value++;
      else if (uri === uriOf('hooks')) hooksChanged.value++;
      else if (uri === uriOf('selection')) void readSelection().catch(() => {});
      else if (uri === uriOf('status') || uri === uriOf('scenes')) void readScenes();
    },
  });
  const live = signal<StreamState>('connecting');
  const stop = effect(() => {
    live.value = failure.value === undefined ? stream.state.value : 'lost';
  });
  return {
    world,
    engine,
    status,
    failure,
    scenes,
    revision,
    selection,
    touched,
    logChanged,
    hooksChanged,
    stream,
    live,
    call,
    callRaw: (tool, args) => callToolRaw(world, tool, withEngine(args, engine)),
    uriOf,
    select,
    refresh,
    close: () => {
      clearTimeout(sharing);
      stop();
      stream.close();
    },
  };

  async function call<T>(tool: string, args: Record<string, unknown> = {}, signal?: AbortSignal): Promise<T> {
    const answer = await callTool<T & { revision?: unknown }>(world, tool, withEngine(args, engine), signal);
    if (typeof answer.revision === 'number' && answer.revision !== revision.peek()) {
      revision.value = answer.revision;
      void readJournal();
    }
    return answer;
  }

  async function refresh(): Promise<void> {
    logChanged.value++;
    hooksChanged.value++;
    await readScenes();
    await readSelection(true).catch(() => {});
  }

  async function readScenes(): Promise<void> {
    try {
      status.value = await call<Status>('GetStatus');
      seen ??= status.value.revision;
      scenes.value = (await call<Page<SceneCard>>('ListScenes', { limit: 100 })).Items;
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    }
  }

  async function readSelection(first = false): Promise<void> {
    const { ActiveId, Items } = await call<{ ActiveId: string | null; Items: readonly string[] }>(
      'GetSelection',
    );
    selection.value = Items;
    const isNew = ActiveId !== activeId;
    activeId = ActiveId;
    // The address has precedence when the page opens.
    if (isNew && ActiveId !== null && !(first && place.peek().sel !== undefined)) go({ sel: ActiveId }, true);
  }

  /** Reads which objects were written to since the last revision that was seen. */
  async function readJournal(): Promise<void> {
    if (reading || seen === undefined) return;
    reading = true;
    try {
      while (seen !== revision.peek()) {
        const since: number = Math.min(seen, revision.peek());
        const page: Page<JournalItem> = await callTool(
          world,
          'ListJournal',
          withEngine({ since, limit: MAX_ENTRIES }, engine),
        );
        const ids = new Set(page.Items.flatMap(({ Arguments }) => idsIn(Arguments)));
        const all = page.revision < seen || page.Items.some(({ Tool }) => CHANGES_ALL.has(Tool));
        seen = page.revision;
        revision.value = page.revision;
        touched.value = { ids, all: all || page.NextOffset !== undefined };
      }
    } catch {
      // The next answer has the revision again.
    } finally {
      reading = false;
    }
  }

  function select(id: string | undefined, share: boolean): void {
    if (id !== place.peek().sel) go({ sel: id });
    if (id === undefined || !share || id === activeId) return;
    clearTimeout(sharing);
    sharing = setTimeout(() => {
      activeId = id;
      void call('SelectObject', { objectId: id }).catch(() => {});
    }, SHARE_MS);
  }
}

/** Writes whose arguments do not name what they change. */
const CHANGES_ALL: ReadonlySet<string> = new Set([
  'LoadScene',
  'UndoWrite',
  'EngineRestart',
  'ConsoleEval',
  'RunConsoleScript',
  'RunStartupScript',
  'SpawnTestUi',
  'DestroyTestUi',
  'CallMethod',
  'DestroyObject',
  'Reparent',
]);

export function idsIn(args: unknown): readonly string[] {
  if (args === null || typeof args !== 'object') return [];
  return Object.values(args).filter(
    (value): value is string => typeof value === 'string' && /^obj:-?\d+$/.test(value),
  );
}
