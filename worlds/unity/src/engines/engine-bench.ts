import type { OperationName } from '@worldwire/engine';
import type { Journal } from '@worldwire/journal';
import type { Context, Log, OpenGates, Tool, WorldEvents, WorldHost } from '@worldwire/server';
import { ERROR_CODES } from '../dto/error-kinds.js';
import type { Gates } from '../gates/gates.js';
import type { VideoFolder } from '../pictures/video-folder.js';
import { ResourceReader } from '../resources/resource-reader.js';
import { type Source, sources } from '../resources/resources.js';
import { subscribe } from '../scene/engine-events.js';
import { Explorer } from '../scene/explorer.js';
import { HookNames } from '../scene/hook-names.js';
import { InstalledHooks } from '../scene/installed-hooks.js';
import type { PausedHooks } from '../scene/paused-hooks.js';
import { Scene } from '../scene/scene.js';
import type { ScriptFolder } from '../scripts/script-folder.js';
import { StartupRuns } from '../scripts/startup-runs.js';
import type { StartupScript } from '../scripts/startup-script.js';
import { Clipboard } from '../state/clipboard.js';
import { EnginePlaces } from '../state/engine-places.js';
import { LogBook } from '../state/log-book.js';
import { Selection } from '../state/selection.js';
import { unityTools } from '../tools/index.js';
import { ToolKit } from '../tools/tool-kit.js';
import { type UnityWrites, unityWrites } from '../writes/unity-writes.js';
import type { EngineEntry } from './engine-set.js';

/** What the engines of a world have in common. */
export interface SharedParts {
  readonly gates: Gates;
  readonly scripts: ScriptFolder;
  readonly startup: StartupScript;
  readonly paused: PausedHooks;
  readonly videos: VideoFolder;
  /** Of an engine that stays the same. */
  readonly operations: ReadonlySet<OperationName> | undefined;
  readonly log: Log;
  readonly now: () => number;
  readonly date: () => number;
  readonly folder: string;
  readonly endpoint: { readonly bindAddress: string; readonly port: number };
  /** The limit `principalPercent`. */
  readonly percent: number;
  /** Has a log for each engine. */
  readonly journal: Journal | undefined;
  readonly confirmAbove: number | undefined;
  /** Throws if another agent holds the engine. */
  requireFree(bench: EngineBench, context: Context): void;
  /** The kernel, once the world is served. */
  host(): WorldHost | undefined;
  /** What the operator has open now. */
  open(): OpenGates;
}

export interface BenchParts extends SharedParts {
  readonly entry: EngineEntry;
  readonly events: WorldEvents;
  publish(event: string, payload: unknown): void;
}

/** Everything of the world that belongs to one engine: its scene, logs, selection, journal, tools and resources. */
export class EngineBench {
  readonly entry: EngineEntry;
  readonly scene: Scene;
  readonly explorer: Explorer;
  readonly logs: LogBook;
  readonly selection: Selection;
  readonly writes: UnityWrites;
  readonly kit: ToolKit;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly reader: ResourceReader;
  readonly #startups: StartupRuns;
  readonly #installed: InstalledHooks;
  readonly #unsubscribe: () => void;

  constructor(parts: BenchParts) {
    const { entry, gates, scripts, startup, videos, operations, log, now, date, folder } = parts;
    const { endpoint, events, publish, paused, host, open, percent, journal, confirmAbove } = parts;
    const { engine } = entry;
    const scene = new Scene(engine);
    const logs = new LogBook({
      now,
      date,
      least: () => gates.settings.logLevel,
      added: ({ T, Level, Message, Source, Category }) => {
        const more = Category === undefined ? {} : { category: Category };
        publish('log', { level: Level, message: Message, source: Source, ...more, t: T });
        events.resourceUpdated('unity://logs/tail');
      },
    });
    const selection = new Selection(snapshot => {
      publish('selection', snapshot);
      events.resourceUpdated('unity://selection');
      events.resourceUpdated('unity://status');
    });
    const clipboard = new Clipboard(() => events.resourceUpdated('unity://clipboard'));
    const hooks = new HookNames(scene);
    const installed = new InstalledHooks({
      engine,
      instance: () => engine.link?.engine?.instance,
      scene,
      hooks,
      paused,
      open,
      changed: () => events.resourceUpdated('unity://hooks'),
      note: (level, message) => logs.note(level, message),
    });
    const explorer = new Explorer(scene, { selection, clipboard });
    const engineName = () => entry.name;
    const requireFree = (context: Context) => parts.requireFree(this, context);
    const waits = (context: Context): boolean => kit.waits(context);
    const writes = unityWrites({ journal, engine, engineName, date, confirmAbove, waits });
    const kit = new ToolKit({ scene, gates, writes, logs, log, engineName, requireFree, publish });
    const tools = unityTools({
      kit,
      scene,
      explorer,
      hooks,
      installed,
      gates,
      writes,
      logs,
      selection,
      clipboard,
      scripts,
      startup,
      events,
      endpoint,
      folder,
      videos,
      places: new EnginePlaces(percent),
      operations,
    });
    const all = sources({ explorer, logs, scripts });
    this.entry = entry;
    this.scene = scene;
    this.explorer = explorer;
    this.logs = logs;
    this.selection = selection;
    this.writes = writes;
    this.kit = kit;
    this.tools = new Map(tools.map(tool => [tool.name, tool]));
    this.sources = new Map(all.map(source => [source.name, source]));
    this.reader = new ResourceReader(
      all,
      () => writes.log.revision(),
      ({ kind, message }) => logs.noteFailure(ERROR_CODES.get(kind) as number, message, 'world'),
    );
    this.#unsubscribe = subscribe({
      engine,
      explorer,
      logs,
      selection,
      clipboard,
      events,
      writes,
      publish,
    });
    this.#startups = new StartupRuns({ engine, scene, gates, startup, logs, host, open });
    this.#installed = installed;
  }

  /** Runs the startup script, if the engine is ready. */
  async start(): Promise<void> {
    await this.#installed.followLink();
    await this.#startups.runOnce();
  }

  /** Stops or starts installed code as the operator's gates are now. Returns what happened, in sentences. */
  async follow(): Promise<readonly string[]> {
    const hooks = await this.#installed.follow();
    const { skipped } = this.#startups;
    await this.#startups.runOnce();
    const ran = skipped && !this.#startups.skipped;
    return ran ? [...hooks, 'The startup script, which was skipped before, ran.'] : hooks;
  }

  close(): void {
    this.#installed.close();
    this.#unsubscribe();
    this.#startups.close();
  }
}
