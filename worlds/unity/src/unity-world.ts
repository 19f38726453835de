import { mkdir } from 'node:fs/promises';
import { type Engine, KeptOutcomes } from '@worldwire/engine';
import { type Log, type World, WorldEvents } from '@worldwire/server';
import { OnceByKey } from '@worldwire/server/kit';
import { ERROR_CODES } from './dto/error-kinds.js';
import { ConfigFile } from './gates/config-file.js';
import { Gates, type UnityGrants } from './gates/gates.js';
import { ResourceReader } from './resources/resource-reader.js';
import { resourceList, sources, staticResources, templates } from './resources/resources.js';
import { subscribe } from './scene/engine-events.js';
import { Explorer, VERSION } from './scene/explorer.js';
import { Scene } from './scene/scene.js';
import { ScriptFolder } from './scripts/script-folder.js';
import { StartupRuns } from './scripts/startup-runs.js';
import { StartupScript } from './scripts/startup-script.js';
import { Clipboard } from './state/clipboard.js';
import { LogBook } from './state/log-book.js';
import { Selection } from './state/selection.js';
import { unityTools } from './tools/index.js';
import { ToolKit } from './tools/tool-kit.js';
import { Journal } from './writes/journal.js';

/** Outcomes of writes that are kept for retries. */
const MAX_RETRIES = 1_000;
/** Of a list in an event. */
const MAX_EVENT_BYTES = 64 * 1024;

const INSTRUCTIONS = [
  'A live scene in the terms of Unity Explorer. Units are metres, seconds and degrees; axes are left-handed with y up (a linked Godot',
  'scene is right-handed). Begin with GetStatus and SearchObjects; then GetComponents and ReadComponentMember. Ids such as obj:12 do not',
  'change. Filters (active, visible, moving, type, near) and fields (Position, Speed, Bounds, Visible) answer most questions in one call.',
  'A list has Total, and NextOffset if there is more. Every write takes dryRun, and answers with before, after, revision and undo:',
  'UndoWrite {"id":N} reverts it, UndoWrite {"since":revision} all after it. SetMember sets values; methods, references, hooks and',
  'components need allowlists of the operator (GetConfig shows them).',
].join(' ');

export interface UnityHost {
  readonly engine: Engine;
  readonly log: Log;
  /** Monotonic milliseconds, for timeouts. */
  readonly now: () => number;
  /** The time of day in milliseconds, for timestamps. Default: `now`. */
  readonly date?: () => number;
  /** For mcp.config.json and Scripts/. */
  readonly folder: string;
  readonly grants: UnityGrants;
  readonly endpoint: { readonly bindAddress: string; readonly port: number };
  /** Sends an event to all streams. */
  publish(event: string, payload: unknown): void;
}

export interface UnityWorld {
  readonly world: World;
  /** All resources and templates, as `list_resources` shows them. */
  readonly resourceList: () => readonly object[];
  /** Snapshots for a new stream. */
  scenes(): Promise<object>;
  selection(): object;
  /** Logs an `[MCP] error` line, unless the tool or resource has logged the same failure. */
  noteError(code: number, message: string): void;
  /** The same for a request that was refused before authentication. */
  noteAnonymous(code: number, message: string): void;
  /** Reads a unity:// URI. Throws a WorldError if there is no such resource. */
  readResource(uri: string | null): Promise<object>;
  close(): Promise<void>;
}

export async function unityWorld(host: UnityHost): Promise<UnityWorld> {
  const { engine, log, now, date = now, folder, grants, endpoint, publish } = host;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const gates = await Gates.open(new ConfigFile(folder), grants);
  const scripts = await ScriptFolder.open(folder);
  const scene = new Scene(engine);
  const events = new WorldEvents();
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
  const explorer = new Explorer(scene, { selection, clipboard });
  const journal = new Journal(date);
  const startup = new StartupScript(scripts);
  const retries = new OnceByKey(new KeptOutcomes<object>(MAX_RETRIES));
  const kit = new ToolKit({ scene, gates, journal, logs, retries, log, publish });
  const tools = unityTools({
    kit,
    scene,
    explorer,
    gates,
    journal,
    logs,
    selection,
    clipboard,
    scripts,
    startup,
    events,
    endpoint,
    folder,
  });
  const all = sources({ explorer, logs, scripts });
  const reader = new ResourceReader(
    all,
    () => journal.revision,
    ({ kind, message }) => logs.noteFailure(ERROR_CODES.get(kind) as number, message, 'world'),
  );

  const unsubscribe = subscribe({ engine, explorer, logs, selection, clipboard, events, journal, publish });
  const startups = new StartupRuns({ engine, scene, gates, startup, logs });
  await startups.runOnce();

  return {
    world: {
      name: 'UnityExplorer.Mcp',
      title: 'Unity Explorer',
      version: VERSION,
      description: 'Reads and changes a live scene with the tools of Unity Explorer.',
      instructions: INSTRUCTIONS,
      experimental: { streamEvents: {} },
      tools,
      resources: staticResources(all, (...read) => reader.text(...read)),
      templates: templates(all, (...read) => reader.text(...read)),
      events,
      failure: (reason, call) => kit.refusal(reason, call),
      refused: (reason, { tool }) => kit.refused(reason, tool),
    },
    resourceList: () => resourceList(all),
    scenes: async () =>
      scene.ready ? explorer.scenes({ limit: 500, offset: 0 }, MAX_EVENT_BYTES) : { Total: 0, Items: [] },
    selection: () => selection.snapshot,
    noteError: (code, message) => logs.noteFailure(code, message, 'wire'),
    noteAnonymous: (code, message) => logs.noteAnonymous(code, message),
    readResource: uri => reader.read(uri),
    close: async () => {
      unsubscribe();
      startups.close();
    },
  };
}
