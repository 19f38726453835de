import type { Journal } from '@worldwire/journal';
import { defineWorld, type Log, type World, WorldEvents } from '@worldwire/server';
import type { UnrealSource } from '../port/unreal-source.js';
import type { PromptTemplate } from './prompts/prompt-template.js';
import { prompts } from './prompts/prompts.js';
import { TEMPLATES } from './prompts/templates.js';
import { ResourceChanges } from './resource-changes.js';
import { fixedResources, narrowedTemplates } from './resources/fixed.js';
import { objectTemplates } from './resources/objects.js';
import { WatchCheck } from './resources/watch-check.js';
import { Sources } from './sources/sources.js';
import { unrealWrites } from './state/unreal-writes.js';
import { unrealTools } from './tools/index.js';

const INSTRUCTIONS = [
  'An Unreal project: its running editor (provenance live), its files (disk) or a sample (sample). Answers name their provenance',
  'and the revision of the writes. Units: centimetres, degrees; left-handed, Z up. Begin with get_editor_state, then find_assets or',
  'list_actors, which return paths such as /Game/Doors/BP_Door. describe_asset outlines an asset; get_references with depth shows',
  'what breaks without it; get_actor and get_property read objects. Lists have pages: pass nextCursor as cursor. Answers have at most',
  '64 KiB; maxBytes raises it. Writes go to the editor or the sample only, return before and after as read back. Give',
  'each an operationKey: a retry with it is not done twice. list_writes lists them; undo_write takes them back.',
  'get_editor_state lists what the settings of the editor close.',
].join(' ');

export interface UnrealHost {
  /** In order of preference: the editor, then the project; or the sample alone. Closed with the world. */
  readonly sources: readonly UnrealSource[];
  /** A store for the writes of this world only. Closed with the world. */
  readonly journal: Journal;
  readonly log: Log;
  readonly now: () => number;
  /** The limit of this name. Default: 50. */
  readonly principalPercent?: number;
  /** Things that one write may remove or overwrite without the digest of its dry run. Default: 20. */
  readonly confirmAbove?: number | undefined;
}

export interface OpenUnreal {
  readonly world: World;
  /** For clients that render prompts themselves. */
  readonly templates: readonly PromptTemplate[];
  /** The same as closing the world. */
  close(): Promise<void>;
}

/** An Unreal project as a world, over its sources. */
export async function openUnreal({
  sources: all,
  journal,
  log,
  now,
  principalPercent,
  confirmAbove,
}: UnrealHost): Promise<OpenUnreal> {
  const sources = new Sources(all, principalPercent);
  const events = new WorldEvents();
  const changes = new ResourceChanges(all, events, principalPercent);
  const writes = unrealWrites({
    ...{ sources, journal, observer: changes, now, percent: principalPercent },
    confirmAbove,
  });
  const check = new WatchCheck(sources, principal => changes.requirePlace(principal), principalPercent);
  const parts = { sources, writes, log, check };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  const world = defineWorld({
    name: 'unreal',
    title: 'Unreal',
    version: '0.1.0',
    description: 'An Unreal project, to be read and changed through its editor, its files or a sample.',
    instructions: INSTRUCTIONS,
    opens: 'read',
    foreignTexts: true,
    tools: unrealTools(parts),
    resources: fixedResources(parts),
    templates: [...narrowedTemplates(parts), ...objectTemplates(parts)],
    prompts: prompts(TEMPLATES, parts),
    events,
    watch: (uri, principal) => changes.watch(uri, principal),
    close,
  });
  return { world, templates: TEMPLATES, close };

  /** Running writes record their outcome before the journal is closed. */
  async function closeAll(): Promise<void> {
    changes.close();
    const closed = await Promise.allSettled(all.map(source => source.close()));
    await writes.idle();
    await journal.close();
    const failed = closed.find(result => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}
