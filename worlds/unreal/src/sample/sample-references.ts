import type { ResultOf } from '../port/operations.js';
import { referenceList } from '../port/reference-list.js';
import type { ModelObject } from './model/model-object.js';
import type { Property } from './model/object-class.js';
import type { Asset, Project } from './model/project-model.js';

const PACKAGE = /\/Game\/\w+(?:\/\w+)*/g;

interface Names {
  readonly hard: Set<string>;
  readonly soft: Set<string>;
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
