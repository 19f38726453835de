import { mkdir } from 'node:fs/promises';
import type { Engine, OperationName } from '@worldwire/engine';
import type { Journal } from '@worldwire/journal';
import type { VideoProgram } from '@worldwire/picture/video';
import { type Context, type Log, type World, WorldEvents, type WorldHost } from '@worldwire/server';
import { exactContent } from './dto/documented.js';
import { pages } from './dto/inputs.js';
import { Benches } from './engines/benches.js';
import type { EngineBench } from './engines/engine-bench.js';
import { shortFacts } from './engines/engine-facts.js';
import { type EngineEntry, type EngineSet, soleEngine } from './engines/engine-set.js';
import { engineTools } from './engines/engine-tools.js';
import { KeyEngines } from './engines/key-engines.js';
import { type LeaseFacts, Leases } from './engines/leases.js';
import { Offered } from './engines/offered.js';
import { readByUri, routedResources, routedTemplates } from './engines/routed-resources.js';
import { routedTools } from './engines/routed-tools.js';
import { Targets } from './engines/targets.js';
import { ConfigFile, checkSettings } from './gates/config-file.js';
import { Gates, type UnityGrants } from './gates/gates.js';
import { ALL_OPEN } from './gates/open-gates.js';
import { VideoFolder } from './pictures/video-folder.js';
import { resourceList } from './resources/resources.js';
import { videoTemplate } from './resources/video-template.js';
import { VERSION } from './scene/explorer.js';
import { PausedHooks } from './scene/paused-hooks.js';
import { ScriptFolder } from './scripts/script-folder.js';
import { StartupScript } from './scripts/startup-script.js';
import { StartupWriter } from './scripts/startup-writer.js';

/** Of a list in an event. */
const MAX_EVENT_BYTES = 64 * 1024;

/** As in the limits of a server that changes none. */
const DEFAULT_PERCENT = 50;

const INSTRUCTIONS = [
  'A live scene in the terms of Unity Explorer. Units are metres, seconds and degrees; axes are left-handed with y up (a linked Godot',
  'scene is right-handed). Begin with GetStatus and SearchObjects; then GetComponents and ReadComponentMember. Ids such as obj:12 do not',
  'change. Filters (active, visible, moving, type, near) and fields (Position, Speed, Bounds, Visible) answer most questions in one call.',
  'A list has Total, and NextOffset if there is more. Every write takes dryRun, and answers with before, after, revision and undo:',
  'UndoWrite {"id":N} reverts it, UndoWrite {"since":revision} all after it. SetMember sets values; methods, references, hooks and',
  'components need allowlists of the operator (GetConfig shows them). To play: ListControls, Screenshot, SendInput, WaitUntil or StepScene,',
  'WatchScene, GetErrors.',
].join(' ');
const SEVERAL =
  'Several engines may be linked: ListEngines shows them. Pass `engine`, or call SelectEngine once; an object id names its engine.';

const SKIPPED = 'The startup script is skipped when an engine starts.';

export interface UnityHost {
  readonly engine: Engine;
  /** The engines that link, where these may be several. Default: `engine` alone. */
  readonly engines?: EngineSet;
  readonly log: Log;
  /** Monotonic milliseconds, for timeouts. */
  readonly now: () => number;
  /** The time of day in milliseconds, for timestamps. Default: `now`. */
  readonly date?: () => number;
  /** How ffmpeg is started, for videos. Default: without variables. */
  readonly ffmpeg?: VideoProgram;
  /** For mcp.config.json and Scripts/. */
  readonly folder: string;
  readonly grants: UnityGrants;
  readonly endpoint: { readonly bindAddress: string; readonly port: number };
  /** The limit `principalPercent`. Default: 50. */
  readonly principalPercent?: number;
  /** Keeps the writes, one log for each engine. Default: in memory, without the oldest. */
  readonly journal?: Journal;
  /** Objects that a write removes or overwrites without a question. Default: 20. */
  readonly confirmAbove?: number | undefined;
  /** Sends an event to all streams. */
  publish(event: string, payload: unknown): void;
}

export interface UnityWorld {
  readonly world: World;
  /** All resources and templates, as `list_resources` shows them. */
  readonly resourceList: () => readonly object[];
  /** Whether the tool with this name only reads. */
  reads(tool: string): boolean;
  /** Snapshots for a new stream. */
  scenes(): Promise<object>;
  selection(): object;
  /** Logs an `[MCP] error` line, unless the tool or resource has logged the same failure. */
  noteError(code: number, message: string): void;
  /** The same for a request that was refused before authentication. */
  noteAnonymous(code: number, message: string): void;
  /** Reads a unity:// URI. Throws a WorldError if there is no such resource. */
  readResource(uri: string | null): Promise<object>;
  /** For the discovery file. Empty where no engines link. */
  engineList(): { readonly engines?: readonly object[] };
  /** Who holds the engine of this name. */
  leaseOf(engine: string): LeaseFacts | undefined;
  /** Ends a lease for the operator. False if the engine is not held. */
  endLease(engine: string): boolean;
  close(): Promise<void>;
}

