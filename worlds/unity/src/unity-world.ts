import { mkdir } from 'node:fs/promises';
import type { Engine } from '@worldwire/engine';
import { type Log, type World, WorldEvents } from '@worldwire/server';
import { ERROR_CODES } from './dto/error-kinds.js';
import { ConfigFile } from './gates/config-file.js';
import { Gates, type UnityGrants } from './gates/gates.js';
import { ResourceReader } from './resources/resource-reader.js';
import { resourceList, sources, staticResources, templates } from './resources/resources.js';
import { hear } from './scene/engine-events.js';
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
import { Retries } from './writes/retries.js';

const INSTRUCTIONS = [
  'A live scene in the terms of Unity Explorer. Begin with GetStatus, ListScenes and SearchObjects; then GetComponents,',
  'ListComponentMembers and ReadComponentMember. Ids such as obj:12 stay the same for as long as the object lives.',
  'Pages say by Total how much there is; go on with offset. Writes are off unless the operator allowed them: GetConfig',
  'shows the gates. A write answers with before and after; ListJournal has them all, and UndoWrite takes most of them back.',
].join(' ');

export interface UnityHost {
  readonly engine: Engine;
  readonly log: Log;
  /** Milliseconds that never go back, for timeouts. */
  readonly now: () => number;
  /** The time of day in milliseconds, for what people read. `now` where it is left out. */
  readonly date?: () => number;
  /** Holds mcp.config.json and Scripts/. */
  readonly folder: string;
  readonly grants: UnityGrants;
  readonly endpoint: { readonly bindAddress: string; readonly port: number };
  /** How something is told to those who follow along. */
  publish(event: string, payload: unknown): void;
}

export interface UnityWorld {
  readonly world: World;
  /** Every resource, also those with names in their addresses, as `list_resources` shows them. */
  readonly resourceList: () => readonly object[];
  /** Snapshots for a stream that opens. */
  scenes(): Promise<object>;
  selection(): object;
  /** Writes an `[MCP] error` line. What a tool or a resource failed with is there already, and not written again. */
  noteError(code: number, message: string): void;
  /** The same for one that was refused before anybody knew whose it was. */
  noteStranger(code: number, message: string): void;
  /** What a unity:// address stands for. Throws a WorldError where that is nothing. */
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
  const kit = new ToolKit({ scene, gates, journal, logs, retries: new Retries(), log, publish });
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
  const reader = new ResourceReader(all, ({ kind, message }) =>
    logs.noteFailure(ERROR_CODES.get(kind) as number, message, 'world'),
  );

  const deaf = hear({ engine, explorer, logs, selection, clipboard, events, publish });
  const startups = new StartupRuns({ engine, scene, gates, startup, logs });
  await startups.look();

  return {
    world: {
      name: 'UnityExplorer.Mcp',
      title: 'Unity Explorer',
      version: VERSION,
      description: 'A live scene, to be looked at and changed by the tools of Unity Explorer.',
      instructions: INSTRUCTIONS,
      experimental: { streamEvents: {} },
      tools,
      resources: staticResources(all, (source, variables) => reader.text(source, variables)),
      templates: templates(all, (source, variables) => reader.text(source, variables)),
      events,
      failure: (reason, call) => kit.refusal(reason, call),
      refused: (reason, { tool }) => kit.refused(reason, tool),
    },
    resourceList: () => resourceList(all),
    scenes: async () => (scene.ready ? explorer.scenes({ limit: 500, offset: 0 }) : { Total: 0, Items: [] }),
    selection: () => selection.snapshot,
    noteError: (code, message) => logs.noteFailure(code, message, 'wire'),
    noteStranger: (code, message) => logs.noteStranger(code, message),
    readResource: uri => reader.read(uri),
    close: async () => {
      deaf();
      startups.close();
    },
  };
}
