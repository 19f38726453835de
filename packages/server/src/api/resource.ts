import type { Icon, JsonObject, ResourceAnnotations } from '@worldwire/protocol';
import type { Context } from './context.js';
import type { SerializedJson } from './serialized-json.js';

/** What a read gives: text, as it is or written as JSON, bytes, or nothing when there is no such resource. */
export type ResourceBody =
  | string
  | SerializedJson
  | Uint8Array
  | { readonly body: string | Uint8Array; readonly mimeType: string }
  | undefined;

/** How long a client may keep a result, and whether it may share it. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly scope: 'public' | 'private';
}

interface Described {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: ResourceAnnotations;
  readonly icons?: readonly Icon[];
  readonly meta?: JsonObject;
  readonly cache?: CacheHint;
}

export interface Resource extends Described {
  readonly uri: string;
  readonly size?: number;
  read(context: Context): ResourceBody | Promise<ResourceBody>;
}

export interface Template extends Described {
  /** RFC 6570, with `{name}`, `{+rest}` and `{?a,b}`. */
  readonly uriTemplate: string;
  /** Values a user may want for a variable, for completion/complete. */
  readonly complete?: Readonly<Record<string, Completer>>;
  /** Members worth listing beside the static resources. */
  list?(context: Context): readonly ListedResource[] | Promise<readonly ListedResource[]>;
  read(variables: Readonly<Record<string, string>>, context: Context): ResourceBody | Promise<ResourceBody>;
  /**
   * Throws a `NotFound` with the reason where no client would ever be told of a change at this URI: nothing is there, it
   * never changes, or the world's events spell it otherwise. Without this the resource is read once when a client wants
   * to watch it, and what `read` does not find cannot be watched. Give this where a read costs more than a look.
   */
  checkWatch?(variables: Readonly<Record<string, string>>, uri: string): void | Promise<void>;
}

export type ListedResource = Omit<Resource, 'read' | 'cache'>;

export type Completer = (
  value: string,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>;

export function resource(definition: Resource): Resource {
  return definition;
}

export function template(definition: Template): Template {
  return definition;
}
