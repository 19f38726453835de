import type { Icon, JsonObject, WireErrorBody } from '@worldwire/protocol';
import type { AppView } from './app-view.js';
import type { ToolAnswer } from './content.js';
import type { Prompt } from './prompt.js';
import type { CacheHint, Resource, Template } from './resource.js';
import type { Skill } from './skill.js';
import type { Access, Tool } from './tool.js';
import type { WorldError } from './world-error.js';
import type { WorldEvents } from './world-events.js';
import type { OpenGates, WorldHost } from './world-host.js';

/** A fixed list, or a function that is called again after the world's events announced a change of the list. */
export type Listed<Item> = readonly Item[] | (() => readonly Item[]);

export function listed<Item>(list: Listed<Item> | undefined): readonly Item[] {
  return typeof list === 'function' ? list() : (list ?? []);
}

/** What a server exposes. Independent of transports, sessions and revisions. */
export interface World {
  /** A short name for command lines and URLs. */
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly description?: string;
  /** Instructions for the agent on how to use this world. A function is called for every client. */
  readonly instructions?: string | (() => string);
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
  /** The access without any `--allow`: `read` for engines, `write` for worlds with undo. */
  readonly opens?: Access;
  /**
   * Whether texts of the world come from others, such as a game or files. Then names and texts in results show invisible characters as
   * escapes, and values that have some are noted. Names are accepted in both forms. Default: false.
   */
  readonly foreignTexts?: boolean;
  readonly tools?: Listed<Tool>;
  readonly resources?: Listed<Resource>;
  readonly templates?: readonly Template[];
  readonly prompts?: Listed<Prompt>;
  readonly skills?: readonly Skill[];
  /** Documents that hosts with the extension MCP Apps show beside the results of tools. */
  readonly apps?: readonly AppView[];
  /** Announces changes to subscribers. */
  readonly events?: WorldEvents;
  /**
   * Called when the first client of a principal watches a resource. The returned function is called when the last one of this
   * principal stops. A WorldError that it throws refuses the subscription.
   */
  watch?(uri: string, principal: string): () => void;
  /** How long clients may cache the lists. */
  readonly listCache?: CacheHint;
  /** Entries per page of a list. */
  readonly pageSize?: number;
  /** Capabilities beyond the protocol, declared as `experimental`. */
  readonly experimental?: JsonObject;
  /** The result of a failed tool call. Default: kind, message and hint as text. */
  readonly failure?: (reason: WorldError, call: FailedCall) => ToolAnswer;
  /** Called for a call that reached no tool: an unknown name, or invalid parameters. */
  readonly refused?: (reason: WireErrorBody, call: RefusedCall) => void;
  /** Called once, before the first request. */
  serving?(host: WorldHost): void | Promise<void>;
  /**
   * Called when the operator closed or reopened something. Stops installed code that is closed now, and starts again what it had
   * stopped. Returns what it did, and what it could not stop, in sentences for the operator.
   */
  onGate?(gates: OpenGates): Promise<readonly string[]>;
  /** Releases resources. Called once, after the last request. */
  close?(): Promise<void>;
}

/** A tool call that failed. */
export interface FailedCall {
  readonly tool: string;
  readonly principal: string;
  /** The name of the client, legible, if it has one. */
  readonly client?: string | undefined;
  readonly arguments: JsonObject;
}

/** A call that reached no tool. */
export interface RefusedCall {
  readonly tool: string | undefined;
  readonly principal: string;
}

/**
 * The world that a server exposes.
 *
 *     export default defineWorld({ name: 'garden', version: '1.0.0', tools: [water], resources: [plants] });
 */
export function defineWorld(world: World): World {
  return world;
}
