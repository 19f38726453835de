import type { Icon, JsonObject, WireErrorBody } from '@worldwire/protocol';
import type { ToolAnswer } from './content.js';
import type { Prompt } from './prompt.js';
import type { CacheHint, Resource, Template } from './resource.js';
import type { Skill } from './skill.js';
import type { Access, Tool } from './tool.js';
import type { WorldError } from './world-error.js';
import type { WorldEvents } from './world-events.js';

/** Fixed at start, or a function that is asked again when the world's events say that the list changed. */
export type Listed<Item> = readonly Item[] | (() => readonly Item[]);

export function listed<Item>(list: Listed<Item> | undefined): readonly Item[] {
  return typeof list === 'function' ? list() : (list ?? []);
}

/** What is exposed. It knows nothing of wires, sessions or revisions. */
export interface World {
  /** A short name for command lines and addresses. */
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly description?: string;
  /** Guidance for the agent on how to use this world. */
  readonly instructions?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
  /** What is open before the operator allows anything: `read` for engines, `write` for worlds with undo. */
  readonly opens?: Access;
  readonly tools?: Listed<Tool>;
  readonly resources?: Listed<Resource>;
  readonly templates?: readonly Template[];
  readonly prompts?: Listed<Prompt>;
  readonly skills?: readonly Skill[];
  /** How the world tells its readers that something changed. */
  readonly events?: WorldEvents;
  /** Called when the first client watches a resource; what it returns is called when the last has left. */
  watch?(uri: string): () => void;
  /** How long clients may keep the lists. */
  readonly listCache?: CacheHint;
  /** Entries per page of a list. */
  readonly pageSize?: number;
  /** Capabilities beyond the protocol, declared as `experimental`. */
  readonly experimental?: JsonObject;
  /** How a failed call of a tool reads. Unless given: the kind, the message and the hint, in words. */
  readonly failure?: (reason: WorldError, call: FailedCall) => ToolAnswer;
  /** Told of a call that came to no tool: it names none that is there, or what came with it cannot be read. */
  readonly refused?: (reason: WireErrorBody, call: RefusedCall) => void;
  /** Releases what the world holds; called once, after the last request. */
  close?(): Promise<void>;
}

/** The call of a tool that failed: whose, and of what. */
export interface FailedCall {
  readonly tool: string;
  readonly principal: string;
  readonly arguments: JsonObject;
}

/** The call that came to no tool: whose, and what it named. */
export interface RefusedCall {
  readonly tool: string | undefined;
  readonly principal: string;
}

export function defineWorld(world: World): World {
  return world;
}
