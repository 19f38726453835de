import type { Resource, Template } from '@worldwire/server';
import { WorldError } from '@worldwire/server';
import { type Source, staticResources, templates } from '../resources/resources.js';
import type { Benches } from './benches.js';
import type { Targets } from './targets.js';

const OWN = 'unity://';
/** The variable of `engine://{engine}/…`. */
const ADDRESS = /^engine:\/\/([^/?#]+)\/(.*)$/s;

export interface RoutedResourcesParts {
  readonly benches: Benches;
  readonly targets: Targets;
}

/** `unity://…` for the only or selected engine. */
export function routedResources({ benches, targets }: RoutedResourcesParts): readonly Resource[] {
  const all = [...benches.home.sources.values()];
  return staticResources(all, (source, variables, context) => {
    const bench = targets.of(undefined, variables, context);
    return bench.reader.text(bench.sources.get(source.name) as Source, variables, context.answerBytes);
  });
}

/** The same with variables; and `engine://{engine}/…` for a named one, where several engines may link. */
export function routedTemplates(parts: RoutedResourcesParts, isLinked: boolean): readonly Template[] {
  const { benches, targets } = parts;
  const all = [...benches.home.sources.values()];
  const own = templates(all, (source, variables, context) => {
    const bench = targets.of(undefined, variables, context);
    return bench.reader.text(bench.sources.get(source.name) as Source, variables, context.answerBytes);
  });
  if (!isLinked) return own;
  const addressed = all.map(source => ({
    ...source,
    uri: `engine://{engine}/${source.uri.slice(OWN.length)}`,
    complete: { engine: async () => benches.all.flatMap(({ entry }) => entry.name ?? []) },
  }));
  const named = templates(addressed, (source, { engine, ...variables }, context) => {
    const bench = targets.of(engine, variables, context);
    return bench.reader.text(bench.sources.get(source.name) as Source, variables, context.answerBytes);
  });
  return [...own, ...named.map(template => ({ ...template, name: `engine-${template.name}` }))];
}

/** Reads a resource without the kernel. */
export async function readByUri(
  { benches, targets }: RoutedResourcesParts,
  uri: string | null,
): Promise<object> {
  const [, engine, path] = ADDRESS.exec(uri ?? '') ?? [];
  const bench = await found(benches, () => targets.of(engine, uri, undefined));
  return bench.reader.read(engine === undefined ? uri : `${OWN}${path}`);
}

/** Reports a failure as the reader does. */
function found<Found>({ home }: Benches, find: () => Found): Found {
  try {
    return find();
  } catch (thrown) {
    if (thrown instanceof WorldError) home.reader.failed(thrown);
    throw thrown;
  }
}
