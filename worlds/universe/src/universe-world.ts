import type { Journal } from '@worldwire/journal';
import { defineWorld, type Log, type WebRoute, type World, WorldError, WorldEvents } from '@worldwire/server';
import { constructorRoutes } from './constructor/constructor-routes.js';
import { universeInstructions } from './mcp/instructions.js';
import { universePrompts } from './mcp/prompts.js';
import { universeResources, universeTemplates } from './mcp/resources.js';
import { universeTools } from './mcp/tools.js';
import { stateUri } from './mcp/uris.js';
import { universeWeb } from './rest/routes.js';
import { Sky } from './service/sky.js';
import { Universes } from './service/universes.js';
import { SOL_ID, SOL_NAME, solarSystem } from './sol/solar-system.js';

const ID_BYTES = 9;

export interface UniverseHost {
  readonly journal: Journal;
  readonly log: Log;
  /** The time of day. */
  readonly now: () => number;
  /** Monotonic milliseconds. Default: `now`. */
  readonly elapsed?: () => number;
  /** Called when a write to the store begins. It returns the function to call after its commit. */
  readonly onWrite?: () => () => void;
  readonly randomBytes: (size: number) => Uint8Array;
  /** The limit of this name: the share of one principal, in percent. Default: 50. */
  readonly principalPercent?: number | undefined;
  /** Things that one write may remove or overwrite without the digest of its dry run. Default: 20. */
  readonly confirmAbove?: number | undefined;
  /** Renders a map. Default: resvg in a worker thread. */
  readonly renderMap?: Sky['renderMap'];
}

export interface OpenUniverse {
  readonly world: World;
  readonly routes: readonly WebRoute[];
  /** The reason why it cannot serve requests. */
  notReady(): Promise<string | undefined>;
}

/** The universe as a world and as web routes over one service. The first start creates the solar system. */
export async function openUniverse(host: UniverseHost): Promise<OpenUniverse> {
  const {
    journal,
    log,
    now,
    elapsed = now,
    onWrite,
    randomBytes,
    renderMap,
    principalPercent,
    confirmAbove,
  } = host;
  const universes = new Universes({
    journal,
    log,
    now,
    elapsed,
    principalPercent,
    confirmAbove,
    ...(onWrite !== undefined && { onWrite }),
    mintId: () => `u-${Buffer.from(randomBytes(ID_BYTES)).toString('base64url')}`,
  });
  const sky = new Sky(universes.work, renderMap);
  const events = new WorldEvents();
  let instructions = '';
  /** A client reads the instructions at once, so the universes in them are read when their list changes. */
  const refreshInstructions = () =>
    universeInstructions(universes).then(
      text => {
        instructions = text;
      },
      thrown => log.warn({ err: thrown }, 'the instructions keep an earlier list of universes'),
    );
  universes.subscribe({
    committed: (id, entries) => {
      const uri = stateUri(id);
      for (let count = 0; count < entries.length; count++) events.resourceUpdated(uri);
    },
    changed: id => events.resourceUpdated(stateUri(id)),
    listed: () => {
      events.resourcesChanged();
      void refreshInstructions();
    },
  });
  await createSolarSystem(universes);
  await refreshInstructions();
  const world = defineWorld({
    name: 'universe',
    title: 'The universe',
    version: '0.1.0',
    description: 'Persistent universes of stars, planets and nebulae that are changed by durable commands.',
    instructions: () => instructions,
    opens: 'write',
    tools: universeTools(universes, sky, log),
    resources: universeResources(),
    templates: universeTemplates(universes, sky),
    prompts: universePrompts(universes),
    events,
    close: () => universes.close(),
  });
  const web = universeWeb(universes, sky, elapsed);
  return {
    world,
    routes: [...web, ...constructorRoutes(universes, web)],
    async notReady() {
      const reason = await universes.health.check();
      return reason === undefined ? undefined : `the store cannot be used: ${reason}`;
    },
  };
}

/** Creates the solar system in an empty store. The key prevents that it comes back after it was removed. */
async function createSolarSystem(universes: Universes): Promise<void> {
  const known = await universes.list({ limit: 1 });
  if (known.length > 0) return;
  try {
    const sol = { id: SOL_ID, name: SOL_NAME, state: solarSystem() };
    await universes.create(sol, { principal: 'worldwire', key: 'first-light' });
  } catch (thrown) {
    if (!(thrown instanceof WorldError && thrown.kind === 'Conflict')) throw thrown;
  }
}
