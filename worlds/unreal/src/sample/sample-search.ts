import type { BlueprintInfo, ParamsOf, ResultOf, SearchHit, SearchKind } from '../port/operations.js';
import { nameOf, withoutSlashes } from '../port/unreal-paths.js';
import { blueprintInfo } from './model/blueprint-view.js';
import type { Asset, Project } from './model/project-model.js';
import { referencesOf } from './sample-references.js';

interface Place {
  readonly kind: Exclude<SearchKind, 'any' | 'tag' | 'source'>;
  readonly name: string;
  readonly line: string;
}

/** Where the assets of the sample use a name. Equal names only, where there are some. */
export function searchSample(
  project: Project,
  { query, kind, path = '/Game', offset, limit }: ParamsOf<'asset.search'>,
): ResultOf<'asset.search'> {
  const wanted = query.trim().toLowerCase();
  const folder = withoutSlashes(path.toLowerCase());
  const assets = project.assets.filter(({ info }) => `${info.path.toLowerCase()}/`.startsWith(`${folder}/`));
  const known = assets.map(asset => ({ asset, places: placesIn(project, asset) }));
  const search = (isWanted: (name: string) => boolean): SearchHit[] =>
    known.flatMap(({ asset: { info }, places }) => {
      const found = places.filter(
        place => (kind === 'any' || place.kind === kind) && isWanted(place.name.toLowerCase()),
      );
      const where = [...new Set(found.map(({ line }) => line))];
      return where.length === 0 ? [] : [{ path: info.path, class: info.class, where }];
    });
  const isEqual = (name: string) => [wanted, `${wanted}_c`].includes(nameOf(name));
  const equal = kind === 'text' ? [] : search(isEqual);
  const hits = equal.length > 0 ? equal : search(name => name.includes(wanted));
  return {
    items: hits.slice(offset, offset + limit),
    total: hits.length,
    searched: [`${assets.length} assets of the sample below ${path}`],
    notSearched: [
      ...(kind === 'any' ? [] : [`anything but ${kind}: kind "any" searches all`]),
      ...(equal.length > 0 ? ['names that only contain the query: some are equal to it'] : []),
      'source and ini files: the sample has none',
    ],
  };
}

function placesIn(project: Project, asset: Asset): readonly Place[] {
  const { plan, object, info } = asset;
  const { references } = referencesOf(project, asset);
  return [
    { kind: 'asset', name: info.path, line: 'is this asset' },
    ...references.map(({ path }): Place => ({ kind: 'asset', name: path, line: `refers to ${path}` })),
    ...textsIn([object.all(), plan.dataTable, plan.stringTable]),
    ...(plan.blueprint === undefined ? [] : blueprintPlaces(blueprintInfo(plan.blueprint, asset))),
  ];
}

function blueprintPlaces({ parent = '', variables, functions, components, graphs }: BlueprintInfo): Place[] {
  return [
    { kind: 'children', name: parent, line: `parent ${nameOf(parent)}` },
    ...variables.map(
      ({ name }): Place => ({ kind: 'variable', name, line: `declares the variable ${name}` }),
    ),
    ...functions.map(({ name }): Place => ({ kind: 'calls', name, line: `declares the function ${name}` })),
    ...components.map((each): Place => ({ kind: 'class', name: each.class, line: `component ${each.name}` })),
    ...graphs.flatMap(({ name: graph, nodes }) =>
      nodes.flatMap(({ class: className, title = '' }): Place[] => {
        const [, verb, variable = ''] = /^(Set|Get) (\S+)$/.exec(title) ?? [];
        if (verb !== undefined)
          return [{ kind: 'variable', name: variable, line: `${graph}: ${verb.toLowerCase()}s ${variable}` }];
        if (/Event$/.test(className))
          return [{ kind: 'calls', name: title, line: `${graph}: implements the event ${title}` }];
        return /Call|Message/.test(className)
          ? [{ kind: 'calls', name: title, line: `${graph}: calls ${title}` }]
          : [];
      }),
    ),
  ];
}

function textsIn(value: unknown): Place[] {
  const texts = JSON.stringify(value ?? null).matchAll(/:"((?:[^"\\]|\\.)*)"/g);
  return [...texts].map(([, text = '']) => ({ kind: 'text', name: text, line: JSON.stringify(text) }));
}
