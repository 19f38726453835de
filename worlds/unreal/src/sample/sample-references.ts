import { type Neighbours, reach } from '../graph/reach.js';
import { findUnused } from '../graph/unused.js';
import { UsedRoots } from '../graph/used-roots.js';
import type { ParamsOf, ProjectInfo, ResultOf } from '../port/operations.js';
import { referenceList } from '../port/reference-list.js';
import { TimeSlice } from '../work/time-slice.js';
import type { ModelObject } from './model/model-object.js';
import type { Property } from './model/object-class.js';
import type { Asset, Project } from './model/project-model.js';

const PACKAGE = /\/Game\/\w+(?:\/\w+)*/g;

interface Names {
  readonly hard: Set<string>;
  readonly soft: Set<string>;
}

/** The same over several steps. */
export async function reachOf(
  project: Project,
  asset: Asset,
  { direction, depth }: Pick<ParamsOf<'asset.reach'>, 'direction' | 'depth'>,
): Promise<ResultOf<'asset.reach'>> {
  const names = new Map(project.assets.map(each => [each.info.path, namesIn(project, each)]));
  return reach(asset.info.path, depth, async paths => {
    const neighbours = paths.map((path): [string, Neighbours] => {
      const kind = { class: project.asset(path).info.class };
      const own = names.get(path) as Names;
      if (direction === 'dependencies') return [path, { hard: [...own.hard], soft: [...own.soft], ...kind }];
      const others = [...names].filter(([, { hard, soft }]) => hard.has(path) || soft.has(path));
      const hard = others.filter(([, each]) => each.hard.has(path)).map(([other]) => other);
      return [
        path,
        { hard, soft: others.map(([other]) => other).filter(other => !hard.includes(other)), ...kind },
      ];
    });
    return new Map(neighbours);
  });
}

export async function unusedAssets(
  project: Project,
  settings: ProjectInfo['settings'] = {},
  wanted: ParamsOf<'asset.unused'>,
  signal: AbortSignal,
): Promise<ResultOf<'asset.unused'>> {
  const values = Object.values(settings).flatMap(section =>
    Object.entries(section).map(([key, value]) => ({ key, value })),
  );
  const slice = new TimeSlice(signal);
  const nodes = project.assets.map(asset => ({
    ...asset.info,
    referencers: referencesOf(project, asset).referencers.map(({ path }) => path),
  }));
  return findUnused(nodes, await UsedRoots.of(values, slice), wanted, slice);
}

/** The references of an asset as its values are now: a write changes them. */
export function referencesOf(project: Project, asset: Asset): ResultOf<'asset.references'> {
  const { path } = asset.info;
  const own = namesIn(project, asset);
  const [hard, soft]: [string[], string[]] = [[], []];
  for (const other of project.assets) {
    if (other === asset) continue;
    const names = namesIn(project, other);
    if (names.hard.has(path)) hard.push(other.info.path);
    else if (names.soft.has(path)) soft.push(other.info.path);
  }
  return { references: referenceList(own.hard, own.soft), referencers: referenceList(hard, soft) };
}

function namesIn(project: Project, { plan, info, object, generated }: Asset): Names {
  const names: Names = { hard: new Set(), soft: new Set() };
  const add = (value: unknown, into = names.hard) => {
    for (const [path] of JSON.stringify(value ?? null).matchAll(PACKAGE)) {
      const found = project.findAsset(path);
      if (found !== undefined && found.info !== info) into.add(found.info.path);
    }
  };
  const addAll = (from: ModelObject, properties: readonly Property[]) => {
    for (const each of properties) add(from.get(each), each.type.soft ? names.soft : names.hard);
  };
  addAll(object, plan.properties);
  add([plan.inside, plan.dataTable]);
  const { blueprint, level } = plan;
  if (blueprint !== undefined) {
    if (generated !== undefined) addAll(generated.defaults, blueprint.variables);
    add([blueprint.components, [blueprint.events, ...blueprint.functions.map(({ nodes }) => nodes)]]);
  }
  for (const actor of level === undefined ? [] : project.actors(level.path)) {
    add(actor.class.path);
    // A value of the class is a reference of the class.
    for (const each of [actor, ...actor.components]) {
      addAll(
        each,
        each.class.properties.filter(property => each.isWritten(property)),
      );
    }
  }
  return names;
}