export async function unityWorld(host: UnityHost): Promise<UnityWorld> {
  const { engine, log, now, date = now, folder, grants, endpoint, publish } = host;
  const percent = host.principalPercent ?? DEFAULT_PERCENT;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Before the file is written: a world that cannot be opened leaves none behind.
  await checkSettings(folder);
  const scripts = await ScriptFolder.open(folder);
  const gates = await Gates.open(new ConfigFile(folder), grants);
  const startup = new StartupScript(scripts, new StartupWriter(folder, date));
  const events = new WorldEvents();
  const isLinked = host.engines !== undefined;
  const engines = host.engines ?? soleEngine(engine);
  const videos = new VideoFolder(folder, date, host.ffmpeg);
  const operations = isLinked ? undefined : await operationsOf(engine);
  const leases = new Leases({ now, date, percent });
  const requireFree = (bench: EngineBench, context: Context) => leases.requireFree(bench, context);
  let served: WorldHost | undefined;
  let open = ALL_OPEN;
  const shared = {
    gates,
    scripts,
    startup,
    paused: new PausedHooks(folder),
    videos,
    operations,
    log,
    now,
    date,
    folder,
    endpoint,
    percent,
    journal: host.journal,
    confirmAbove: host.confirmAbove,
    requireFree,
    host: () => served,
    open: () => open,
  };
  const benches = new Benches({ ...shared, engines, isLinked, events, publish });
  const targets = new Targets(benches);
  const { home } = benches;
  const routing = { benches, targets, isLinked, requireFree, keys: new KeyEngines() };
  const tools = [
    ...routedTools(routing),
    ...(isLinked ? engineTools({ benches, targets, leases, gates }) : []),
  ];
  const offered = isLinked
    ? new Offered({ ...routing, events, now, date, publish, builtIn: new Set(tools.map(({ name }) => name)) })
    : undefined;
  benches.changed = (kind, bench) => {
    if (kind === 'added') return offered?.add(bench);
    leases.end(bench);
    offered?.remove(bench);
  };
  const allTools = () => (offered === undefined ? tools : [...tools, ...offered.tools]);
  const resources = routedResources(routing);

  return {
    world: {
      name: 'UnityExplorer.Mcp',
      title: 'Unity Explorer',
      version: VERSION,
      description: 'Reads and changes a live scene with the tools of Unity Explorer.',
      instructions: isLinked ? `${INSTRUCTIONS} ${SEVERAL}` : INSTRUCTIONS,
      experimental: { streamEvents: {} },
      foreignTexts: true,
      tools: offered === undefined ? tools : allTools,
      resources: offered === undefined ? resources : () => [...resources, ...offered.resources],
      templates: [
        ...(offered === undefined ? [] : [offered.template()]),
        ...routedTemplates(routing, isLinked),
        videoTemplate(videos),
      ],
      events,
      serving: async kernel => {
        served = kernel;
        await benches.start();
      },
      onGate: async now => {
        open = now;
        const followed = await benches.follow();
        const skips = gates.settings.enableConsoleEval && (await startup.isSkipped(open));
        return skips ? [...followed, SKIPPED] : followed;
      },
      failure: (reason, call) => {
        const { engine: named, ...args } = call.arguments;
        return targets.ofFailed(named, args).kit.refusal(reason, call);
      },
      refused: (reason, { tool }) => home.kit.refused(reason, tool),
    },
    reads: name => allTools().find(tool => tool.name === name)?.annotations?.readOnlyHint === true,
    resourceList: () => resourceList([...home.sources.values()]),
    scenes: async () => {
      const { scene, explorer } = targets.ofFailed(undefined, undefined);
      if (!scene.ready) return { Total: 0, Items: [] };
      const listed = await explorer.scenes(pages.parse({}), MAX_EVENT_BYTES);
      return exactContent('unity://scenes', listed).answer as object;
    },
    selection: () => targets.ofFailed(undefined, undefined).selection.snapshot,
    noteError: (code, message) => home.logs.noteFailure(code, message, 'wire'),
    noteAnonymous: (code, message) => home.logs.noteAnonymous(code, message),
    readResource: uri => readByUri(routing, uri),
    engineList: () => (isLinked ? { engines: engines.entries.filter(isNamed).map(shortFacts) } : {}),
    leaseOf: name => leases.of(targets.named(name)),
    endLease: name => leases.end(targets.named(name)),
    close: async () => {
      offered?.close();
      benches.close();
      await Promise.all(benches.all.map(({ writes }) => writes.idle()));
      await host.journal?.close();
    },
  };
}

/** Of an engine that stays the same. One that does not tell them may have all. */
async function operationsOf(engine: Engine): Promise<ReadonlySet<OperationName> | undefined> {
  if (engine.state.status !== 'ready') return undefined;
  try {
    return new Set((await engine.call('engine.describe', {})).operations);
  } catch {
    return undefined;
  }
}

function isNamed({ name }: EngineEntry): boolean {
  return name !== undefined;
}
