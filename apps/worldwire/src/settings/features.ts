import type { Listed, World } from '@worldwire/server';
import { listed } from '@worldwire/server/internal';
import { starPattern } from '@worldwire/server/kit';
import { didYouMean } from '@worldwire/server/kit/near-matches';

/** Which parts of a world are offered: all, none, or those whose names match (`*` stands for any letters). */
export interface Features {
  readonly tools?: boolean | readonly string[];
  readonly prompts?: boolean | readonly string[];
  readonly resources?: boolean;
  /** The method names of a world's own specification, beside the standard ones. */
  readonly dialect?: boolean;
  /** Lists three tools (search, describe, call) for a world of more than 30 tools. Default: false. */
  readonly compact?: boolean;
}

export const FEATURES = ['tools', 'prompts', 'resources', 'dialect', 'compact'] as const;
const NAMED: readonly string[] = ['tools', 'prompts'];

/** Reads the `features` of a configuration file. `refuse` throws with the place of the key. */
export function readFeatures(value: unknown, refuse: (key: string, message: string) => never): Features {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('features', '"features" must be an object, such as { "prompts": false }');
  }
  for (const [key, feature] of Object.entries(value)) {
    if (!(FEATURES as readonly string[]).includes(key)) {
      const hint = didYouMean(key, FEATURES);
      refuse(`features.${key}`, `unknown feature "${key}".${hint} Known: ${FEATURES.join(', ')}`);
    }
    if (typeof feature === 'boolean') continue;
    if (!NAMED.includes(key)) refuse(`features.${key}`, `the feature "${key}" is true or false`);
    const names = Array.isArray(feature) ? feature : [feature];
    if (names.length === 0 || !names.every(name => typeof name === 'string' && name !== '')) {
      refuse(`features.${key}`, `the feature "${key}" is true, false, or names such as "get_*"`);
    }
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, feature]) => [key, typeof feature === 'string' ? [feature] : feature]),
  );
}

/** The world, reduced to the features that are offered. */
export function offered(world: World, { tools, prompts, resources = true }: Features): World {
  const { tools: allTools, prompts: allPrompts, resources: allResources, templates, ...rest } = world;
  const someTools = chosen(allTools, tools);
  const somePrompts = chosen(allPrompts, prompts);
  return {
    ...rest,
    ...(someTools !== undefined && { tools: someTools }),
    ...(somePrompts !== undefined && { prompts: somePrompts }),
    ...(resources && allResources !== undefined && { resources: allResources }),
    ...(resources && templates !== undefined && { templates }),
  };
}

/** The first name that no tool or prompt of these worlds has. */
export function unmatched(
  features: Features,
  worlds: readonly World[],
):
  | { readonly key: 'tools' | 'prompts'; readonly name: string; readonly known: readonly string[] }
  | undefined {
  for (const key of ['tools', 'prompts'] as const) {
    const names = features[key];
    if (typeof names !== 'object') continue;
    const known = worlds.flatMap(world =>
      listed<{ readonly name: string }>(world[key]).map(({ name }) => name),
    );
    const name = names.find(each => !known.some(starPattern(each)));
    if (name !== undefined) return { key, name, known };
  }
  return undefined;
}

/** Whether something with this name is offered. */
export function offers(feature: boolean | readonly string[] = true): (name: string) => boolean {
  if (typeof feature === 'boolean') return () => feature;
  const patterns = feature.map(starPattern);
  return name => patterns.some(matches => matches(name));
}

function chosen<Item extends { readonly name: string }>(
  list: Listed<Item> | undefined,
  feature: boolean | readonly string[] = true,
): Listed<Item> | undefined {
  if (list === undefined || feature === true) return list;
  if (feature === false) return undefined;
  const offered = offers(feature);
  const wanted = ({ name }: Item) => offered(name);
  return typeof list === 'function' ? () => listed(list).filter(wanted) : list.filter(wanted);
}
