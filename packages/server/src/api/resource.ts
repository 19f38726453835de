import type { Icon, JsonObject, ResourceAnnotations } from '@worldwire/protocol';
import type { Context } from './context.js';
import type { SerializedJson } from './serialized-json.js';

/** The contents of a resource, or undefined where it does not exist. */
export type ResourceBody =
  | string
  | SerializedJson
  | Uint8Array
  | { readonly body: string | Uint8Array; readonly mimeType: string }
  | undefined;

/** How long a client may cache a result, and whether it may share it between users. */
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
  /** Suggestions for a variable, for completion/complete. */
  readonly complete?: Readonly<Record<string, Completer>>;
  /** Resources of this template that resources/list includes. */
  list?(context: Context): readonly ListedResource[] | Promise<readonly ListedResource[]>;
  read(variables: Readonly<Record<string, string>>, context: Context): ResourceBody | Promise<ResourceBody>;
  /**
   * Throws `NotFound` with the reason if updates never occur at this URI: the resource does not exist or never changes, or
   * the world's events use another URI. The default reads the resource once, so define this where a read is expensive.
   */
  checkWatch?(
    variables: Readonly<Record<string, string>>,
    uri: string,
    principal: string,
  ): void | Promise<void>;
}

export type ListedResource = Omit<Resource, 'read' | 'cache'>;

export type Completer = (
  value: string,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>;

/**
 * A resource with a fixed URI.
 *
 *     resource({ uri: 'garden://plants', name: 'plants', mimeType: 'application/json', read: () => JSON.stringify(plants) });
 */
export function resource(definition: Resource): Resource {
  return definition;
}

/**
 * Resources whose URIs follow a template.
 *
 *     template({ uriTemplate: 'garden://plants/{id}', name: 'plant', read: ({ id }) => plants.get(id)?.text });
 */
export function template(definition: Template): Template {
  return definition;
}
